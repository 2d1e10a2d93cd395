import type { Session } from '../db/index.ts';
import { refuse } from '../product/index.ts';
import { readWatermark } from './watermark.ts';

/** Waits until a projection has written a step, for reads that may not be older than it. */
export interface StoredSteps {
  /** Resolves when the step is in the tables. @errors behind when it took too long. */
  waitFor(sequence: number): Promise<void>;
}

/** How long a read waits for what was already answered or sent. */
export const GIVE_UP_MS = 2_000;
const LOOK_EVERY_MS = 15;

/** Watch one projection. @param name - of its watermark. */
export function createStoredSteps(
  database: Session,
  name: string,
  giveUpMs: number = GIVE_UP_MS,
): StoredSteps {
  let storedSequence = 0;
  let looking: Promise<void> | undefined;
  let lookedAtMs = 0;

  /** One query for all who wait: a late projector is not asked the more for it. */
  function look(): Promise<void> {
    const waitMs = Math.max(0, lookedAtMs + LOOK_EVERY_MS - performance.now());
    const read = async () => {
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      lookedAtMs = performance.now();
      storedSequence = await readWatermark(database, name);
    };
    looking ??= read().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  /** A database that fell may have lost rows that were seen: what was seen counts for a moment. */
  function wasJustStored(sequence: number): boolean {
    const isFresh = performance.now() < lookedAtMs + LOOK_EVERY_MS;
    return isFresh && storedSequence >= sequence;
  }

  return {
    async waitFor(sequence) {
      if (sequence === 0 || wasJustStored(sequence)) return;
      const untilMs = performance.now() + giveUpMs;
      do {
        if (performance.now() >= untilMs) throw refuse('behind');
        await look();
      } while (storedSequence < sequence);
    },
  };
}
