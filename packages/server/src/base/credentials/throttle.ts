// Slows guessing down: after ten wrong tries for one address, or thirty from one place, nobody is
// let in there for a while. Counted in memory; a lock that was reached outlives a restart.
import type { LockRoom } from '../locks/index.ts';

const WINDOW_MS = 15 * 60_000;
const ENTRIES_MAX = 100_000;

/** Counts wrong tries. */
export interface Throttle {
  /** Milliseconds to wait, 0 = go on. */
  readWaitMs(names: readonly string[]): number;
  /** How many wrong tries are still allowed; infinite when nothing counts. */
  readLeft(names: readonly string[]): number;
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

/**
 * Make a counter.
 *
 * @param limits - wrong tries allowed, by the first letter group of the name.
 * @param locks - where what is locked is kept; without it a restart forgives.
 */
export function createThrottle(
  limits: Readonly<Record<string, number>>,
  readNowMs: () => number,
  locks?: LockRoom,
): Throttle {
  const entries = new Map<string, { count: number; sinceMs: number }>(
    locks?.kept.map(({ name, count, untilMs }) => [name, { count, sinceMs: untilMs - WINDOW_MS }]),
  );
  const readLimit = (name: string) => limits[name.split(':')[0]] ?? 10;

  function readLive(name: string): { count: number; sinceMs: number } | undefined {
    const entry = entries.get(name);
    if (entry === undefined || readNowMs() - entry.sinceMs > WINDOW_MS) return undefined;
    return entry;
  }

  function readWaitMs(names: readonly string[]): number {
    let waitMs = 0;
    for (const name of names) {
      const entry = readLive(name);
      if (entry === undefined || entry.count < readLimit(name)) continue;
      waitMs = Math.max(waitMs, entry.sinceMs + WINDOW_MS - readNowMs());
    }
    return waitMs;
  }

  function countWrong(names: readonly string[]): void {
    for (const name of names) {
      const entry = readLive(name) ?? { count: 0, sinceMs: readNowMs() };
      entry.count += 1;
      entries.set(name, entry);
      // Of too many the oldest goes: a flood of names must not forgive everybody.
      if (entries.size > ENTRIES_MAX) entries.delete(entries.keys().next().value as string);
      if (entry.count !== readLimit(name)) continue;
      locks?.write({ name, count: entry.count, untilMs: entry.sinceMs + WINDOW_MS });
    }
  }

  return {
    readWaitMs,
    readLeft: (names) =>
      Math.min(...names.map((name) => Math.max(0, readLimit(name) - (readLive(name)?.count ?? 0)))),
    countWrong,
    take(names) {
      const waitMs = readWaitMs(names);
      if (waitMs === 0) countWrong(names);
      return waitMs;
    },
    giveBack(names) {
      for (const name of names) {
        const entry = readLive(name);
        if (entry === undefined || entry.count === 0) continue;
        if (entry.count === readLimit(name)) locks?.remove(name);
        entry.count -= 1;
      }
    },
    forgive(name) {
      const entry = entries.get(name);
      if (entry !== undefined && entry.count >= readLimit(name)) locks?.remove(name);
      entries.delete(name);
    },
  };
}
