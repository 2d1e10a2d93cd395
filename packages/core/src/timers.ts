// What waits for core time: a heap of (due, kind, number). Not here: what a timer does; each kind
// has one owner that says whether a timer is still wanted and fires it. Nothing is ever taken out
// early: an unwanted timer is dropped when it comes up, or when the heap is swept as it grows.
// Called by whoever sets a timer, and by the engine inside the command `time`.
import { fail } from './fault.ts';
import { floorDiv } from './math/index.ts';
import type { Memory } from './memory.ts';

/** Kinds of timers in their order at one instant. */
export const TimerKind = {
  auctionNoCancel: 1,
  auctionOpen: 2,
  orderExpiry: 3,
  deadMan: 4,
  auctionIndication: 5,
  funding: 6,
  indexState: 11,
} as const;
export type TimerKind = (typeof TimerKind)[keyof typeof TimerKind];

/** The owner of one kind of timers. */
export interface TimerOwner {
  /** True when this timer, set for this instant, is still wanted. */
  readonly isWanted: (number: number, dueMs: number) => boolean;
  /** Do it. The timer is not wanted afterwards unless it is set again. */
  readonly fire: (number: number, dueMs: number) => void;
}

/** The timers of one engine. */
export type Timers = ReturnType<typeof createTimers>;

const rowWords = 3;
const sweepCountMin = 1024;

/** Make an empty heap of timers. */
export function createTimers(memory: Memory, timersMax: number) {
  const count = memory.int32('timerCount', 1, () => 1);
  const rows = memory.float64(
    'timers',
    (timersMax + 1) * rowWords,
    () => (count[0] + 1) * rowWords,
  );
  const owners: (TimerOwner | undefined)[] = [];
  let sweepAt = sweepCountMin;
  memory.onLoad(() => {
    sweepAt = Math.max(sweepCountMin, count[0] * 2);
  });

  /** True when the timer at place a comes before the one at place b. */
  function isBefore(a: number, b: number): boolean {
    const [x, y] = [a * rowWords, b * rowWords];
    if (rows[x] !== rows[y]) return rows[x] < rows[y];
    if (rows[x + 1] !== rows[y + 1]) return rows[x + 1] < rows[y + 1];
    return rows[x + 2] < rows[y + 2];
  }

  function swap(a: number, b: number): void {
    for (let word = 0; word < rowWords; word += 1) {
      const kept = rows[a * rowWords + word];
      rows[a * rowWords + word] = rows[b * rowWords + word];
      rows[b * rowWords + word] = kept;
    }
  }

  function rise(from: number): void {
    for (let at = from; at > 1; ) {
      const parent = floorDiv(at, 2);
      if (!isBefore(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  }

  function sink(from: number): void {
    for (let at = from; at * 2 <= count[0]; ) {
      let child = at * 2;
      if (child < count[0] && isBefore(child + 1, child)) child += 1;
      if (!isBefore(child, at)) return;
      swap(child, at);
      at = child;
    }
  }

  /**
   * Set a timer.
   *
   * @param kind - TimerKind.
   * @param number - of the instrument, order or account it is about.
   * @param dueMs - core time at which it fires.
   */
  function set(kind: TimerKind, number: number, dueMs: number): void {
    if (count[0] >= sweepAt) sweep();
    if (count[0] === timersMax) fail(`no room for more than ${timersMax} timers`);
    count[0] += 1;
    const at = count[0] * rowWords;
    rows[at] = dueMs;
    rows[at + 1] = kind;
    rows[at + 2] = number;
    rise(count[0]);
  }

  /** Drop every unwanted timer, so that a crowd of cancelled orders does not stay for days. */
  function sweep(): void {
    let kept = 0;
    for (let place = 1; place <= count[0]; place += 1) {
      if (!isWanted(place)) continue;
      kept += 1;
      if (kept !== place)
        rows.copyWithin(kept * rowWords, place * rowWords, (place + 1) * rowWords);
    }
    count[0] = kept;
    for (let place = floorDiv(kept, 2); place >= 1; place -= 1) sink(place);
    sweepAt = Math.max(sweepCountMin, kept * 2);
  }

  function isWanted(place: number): boolean {
    const at = place * rowWords;
    const owner = owners[rows[at + 1]] ?? fail(`nobody owns timers of kind ${rows[at + 1]}`);
    return owner.isWanted(rows[at + 2], rows[at]);
  }

  function dropFirst(): void {
    swap(1, count[0]);
    count[0] -= 1;
    sink(1);
  }

  function dropUnwanted(): void {
    while (count[0] > 0 && !isWanted(1)) dropFirst();
  }

  /** The earliest due time of a wanted timer; Infinity when there is none. */
  function readNextMs(): number {
    dropUnwanted();
    return count[0] === 0 ? Infinity : rows[rowWords];
  }

  /** Fire every timer due at `atMs`, in order; what a timer sets may be due as well. */
  function fireDue(atMs: number): void {
    for (let next = readNextMs(); next <= atMs; next = readNextMs()) {
      const [kind, number] = [rows[rowWords + 1], rows[rowWords + 2]];
      dropFirst();
      (owners[kind] as TimerOwner).fire(number, next);
    }
  }

  return {
    set,
    readNextMs,
    fireDue,
    /** Say who owns a kind; once, when the engine is made. */
    register(kind: TimerKind, owner: TimerOwner): void {
      owners[kind] = owner;
    },
  };
}
