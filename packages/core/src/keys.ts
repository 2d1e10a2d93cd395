// Idempotency keys: what became of a command under (actor, key), until its deadline has passed.
// Not here: which outcomes are remembered (engine.ts). Rules: docs/rules/core.md 2.
// Called by the engine for commands that carry a key.
//
// Packed rows, an open-addressing table that finds them, and a heap by deadline. Keys whose
// deadline has passed are taken out a few at a time with each new one, so that no command ever pays
// for all of them; only where a table is full, it is first made sure that all who fill it live.
import { fail } from './fault.ts';
import { floorDiv } from './math/index.ts';
import type { Memory } from './memory.ts';
import * as memoryNames from './memory.ts';
import { Capacity } from './capacity-numbers.ts';

const { clearWords, makeFloats, makeInts, powerAbove } = memoryNames;

const rowWords = 16;
const factsMax = 6;
const actorWord = 0;
const highWord = 1;
const lowWord = 2;
const bodyWord = 3;
const sequenceWord = 4;
const codeWord = 5;
const deadlineWord = 6;
const factCountWord = 7;
const factWord = 8;
const sweepPerKey = 4;
const half = 67108864;
/** Users' commands leave an eighth of the capacity to the operator. */
const operatorShare = 8;
/** One user's commands take at most this part of the capacity. */
const actorShare = 64;

/** A key and whose it is. */
export interface KeyName {
  readonly actorId: number;
  readonly keyHigh: number;
  readonly keyLow: number;
}

/** What is remembered under a key. */
export interface KeyOutcome extends KeyName {
  readonly bodyHash: number;
  readonly sequence: number;
  readonly code: number;
  readonly deadlineMs: number;
  readonly facts: readonly number[];
}

/** A table without place for one more, and how many it has; undefined when there is place. */
export type ExceededCapacity = readonly [capacity: number, countMax: number] | undefined;

/** The key memory of one engine. */
export type Keys = ReturnType<typeof createKeys>;

