// Tells those who heard news what their balances are after them: at once after the first news of a
// burst, then what the burst came to. News themselves never wait for it (feed.ts): the engine has
// to be asked. It knows no socket and no order.
import type { BalanceRow } from '@isobath/wire';

/** What it stands on. */
export interface BalanceNewsParts {
  /** Balances as the engine has them now, never older than what the person was told. */
  readonly read: (ownerId: number) => Promise<readonly BalanceRow[]>;
  /** Tell them. @param last - the number of news that they are as of, or of later. */
  readonly publish: (ownerId: number, rows: readonly BalanceRow[], last: number) => void;
  readonly report: (error: unknown) => void;
}

/** Tells balances. */
export interface BalanceNews {
  /** A person has been told news, up to a number, that may have changed their balances. */
  changed(ownerId: number, last: number): void;
  /** Nobody needs to be told any more. */
  clear(): void;
}

/** After balances were told, those of later news gather for so long. */
export const GATHER_MS = 10;
/** For each person of whom they gather it is longer: with a thousand, 50 ms more. */
const GATHER_PERSON_MS = 0.05;
/** So often it is tried again while no engine answers. */
const AGAIN_MS = 1_000;

/** A person whose balances are being read, or were a moment ago. */
interface Burst {
  /** Whether there was news since the engine was last asked. */
  isChanged: boolean;
  /** Number of the newest news. */
  last: number;
  isReported: boolean;
}

/** Make it. */
export function createBalanceNews({ read, publish, report }: BalanceNewsParts): BalanceNews {
  const bursts = new Map<number, Burst>();

  function lookAgain(ownerId: number, burst: Burst): void {
    if (bursts.get(ownerId) !== burst) return;
    if (burst.isChanged) void tell(ownerId, burst);
    else bursts.delete(ownerId);
  }

  /** @returns how long what changes from now on gathers. */
  async function ask(ownerId: number, burst: Burst): Promise<number> {
    const { last } = burst;
    burst.isChanged = false;
    try {
      const rows = await read(ownerId);
      if (bursts.get(ownerId) === burst) publish(ownerId, rows, last);
      burst.isReported = false;
      return GATHER_MS + bursts.size * GATHER_PERSON_MS;
    } catch (error) {
      if (!burst.isReported) report(error);
      burst.isReported = true;
      burst.isChanged = true;
      return AGAIN_MS;
    }
  }

  async function tell(ownerId: number, burst: Burst): Promise<void> {
    const waitMs = await ask(ownerId, burst);
    setTimeout(() => lookAgain(ownerId, burst), waitMs).unref();
  }

  return {
    changed(ownerId, last) {
      const known = bursts.get(ownerId);
      if (known !== undefined) {
        known.isChanged = true;
        known.last = last;
        return;
      }
      const burst = { isChanged: true, last, isReported: false };
      bursts.set(ownerId, burst);
      void tell(ownerId, burst);
    },
    clear: () => bursts.clear(),
  };
}
