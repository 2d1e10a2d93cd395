// One line of customer service, whoever answers on it: brought once, three more tries two seconds
// apart when that fails, then asked in short steps whether it is ready, and every second how it is.
// It knows neither our desk nor scripts of others (own-desk.ts, outside.ts) and draws nothing.
import type { ServiceLine } from '@isobath/wire';

/** What answers on a line. */
export interface LineSource {
  /** Bring it: a part of ours, or somebody's script. */
  load(): Promise<void>;
  isReady(): boolean;
  readUnread(): number;
  /** Show it; unread counts are over with that. */
  open(): void;
}

/** How a line is. */
export interface LineState {
  readonly isLoaded: boolean;
  readonly isReady: boolean;
  /** Every try to bring it failed, or it did not become ready in time. */
  readonly hasFailed: boolean;
  readonly unreadCount: number;
}

/** Waits; a test brings its own. */
export type Sleep = (ms: number) => Promise<void>;

/** A line with its state. */
export interface ServiceLineControl {
  readonly line: ServiceLine;
  readState(): LineState;
  /** Bring it, unless that was done or is being done. */
  load(): Promise<void>;
  /** Bring it and show it. @returns whether it was shown. */
  open(): Promise<boolean>;
  /** Ask how it is; called every second. */
  refresh(): void;
}

const retriesMax = 3;
const retryAfterMs = 2_000;
/** Web chat and mixed desk are asked often and briefly, others slower and longer. */
const quick = { everyMs: 100, withinMs: 3_000 };
const slow = { everyMs: 500, withinMs: 5_000 };

const sleepFor: Sleep = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const nothing: LineState = { isLoaded: false, isReady: false, hasFailed: false, unreadCount: 0 };

/** Make a line. @param onChange - told when its state became another one. */
export function createServiceLine(
  line: ServiceLine,
  source: LineSource,
  { onChange, sleep = sleepFor }: { onChange: () => void; sleep?: Sleep },
): ServiceLineControl {
  let state = nothing;
  let loading: Promise<void> | undefined;

  function change(part: Partial<LineState>): void {
    const next = { ...state, ...part };
    const isSame = (Object.keys(next) as (keyof LineState)[]).every(
      (name) => next[name] === state[name],
    );
    if (isSame) return;
    state = next;
    onChange();
  }

  async function bring(): Promise<void> {
    change({ hasFailed: false });
    for (let retries = 0; ; retries += 1) {
      try {
        await source.load();
        break;
      } catch (error) {
        if (retries === retriesMax) {
          console.error(`line ${line} of customer service does not load`, error);
          // Whoever opens it later tries anew.
          loading = undefined;
          change({ hasFailed: true });
          return;
        }
        await sleep(retryAfterMs);
      }
    }
    change({ isLoaded: true });
    const { everyMs, withinMs } = line === 2 ? slow : quick;
    for (let waitedMs = 0; !source.isReady() && waitedMs < withinMs; waitedMs += everyMs) {
      await sleep(everyMs);
    }
    change({ isReady: source.isReady(), hasFailed: !source.isReady() });
  }

  const load = () => (loading ??= bring());
  return {
    line,
    readState: () => state,
    load,
    async open() {
      await load();
      if (!state.isReady) return false;
      source.open();
      change({ unreadCount: 0 });
      return true;
    },
    refresh() {
      if (!state.isLoaded) return;
      const isReady = source.isReady();
      change({ isReady, hasFailed: state.hasFailed && !isReady, unreadCount: source.readUnread() });
    },
  };
}
