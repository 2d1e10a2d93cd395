// Owners: VIP level, self-trade group and private numbers. Not here: their accounts (accounts.ts).
// Called by the ledger's commands and by every event that carries an owner's number.
import * as faultNames from '../fault.ts';
import type { Memory } from '../memory.ts';
import * as memoryNames from '../memory.ts';

const { CoreFault } = faultNames;
const { powerAbove } = memoryNames;

const rowWords = 4;
const vipWord = 1;
const groupWord = 2;
const numberWord = 3;

/** The owners of one engine. */
export type Owners = ReturnType<typeof createOwners>;

/** Make the list of owners; each has a slot, 0, 1, 2, ... in order of first mention. */
export function createOwners(memory: Memory, ownersMax: number) {
  const count = memory.int32('ownerCount', 1, () => 1);
  // A power of two: a slot under the mask needs no other check of its range.
  const room = powerAbove(ownersMax);
  const mask = room - 1;
  const rows = memory.float64('owners', room * rowWords, () => count[0] * rowWords);
  const slots = new Map<number, number>();
  memory.onLoad(() => {
    slots.clear();
    for (let slot = 0; slot < count[0]; slot += 1) slots.set(rows[slot * rowWords], slot);
  });

  /** The slot of an owner, made when it is new. Not for hot paths: accounts know their owner's. */
  function ensureSlot(ownerId: number): number {
    const known = slots.get(ownerId);
    if (known !== undefined) return known;
    const slot = count[0];
    if (slot === ownersMax) throw new CoreFault(`no room for more than ${ownersMax} owners`);
    count[0] = slot + 1;
    rows[slot * rowWords] = ownerId;
    slots.set(ownerId, slot);
    return slot;
  }

  /** Take the next private number of an owner; numbers start at 1. */
  function takeNumber(slot: number): number {
    const at = (slot & mask) * rowWords + numberWord;
    const next = rows[at] + 1;
    rows[at] = next;
    return next;
  }

  /** True when two slots count as one person for self-trade prevention. */
  function isSamePerson(a: number, b: number): boolean {
    if (a === b) return true;
    const group = rows[(a & mask) * rowWords + groupWord];
    return group !== 0 && group === rows[(b & mask) * rowWords + groupWord];
  }

  return {
    ensureSlot,
    takeNumber,
    isSamePerson,
    /** True for an owner who was mentioned. */
    has: (ownerId: number): boolean => slots.has(ownerId),
    /** Owners there are; slots are below it. */
    countOwners: () => count[0],
    /** The number of the owner in a slot. */
    readId: (slot: number) => rows[(slot & mask) * rowWords],
    /** VIP level 0..15. */
    readVip: (slot: number) => rows[(slot & mask) * rowWords + vipWord],
    /** Self-trade group, 0 = none. */
    readGroup: (slot: number) => rows[slot * rowWords + groupWord],
    /** The last private number taken. */
    readNumber: (slot: number) => rows[slot * rowWords + numberWord],
    /** Set the VIP level 0..15. */
    setVip: (slot: number, vipLevel: number) => {
      rows[slot * rowWords + vipWord] = vipLevel;
    },
    /** Set the self-trade group. */
    setGroup: (slot: number, group: number) => {
      rows[slot * rowWords + groupWord] = group;
    },
  };
}
