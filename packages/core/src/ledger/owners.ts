// Owners: VIP level, self-trade group and private numbers. Not here: their accounts (accounts.ts).
// Called by the ledger's commands and by every event that carries an owner's number.
//
// What orders ask of an owner lies in the line of the first account (account-lines.ts). The row
// here is the state: the private number alone is written back to it when a snapshot is taken.
import * as faultNames from '../fault.ts';
import type { Memory } from '../memory.ts';
import * as memoryNames from '../memory.ts';
import type { AccountLines } from './account-lines.ts';
import * as accountLinesNames from './account-lines.ts';

const { CoreFault } = faultNames;
const { clearWords, makeInts } = memoryNames;
const { accountHome, accountNumbersStride, accountStride, homeGroup, homeNumber, homeVip } =
  accountLinesNames;

const rowWords = 4;
const vipWord = 1;
const groupWord = 2;
const numberWord = 3;

/** The owners of one engine. */
export type Owners = ReturnType<typeof createOwners>;

/** Make the list of owners; each has a slot, 0, 1, 2, ... in order of first mention. */
export function createOwners(memory: Memory, lines: AccountLines, ownersMax: number) {
  const { numbers, ints, mask } = lines;
  const count = memory.int32('ownerCount', 1, () => 1);
  const rows = memory.float64('owners', ownersMax * rowWords, () => count[0] * rowWords);
  /** First account of each owner, 0 = none yet. */
  const homes = makeInts(ownersMax);
  const slots = new Map<number, number>();
  memory.onSave(() => {
    for (let slot = 0; slot < count[0]; slot += 1) {
      rows[slot * rowWords + numberWord] = readNumber(slot);
    }
  });
  memory.onLoad(() => {
    slots.clear();
    clearWords(homes);
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

  /** An account of the owner has been opened or loaded; by rising number of the account. */
  function enterAccount(slot: number, account: number): void {
    if (homes[slot] === 0) {
      const at = account * accountNumbersStride;
      homes[slot] = account;
      ints[account * accountStride + homeVip] = rows[slot * rowWords + vipWord];
      numbers[at + homeGroup] = rows[slot * rowWords + groupWord];
      numbers[at + homeNumber] = rows[slot * rowWords + numberWord];
    }
    ints[account * accountStride + accountHome] = homes[slot];
  }

  /** The account in whose line an account's owner is. */
  function readHome(account: number): number {
    return ints[(account & mask) * accountStride + accountHome] & mask;
  }

  /** Take the next private number of an account's owner; numbers start at 1. */
  function takeNumberOf(account: number): number {
    const at = readHome(account) * accountNumbersStride + homeNumber;
    const next = numbers[at] + 1;
    numbers[at] = next;
    return next;
  }

  /** The same for an owner who may have no account. */
  function takeNumber(slot: number): number {
    if (homes[slot] !== 0) return takeNumberOf(homes[slot]);
    rows[slot * rowWords + numberWord] += 1;
    return rows[slot * rowWords + numberWord];
  }

  /** The last private number taken. */
  function readNumber(slot: number): number {
    const home = homes[slot];
    return home === 0
      ? rows[slot * rowWords + numberWord]
      : numbers[home * accountNumbersStride + homeNumber];
  }

  /** Set the VIP level 0..15. */
  function setVip(slot: number, vipLevel: number): void {
    rows[slot * rowWords + vipWord] = vipLevel;
    if (homes[slot] !== 0) ints[homes[slot] * accountStride + homeVip] = vipLevel;
  }

  /** Set the self-trade group. */
  function setGroup(slot: number, group: number): void {
    rows[slot * rowWords + groupWord] = group;
    if (homes[slot] !== 0) numbers[homes[slot] * accountNumbersStride + homeGroup] = group;
  }

  /** True when two accounts count as one person's for self-trade prevention. */
  function isSamePerson(a: number, b: number): boolean {
    const home = readHome(a);
    const other = readHome(b);
    if (home === other) return true;
    const group = numbers[home * accountNumbersStride + homeGroup];
    return group !== 0 && group === numbers[other * accountNumbersStride + homeGroup];
  }

  return {
    ensureSlot,
    enterAccount,
    takeNumber,
    takeNumberOf,
    isSamePerson,
    readNumber,
    setVip,
    setGroup,
    /** True for an owner who was mentioned. */
    has: (ownerId: number): boolean => slots.has(ownerId),
    /** Owners there are; slots are below it. */
    countOwners: () => count[0],
    /** The number of the owner in a slot. */
    readId: (slot: number) => rows[slot * rowWords],
    /** VIP level 0..15. */
    readVip: (slot: number) => rows[slot * rowWords + vipWord],
    /** VIP level 0..15 of an account's owner. */
    readVipOf: (account: number) => ints[readHome(account) * accountStride + homeVip],
    /** Self-trade group, 0 = none. */
    readGroup: (slot: number) => rows[slot * rowWords + groupWord],
  };
}
