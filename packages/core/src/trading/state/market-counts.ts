// Open and stop orders of one account market by market, for the few accounts that have many: a
// block of two counts for each market. Which account has a block and what is counted is decided in
// account-orders.ts, which alone calls this.
import { assert } from '../../assert.ts';
import * as memoryNames from '../../memory.ts';

const { makeInts } = memoryNames;

const countWords = 2;
const openWord = 0;
const stopWord = 1;

/**
 * Reserve the blocks; they are numbered from 1, 0 stands for none.
 *
 * @param blocksMax - how many accounts can have one at a time.
 */
export function createMarketCounts(blocksMax: number, marketsCountMax: number) {
  const blockWords = marketsCountMax * countWords;
  const counts = makeInts((blocksMax + 1) * blockWords);
  /** Blocks that were given back. */
  const free: number[] = [];
  const used = makeInts(1);

  /** A block with all counts 0. */
  function takeBlock(): number {
    const block = free.pop();
    if (block !== undefined) return block;
    used[0] += 1;
    assert(used[0] <= blocksMax, 'fewer accounts have many orders than there is room for');
    return used[0];
  }

  /** Take a block back. */
  function freeBlock(block: number): void {
    counts.fill(0, block * blockWords, (block + 1) * blockWords);
    free.push(block);
  }

  /** Change the count of open orders on a market. */
  function addOpen(block: number, market: number, change: number): void {
    counts[block * blockWords + market * countWords + openWord] += change;
  }

  /** Change the count of orders that wait for a price. */
  function addStop(block: number, market: number, change: number): void {
    counts[block * blockWords + market * countWords + stopWord] += change;
  }

  return {
    takeBlock,
    freeBlock,
    addOpen,
    addStop,
    /** Open orders on a market. */
    readOpen: (block: number, market: number): number =>
      counts[block * blockWords + market * countWords + openWord],
    /** Orders on a market that wait for a price. */
    readStops: (block: number, market: number): number =>
      counts[block * blockWords + market * countWords + stopWord],
    /** Take all blocks back. */
    clear(): void {
      counts.fill(0, 0, (used[0] + 1) * blockWords);
      used[0] = 0;
      free.length = 0;
    },
  };
}
