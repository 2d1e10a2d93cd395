// Balances: one 32-byte row for each (account, asset): available high and low word, held high and
// low word. Not here: whose they are (accounts.ts), fills (settlement.ts).
// Called by the ledger's commands and by every product that holds and releases.
//
// A row is named by the place of its first word. The rows of an account for the first
// `homeAssetsCount` assets lie together and are found by multiplication; the others in blocks found
// by one table. Row 0 is always zero and stands for "nothing there yet"; it is never written.
import { fail } from '../fault.ts';
import type { Memory } from '../memory.ts';
import * as memoryNames from '../memory.ts';
import * as mathNames from '../math/index.ts';
import * as scratchNames from '../scratch.ts';
import * as assetsNames from './assets.ts';

const { joinWords, wordBase, wordScale, readHighWord, readLowWord } = mathNames;
const { makeFloats, powerAbove } = memoryNames;
const { Scratch } = scratchNames;
const { assetIdLimit } = assetsNames;

const rowWords = 4;
const lineWords = 8;
const blockAssets = 16;
const blockWords = blockAssets * rowWords;
const base = wordBase;
const scale = wordScale;
const amount = Scratch.amount;

/** How much room there is for balances. */
export interface BalanceSizes {
  readonly accountsMax: number;
  /** Assets, in order of definition, whose balances are found without a table. */
  readonly homeAssetsCount: number;
  /** Blocks of 16 balances for the assets beyond. */
  readonly overflowBlocksMax: number;
}

/** The balances of one engine. */
export type Balances = ReturnType<typeof createBalances>;

/** What createBalances needs. */
export interface BalancesOptions {
  readonly memory: Memory;
  readonly scratch: Float64Array;
  readonly sizes: BalanceSizes;
  /** Accounts there are; bounds what a snapshot copies. */
  readonly countAccounts: () => number;
}

/** Make the balances of one engine. */
export function createBalances({ memory, scratch, sizes, countAccounts }: BalancesOptions) {
  const { accountsMax, homeAssetsCount, overflowBlocksMax } = sizes;
  // An odd count of cache lines, so that the same asset of many accounts spreads over the cache.
  const homeWords = (((homeAssetsCount + 1) >> 1) | 1) * lineWords;
  const homeEnd = (accountsMax + 1) * homeWords;
  const groups = Math.max(0, (assetIdLimit - homeAssetsCount + blockAssets - 1) >> 4);
  const blockCount = memory.int32('balanceBlockCount', 1, () => 1);
  const blocks = memory.int32('balanceBlocks', (accountsMax + 1) * groups, () =>
    blockCount[0] === 0 ? 0 : (countAccounts() + 1) * groups,
  );
  // A power of two and one row more: a row under the mask needs no other check of its range.
  const end = homeEnd + overflowBlocksMax * blockWords;
  const mask = powerAbove(end) - 1;
  const rows = makeFloats(mask + rowWords);
  memory.view('balances', rows.subarray(0, homeEnd), () => (countAccounts() + 1) * homeWords);
  memory.view('balanceOverflow', rows.subarray(homeEnd, end), () => blockCount[0] * blockWords);

  /** The row of an account's asset, by the asset's slot; 0 when nothing was ever there. */
  function findRow(account: number, assetSlot: number): number {
    return assetSlot < homeAssetsCount
      ? (Math.imul(account, homeWords) + Math.imul(assetSlot, rowWords)) | 0
      : findOverflowRow(account, assetSlot - homeAssetsCount);
  }

  function findOverflowRow(account: number, index: number): number {
    const block = blocks[account * groups + (index >> 4)];
    return block === 0 ? 0 : homeEnd + (block - 1) * blockWords + (index & 15) * rowWords;
  }

  /** The row of an account's asset, made when it is new: for whoever is about to receive. */
  function ensureRow(account: number, assetSlot: number): number {
    const row = findRow(account, assetSlot);
    return row === 0 ? addRow(account, assetSlot - homeAssetsCount) : row;
  }

  function addRow(account: number, index: number): number {
    if (blockCount[0] === overflowBlocksMax) fail('no room for more balances');
    blockCount[0] += 1;
    blocks[account * groups + (index >> 4)] = blockCount[0];
    return findOverflowRow(account, index);
  }

  /**
   * Move scratch `amount` from available to held; false, and nothing done, when it is too much.
   */
  function hold(row: number): boolean {
    const at = row & mask;
    const high = scratch[amount];
    const low = scratch[amount + 1];
    const left = rows[at + 1] - low;
    const borrow = Math.floor(left * scale);
    const leftHigh = rows[at] - high + borrow;
    if (leftHigh < 0) return false;
    rows[at] = leftHigh;
    rows[at + 1] = left - borrow * base;
    const sum = rows[at + 3] + low;
    const carry = Math.floor(sum * scale);
    rows[at + 2] += high + carry;
    rows[at + 3] = sum - carry * base;
    return true;
  }

  /** Move scratch `amount` from held to available; it is held. */
  function release(row: number): void {
    const at = row & mask;
    const high = scratch[amount];
    const low = scratch[amount + 1];
    const left = rows[at + 3] - low;
    const borrow = Math.floor(left * scale);
    const leftHigh = rows[at + 2] - high + borrow;
    if (leftHigh < 0) fail('released more than was held');
    rows[at + 2] = leftHigh;
    rows[at + 3] = left - borrow * base;
    const sum = rows[at + 1] + low;
    const carry = Math.floor(sum * scale);
    rows[at] += high + carry;
    rows[at + 1] = sum - carry * base;
  }

  /** True when a row has scratch `amount` available. */
  function hasAvailable(row: number): boolean {
    const borrow = rows[row + 1] < scratch[amount + 1] ? 1 : 0;
    return rows[row] - scratch[amount] - borrow >= 0;
  }

  /** True when a row has scratch `amount` held. */
  function hasHeld(row: number): boolean {
    const borrow = rows[row + 3] < scratch[amount + 1] ? 1 : 0;
    return rows[row + 2] - scratch[amount] - borrow >= 0;
  }

  return {
    rows,
    /** A row under this mask needs no other check of its range. */
    rowMask: mask,
    findRow,
    ensureRow,
    /** Blocks in use for assets beyond the first ones. */
    countBlocks: (): number => blockCount[0],
    hold,
    release,
    hasAvailable,
    hasHeld,
    /** Available units of a row, signed. */
    readAvailable: (row: number): bigint => joinWords(rows[row], rows[row + 1]),
    /** Held units of a row. */
    readHeld: (row: number): bigint => joinWords(rows[row + 2], rows[row + 3]),
    /** Add `units` (signed) to what is available; the caller has checked the class's bounds. */
    addAvailable(row: number, units: bigint): void {
      if (row === 0) fail('a balance that is not there cannot change');
      const next = joinWords(rows[row], rows[row + 1]) + units;
      const high = readHighWord(next);
      if (!Number.isSafeInteger(high)) fail('a balance outgrew its two limbs');
      rows[row] = high;
      rows[row + 1] = readLowWord(next);
    },
  };
}
