// Slows guessing down: after ten wrong tries for one address, or thirty from one place, nobody is
// let in there for a while. In memory: a restart forgives, a flood does not last through one.

const WINDOW_MS = 15 * 60_000;
const ENTRIES_MAX = 100_000;

/** Counts wrong tries. */
export interface Throttle {
  /** Milliseconds to wait, 0 = go on. */
  readWaitMs(names: readonly string[]): number;
  countWrong(names: readonly string[]): void;
  /**
   * Count a try before it is judged: of many that come at once no more are judged than are allowed.
   *
   * @returns milliseconds to wait, and then nothing was counted; 0 = go on.
   */
  take(names: readonly string[]): number;
  /** A try that was taken was right: it does not count. */
  giveBack(names: readonly string[]): void;
  forgive(name: string): void;
}

/** Make a counter. @param limits - wrong tries allowed, by the first letter group of the name. */
export function createThrottle(
  limits: Readonly<Record<string, number>>,
  readNowMs: () => number,
): Throttle {
  const entries = new Map<string, { count: number; sinceMs: number }>();

  function readLive(name: string): { count: number; sinceMs: number } | undefined {
    const entry = entries.get(name);
    if (entry === undefined || readNowMs() - entry.sinceMs > WINDOW_MS) return undefined;
    return entry;
  }

  function readWaitMs(names: readonly string[]): number {
    let waitMs = 0;
    for (const name of names) {
      const entry = readLive(name);
      const limit = limits[name.split(':')[0]] ?? 10;
      if (entry === undefined || entry.count < limit) continue;
      waitMs = Math.max(waitMs, entry.sinceMs + WINDOW_MS - readNowMs());
    }
    return waitMs;
  }

  function countWrong(names: readonly string[]): void {
    if (entries.size > ENTRIES_MAX) entries.clear();
    for (const name of names) {
      const entry = readLive(name);
      if (entry === undefined) entries.set(name, { count: 1, sinceMs: readNowMs() });
      else entry.count += 1;
    }
  }

  return {
    readWaitMs,
    countWrong,
    take(names) {
      const waitMs = readWaitMs(names);
      if (waitMs === 0) countWrong(names);
      return waitMs;
    },
    giveBack(names) {
      for (const name of names) {
        const entry = readLive(name);
        if (entry !== undefined && entry.count > 0) entry.count -= 1;
      }
    },
    forgive: (name) => void entries.delete(name),
  };
}
