// Idempotency keys: what became of a command under (actor, key), until its deadline has passed.
// Not here: which outcomes are remembered (engine.ts). Rules: docs/rules/core.md 2.
// Called by the engine for commands that carry a key.
//
// One open-addressing table. Keys whose deadline has passed are taken out a few at a time with each
// new one, so that no command ever pays for all of them.
import { fail } from './fault.ts';
import type { Memory } from './memory.ts';
import * as memoryNames from './memory.ts';

const { makeFloats } = memoryNames;

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

/** The key memory of one engine. */
export type Keys = ReturnType<typeof createKeys>;

/** Make an empty key memory; `keysMax` a power of two, at most seven eighths of it are used. */
export function createKeys(memory: Memory, keysMax: number) {
  const mask = keysMax - 1;
  const count = memory.int32('keyCount', 1, () => 1);
  // A snapshot holds the keys packed at the front; the table is built from them after a load.
  const packed = memory.float64('keys', keysMax * rowWords, packRows);
  const rows = makeFloats(keysMax * rowWords);
  /** Takes what is read only to be fetched early. */
  const touched = makeFloats(1);
  let sweepPlace = 0;
  let hasRows = false;
  memory.onLoad(() => {
    if (hasRows) rows.fill(0);
    hasRows = false;
    sweepPlace = 0;
    const total = count[0];
    count[0] = 0;
    for (let row = 0; row < total; row += 1) insertRow(packed.subarray(row * rowWords));
  });

  function packRows(): number {
    let next = 0;
    if (count[0] === 0) return next;
    for (let place = 0; place < keysMax; place += 1) {
      if (!isUsed(place)) continue;
      packed.set(rows.subarray(place * rowWords, (place + 1) * rowWords), next);
      next += rowWords;
    }
    return next;
  }

  /** A used row has a sequence above 0. */
  function isUsed(place: number): boolean {
    return rows[place * rowWords + sequenceWord] !== 0;
  }

  function homeOf(high: number, low: number): number {
    return ((high % half) ^ (low % half)) & mask;
  }

  function insertRow(row: Float64Array): void {
    let place = homeOf(row[highWord], row[lowWord]);
    while (isUsed(place)) place = (place + 1) & mask;
    rows.set(row.subarray(0, rowWords), place * rowWords);
    count[0] += 1;
    hasRows = true;
  }

  function findPlace(name: KeyName): number {
    let place = homeOf(name.keyHigh, name.keyLow);
    for (; isUsed(place); place = (place + 1) & mask) {
      const at = place * rowWords;
      const isSame =
        rows[at + highWord] === name.keyHigh &&
        rows[at + lowWord] === name.keyLow &&
        rows[at + actorWord] === name.actorId;
      if (isSame) return place;
    }
    return -1;
  }

  function readRow(place: number): KeyOutcome {
    const at = place * rowWords;
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
    if (place < 0 || rows[place * rowWords + deadlineWord] < atMs) return undefined;
    return readRow(place);
  }

  /** Remember an outcome at core time `atMs`; nothing living is remembered under its key. */
  function remember(outcome: KeyOutcome, atMs: number): void {
    if (outcome.facts.length > factsMax) fail('more facts than a key can remember');
    sweep(atMs);
    const old = findPlace(outcome);
    if (old >= 0) remove(old);
    if (count[0] >= keysMax - (keysMax >> 3)) fail(`no room for more than ${keysMax} keys`);
    const { actorId, keyHigh, keyLow, bodyHash, sequence, code, deadlineMs, facts } = outcome;
    const row = new Float64Array(rowWords);
    row.set([actorId, keyHigh, keyLow, bodyHash, sequence, code, deadlineMs, facts.length]);
    row.set(facts, factWord);
    insertRow(row);
  }

  function sweep(atMs: number): void {
    for (let step = 0; step < sweepPerKey; step += 1) {
      const isOver = rows[sweepPlace * rowWords + deadlineWord] < atMs;
      if (isUsed(sweepPlace) && isOver) remove(sweepPlace);
      else sweepPlace = (sweepPlace + 1) & mask;
    }
  }

  /** Take a row out and close the gap behind it, so that no search stops too early. */
  function remove(place: number): void {
    let gap = place;
    for (let next = (gap + 1) & mask; isUsed(next); next = (next + 1) & mask) {
      const at = next * rowWords;
      const home = homeOf(rows[at + highWord], rows[at + lowWord]);
      if (((next - home) & mask) < ((next - gap) & mask)) continue;
      rows.copyWithin(gap * rowWords, at, at + rowWords);
      gap = next;
    }
    rows.fill(0, gap * rowWords, (gap + 1) * rowWords);
    count[0] -= 1;
  }

  /** Every living key at core time `atMs`, by actor, high and low half. */
  function list(atMs: number): KeyOutcome[] {
    const living: KeyOutcome[] = [];
    for (let place = 0; place < keysMax; place += 1) {
      if (isUsed(place) && rows[place * rowWords + deadlineWord] >= atMs)
        living.push(readRow(place));
    }
    return living.sort(
      (a, b) => a.actorId - b.actorId || a.keyHigh - b.keyHigh || a.keyLow - b.keyLow,
    );
  }

  /** Read where a key's row would begin, so that it is near when it is needed. */
  function touch(high: number, low: number): void {
    touched[0] = rows[homeOf(high, low) * rowWords];
  }

  return { find, remember, list, touch };
}
