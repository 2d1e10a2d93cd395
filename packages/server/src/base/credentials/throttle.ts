// Slows guessing down: after some wrong tries whoever made them waits, longer each time. What is
// counted together is said by names: an account from one network, a network, a known browser, an
// account from everywhere (tries.ts). Counted in memory, which is bounded; a wait outlives a
// restart.
import type { LockStore } from '../locks/index.ts';

const FIRST_WAIT_MS = 60_000;
const WAIT_MAX_MS = 3_600_000;
const ENTRIES_MAX = 100_000;

/** What one kind of name may get wrong. */
export interface TryLimit {
  /** Wrong tries before the first wait. */
  readonly count: number;
  /** After so long one wrong try is forgotten. */
  readonly forgetOneMs: number;
}

/** Limits by kind, which is what stands before the colon of a name. */
export type TryLimits = Readonly<Record<string, TryLimit>>;

interface Entry {
  readonly count: number;
  /** Of the last wrong try. */
  readonly atMs: number;
}

/** Counts wrong tries. */
export interface Throttle {
  /** Milliseconds to wait, 0 = go on. */
  readWaitMs(names: readonly string[]): number;
  /** How many wrong tries are still allowed before the first wait. */
  readLeft(names: readonly string[]): number;
  /**
   * Count a try before it is judged: of many that come at once no more are judged than are allowed.
   *
   * @returns milliseconds to wait, and then nothing was counted; 0 = go on.
   */
  take(names: readonly string[]): number;
  /** A try that was taken was right: it does not count. */
  giveBack(names: readonly string[]): void;
  forgive(names: readonly string[]): void;
}

/** How long who got `count` wrong waits after the last one. */
function delayOf(count: number, limit: TryLimit): number {
  if (count < limit.count) return 0;
  return Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** (count - limit.count));
}

/**
 * Make a counter.
 *
 * @param locks - where waits are kept; without it a restart forgives.
 */
export function createThrottle(
  limits: TryLimits,
  readNowMs: () => number,
  locks?: LockStore,
): Throttle {
  /** Apart, so that a flood of new names forgives nobody who waits. */
  const counted = new Map<string, Entry>();
  const waiting = new Map<string, Entry>();

  function limitOf(name: string): TryLimit {
    const [kind = ''] = name.split(':', 1);
    const limit = limits[kind];
    if (limit === undefined) throw new TypeError(`no limit for tries of ${kind}`);
    return limit;
  }

  for (const { name, count, untilMs } of locks?.kept ?? []) {
    const limit = limits[name.split(':', 1)[0] ?? ''];
    // One that an older program kept under another kind of name is over.
    if (limit === undefined) locks?.remove(name);
    else waiting.set(name, { count, atMs: untilMs - delayOf(count, limit) });
  }

  const find = (name: string) => waiting.get(name) ?? counted.get(name);

  function waitOf(name: string, nowMs: number): number {
    const entry = find(name);
    if (entry === undefined) return 0;
    return Math.max(0, entry.atMs + delayOf(entry.count, limitOf(name)) - nowMs);
  }

  function keep(name: string, entry: Entry): void {
    const limit = limitOf(name);
    const isWaiting = entry.count >= limit.count;
    if (isWaiting) {
      counted.delete(name);
      const untilMs = entry.atMs + delayOf(entry.count, limit);
      locks?.write({ name, count: entry.count, untilMs });
    } else if (waiting.delete(name)) locks?.remove(name);
    const map = isWaiting ? waiting : counted;
    // Behind the others: of too many the one goes that was wrong longest ago.
    map.delete(name);
    if (entry.count > 0) map.set(name, entry);
    if (map.size > ENTRIES_MAX) map.delete(map.keys().next().value as string);
  }

  function readWaitMs(names: readonly string[]): number {
    const nowMs = readNowMs();
    return Math.max(0, ...names.map((name) => waitOf(name, nowMs)));
  }

  /** Wrong tries that are not forgotten yet. */
  function countOf(name: string, nowMs: number): number {
    const { count, atMs } = find(name) ?? { count: 0, atMs: nowMs };
    const forgotten = Math.floor(Math.max(0, nowMs - atMs) / limitOf(name).forgetOneMs);
    return Math.max(0, count - forgotten);
  }

  const leftOf = (name: string, nowMs: number) =>
    Math.max(0, limitOf(name).count - countOf(name, nowMs));

  function countWrong(name: string): void {
    const nowMs = readNowMs();
    keep(name, { count: countOf(name, nowMs) + 1, atMs: nowMs });
  }

  return {
    readWaitMs,
    readLeft: (names) => Math.min(...names.map((name) => leftOf(name, readNowMs()))),
    take(names) {
      const waitMs = readWaitMs(names);
      if (waitMs === 0) names.forEach(countWrong);
      return waitMs;
    },
    giveBack(names) {
      for (const name of names) {
        const entry = find(name);
        if (entry !== undefined) keep(name, { ...entry, count: entry.count - 1 });
      }
    },
    forgive(names) {
      for (const name of names) if (find(name) !== undefined) keep(name, { count: 0, atMs: 0 });
    },
  };
}
