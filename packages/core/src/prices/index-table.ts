// The indexes as rows of numbers: terms, the newest price, since when it is live or frozen, and
// what follows of it at a core time (docs/rules/contracts.md 1, 4). Not here: the commands, and
// what a contract does about it. Called by everything in this folder.
import type { DefineIndex, IndexPrice } from '../command.ts';
import { fail } from '../fault.ts';
import type { Memory } from '../memory.ts';

/** Words of one index's row. */
export const indexWords = 16;

/** Places in an index's row. */
export const IndexWord = {
  id: 0,
  decimals: 1,
  componentsMin: 2,
  outlierPpm: 3,
  isSimulated: 4,
  /** The last price that was not frozen, 0 before the first. */
  priceSub: 5,
  /** Of the newest word about it, frozen or not, as the following two. */
  snapshotId: 6,
  liveCount: 7,
  componentsHash: 8,
  /** Core time of the last live price. */
  liveAtMs: 9,
  /** Core time from which on it has been live, 0 while it is not. */
  liveSinceMs: 10,
  /** Core time from which on it has been frozen, 0 while it is not or never was live. */
  frozenSinceMs: 11,
  /** When its contracts' states are looked at next, 0 = not by itself. */
  dueMs: 12,
} as const;

const at = IndexWord;
const toldWithinMs = 10_000;
const stoppedForMs = 5_000;
const goodForMs = 10_000;

/** The indexes of one engine. */
export type IndexTable = ReturnType<typeof createIndexTable>;

/** Make the list of indexes; each has a slot, 0, 1, 2, ... in order of definition. */
export function createIndexTable(memory: Memory, indexesMax: number) {
  const count = memory.int32('indexCount', 1, () => 1);
  const rows = memory.float64('indexes', indexesMax * indexWords, () => count[0] * indexWords);
  const slots = new Map<number, number>();
  memory.onLoad(() => {
    slots.clear();
    for (let slot = 0; slot < count[0]; slot += 1) slots.set(read(slot, at.id), slot);
  });

  function read(slot: number, word: number): number {
    return rows[slot * indexWords + word];
  }

  function write(slot: number, word: number, value: number): void {
    rows[slot * indexWords + word] = value;
  }

  /** Write the terms of an index; one that does not exist is made. */
  function define(terms: DefineIndex): void {
    const slot = slots.get(terms.indexId) ?? add(terms.indexId);
    write(slot, at.decimals, terms.decimals);
    write(slot, at.componentsMin, terms.componentsMin);
    write(slot, at.outlierPpm, terms.outlierPpm);
    write(slot, at.isSimulated, terms.isSimulated ? 1 : 0);
  }

  function add(indexId: number): number {
    const slot = count[0];
    if (slot === indexesMax) fail(`no room for more than ${slot} indexes`);
    write(slot, at.id, indexId);
    count[0] = slot + 1;
    slots.set(indexId, slot);
    return slot;
  }

  /** Live: told within ten seconds, and not frozen. */
  function isLive(slot: number, nowMs: number): boolean {
    return read(slot, at.liveSinceMs) > 0 && nowMs - read(slot, at.liveAtMs) <= toldWithinMs;
  }

  /** Core time from which on an index that is not live has been frozen. */
  function readStoppedFrom(slot: number): number {
    if (read(slot, at.liveSinceMs) === 0) return read(slot, at.frozenSinceMs);
    return read(slot, at.liveAtMs) + toldWithinMs;
  }

  /** Frozen so long that its contracts only reduce. */
  function isStoppedLong(slot: number, nowMs: number): boolean {
    return !isLive(slot, nowMs) && nowMs - readStoppedFrom(slot) > stoppedForMs;
  }

  /** Live so long that its contracts may open. */
  function isLiveLong(slot: number, nowMs: number): boolean {
    return isLive(slot, nowMs) && nowMs - read(slot, at.liveSinceMs) >= goodForMs;
  }

  /** Take in what a price step tells; with too few live components a price counts as none. */
  function tell(slot: number, price: IndexPrice, nowMs: number): void {
    const isPriced = price.priceSub > 0 && price.liveCount >= read(slot, at.componentsMin);
    const wasLive = isLive(slot, nowMs);
    write(slot, at.snapshotId, price.snapshotId);
    write(slot, at.liveCount, price.liveCount);
    write(slot, at.componentsHash, price.componentsHash);
    if (isPriced) {
      write(slot, at.priceSub, price.priceSub);
      write(slot, at.liveAtMs, nowMs);
      write(slot, at.frozenSinceMs, 0);
      if (!wasLive) write(slot, at.liveSinceMs, nowMs);
    } else if (read(slot, at.liveSinceMs) > 0) {
      write(slot, at.frozenSinceMs, wasLive ? nowMs : readStoppedFrom(slot));
      write(slot, at.liveSinceMs, 0);
    }
  }

  /** When time alone next changes what follows of an index; 0 when it does not. */
  function calculateDue(slot: number, nowMs: number): number {
    const isSince = read(slot, at.liveSinceMs) > 0;
    const stoppedMs = readStoppedFrom(slot) + stoppedForMs + 1;
    const goodMs = read(slot, at.liveSinceMs) + goodForMs;
    const dueMs = isSince && nowMs < goodMs ? Math.min(goodMs, stoppedMs) : stoppedMs;
    return dueMs > nowMs ? dueMs : 0;
  }

  return {
    rows,
    read,
    write,
    define,
    tell,
    isLive,
    isStoppedLong,
    isLiveLong,
    calculateDue,
    /** The slot of an index, -1 when there is none of that number. */
    findSlot: (indexId: number): number => slots.get(indexId) ?? -1,
    countIndexes: (): number => count[0],
    /** Slots by rising number of the index. */
    listSlots: (): number[] => [...slots.keys()].sort((a, b) => a - b).map((id) => slots.get(id)!),
  };
}