/** Make an empty key memory of `keysMax` places, a power of two. */
export function createKeys(memory: Memory, keysMax: number) {
  const count = memory.int32('keyCount', 1, () => 1);
  const usersMax = keysMax - floorDiv(keysMax, operatorShare);
  const actorMax = floorDiv(keysMax, actorShare);
  const rows = memory.float64('keys', keysMax * rowWords, () => count[0] * rowWords);
  const table = makeInts(powerAbove(keysMax) * 2);
  const mask = table.length - 1;
  const heap = makeInts(keysMax);
  const heapPlaces = makeInts(keysMax);
  const countsByActor = new Map<number, number>();
  /** Takes what is read only to be fetched early. */
  const touched = makeFloats(1);
  memory.onLoad(() => {
    clearWords(table);
    countsByActor.clear();
    const total = count[0];
    for (count[0] = 0; count[0] < total; ) enterRow(count[0]);
  });

  function homeOf(row: number): number {
    return readHome(rows[row * rowWords + highWord], rows[row * rowWords + lowWord]);
  }

  function readHome(high: number, low: number): number {
    return ((high % half) ^ (low % half)) & mask;
  }

  /** Take a written row, the next one, into table, heap and counts. */
  function enterRow(row: number): void {
    let place = homeOf(row);
    while (table[place] !== 0) place = (place + 1) & mask;
    table[place] = row + 1;
    heap[row] = row;
    heapPlaces[row] = row;
    count[0] = row + 1;
    rise(row);
    countForActor(rows[row * rowWords + actorWord], 1);
  }

  function countForActor(actorId: number, change: number): void {
    const next = (countsByActor.get(actorId) ?? 0) + change;
    if (next === 0) countsByActor.delete(actorId);
    else countsByActor.set(actorId, next);
  }

  function readDeadline(row: number): number {
    return rows[row * rowWords + deadlineWord];
  }

  function isBefore(a: number, b: number): boolean {
    return readDeadline(heap[a]) < readDeadline(heap[b]);
  }

  function swap(a: number, b: number): void {
    const row = heap[a];
    setHeap(a, heap[b]);
    setHeap(b, row);
  }

  function setHeap(place: number, row: number): void {
    heap[place] = row;
    heapPlaces[row] = place;
  }

  function rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = floorDiv(at - 1, 2);
      if (!isBefore(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  }

  function sink(from: number, end: number): void {
    for (let at = from; at * 2 + 1 < end; ) {
      let child = at * 2 + 1;
      if (child + 1 < end && isBefore(child + 1, child)) child += 1;
      if (!isBefore(child, at)) return;
      swap(child, at);
      at = child;
    }
  }

  /** Place in the table of a key's row, -1 when there is none. */
  function findPlace(name: KeyName): number {
    let place = readHome(name.keyHigh, name.keyLow);
    for (; table[place] !== 0; place = (place + 1) & mask) {
      const at = (table[place] - 1) * rowWords;
      const isSame =
        rows[at + highWord] === name.keyHigh &&
        rows[at + lowWord] === name.keyLow &&
        rows[at + actorWord] === name.actorId;
      if (isSame) return place;
    }
    return -1;
  }

  function readRow(row: number): KeyOutcome {
    const at = row * rowWords;
    const first = at + factWord;
    return {
      actorId: rows[at + actorWord],
      keyHigh: rows[at + highWord],
      keyLow: rows[at + lowWord],
      bodyHash: rows[at + bodyWord],
      sequence: rows[at + sequenceWord],
      code: rows[at + codeWord],
      deadlineMs: rows[at + deadlineWord],
      facts: Array.from(rows.subarray(first, first + rows[at + factCountWord])),
    };
  }

  /** What is remembered under a key at core time `atMs`; undefined when nothing is. */
  function find(name: KeyName, atMs: number): KeyOutcome | undefined {
    const place = findPlace(name);
    if (place < 0 || readDeadline(table[place] - 1) < atMs) return undefined;
    return readRow(table[place] - 1);
  }

  /**
   * Whether one more key can be remembered at core time `atMs`.
   *
   * @param isOfUser - the command came from a user: those leave place to the operator and to each
   *   other.
   */
  function findExceededCapacity(
    actorId: number,
    isOfUser: boolean,
    atMs: number,
  ): ExceededCapacity {
    const countMax = isOfUser ? usersMax : keysMax;
    while (count[0] >= countMax && dropPassed(atMs));
    if (count[0] >= countMax) return [Capacity.keys, countMax];
    if (!isOfUser) return undefined;
    while ((countsByActor.get(actorId) ?? 0) >= actorMax && dropPassed(atMs));
    return (countsByActor.get(actorId) ?? 0) < actorMax
      ? undefined
      : [Capacity.keysOfActor, actorMax];
  }

  /** Remember an outcome at core time `atMs`; nothing living is remembered under its key. */
  function remember(outcome: KeyOutcome, atMs: number): void {
    if (outcome.facts.length > factsMax) fail('more facts than a key can remember');
    for (let left = sweepPerKey; left > 0 && dropPassed(atMs); ) left -= 1;
    const old = findPlace(outcome);
    if (old >= 0) remove(old);
    if (count[0] >= keysMax) fail(`no room for more than ${keysMax} keys`);
    const { actorId, keyHigh, keyLow, bodyHash, sequence, code, deadlineMs, facts } = outcome;
    const row = count[0];
    const at = row * rowWords;
    rows.set([actorId, keyHigh, keyLow, bodyHash, sequence, code, deadlineMs, facts.length], at);
    rows.set(facts, at + factWord);
    enterRow(row);
  }

  /** Take out the key whose deadline is the earliest, if it has passed. */
  function dropPassed(atMs: number): boolean {
    if (count[0] === 0 || readDeadline(heap[0]) >= atMs) return false;
    const at = heap[0] * rowWords;
    const [actorId, keyHigh, keyLow] = rows.subarray(at, at + 3);
    remove(findPlace({ actorId, keyHigh, keyLow }));
    return true;
  }

  /** Take out the row that a place of the table names; the last row takes its place. */
  function remove(place: number): void {
    const row = table[place] - 1;
    const last = count[0] - 1;
    countForActor(rows[row * rowWords + actorWord], -1);
    leaveHeap(heapPlaces[row], last);
    closeGap(place);
    if (row !== last) {
      table[findRow(last)] = row + 1;
      rows.copyWithin(row * rowWords, last * rowWords, (last + 1) * rowWords);
      setHeap(heapPlaces[last], row);
    }
    rows.fill(0, last * rowWords, (last + 1) * rowWords);
    count[0] = last;
  }

  function leaveHeap(place: number, last: number): void {
    if (place === last) return;
    swap(place, last);
    rise(place);
    sink(place, last);
  }

  /** Place in the table that names a row. */
  function findRow(row: number): number {
    let place = homeOf(row);
    while (table[place] !== row + 1) place = (place + 1) & mask;
    return place;
  }

  /** Close the gap of a place in the table, so that no search stops too early. */
  function closeGap(place: number): void {
    let gap = place;
    for (let next = (gap + 1) & mask; table[next] !== 0; next = (next + 1) & mask) {
      const home = homeOf(table[next] - 1);
      if (((next - home) & mask) < ((next - gap) & mask)) continue;
      table[gap] = table[next];
      gap = next;
    }
    table[gap] = 0;
  }

  /** Every living key at core time `atMs`, by actor, high and low half. */
  function list(atMs: number): KeyOutcome[] {
    const living: KeyOutcome[] = [];
    for (let row = 0; row < count[0]; row += 1) {
      if (readDeadline(row) >= atMs) living.push(readRow(row));
    }
    return living.sort(
      (a, b) => a.actorId - b.actorId || a.keyHigh - b.keyHigh || a.keyLow - b.keyLow,
    );
  }

  /** Read where a key's row is looked for, so that it is near when it is needed. */
  function touch(high: number, low: number): void {
    touched[0] = table[readHome(high, low)];
  }

  return { find, findExceededCapacity, remember, list, touch };
}
