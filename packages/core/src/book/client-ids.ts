// Which open order of an account on a market has a client order id: one open-addressing table with
// linear probing; a removal shifts followers back, so there are no tombstones. The market of an
// order stands in its record only: an order enters with its record written and leaves before the
// record is freed. Called by trading/, which asks before it opens an order.
import { assert } from '../assert.ts';
import type { ClientOrderIdWords } from '../ids.ts';
import type { Memory } from '../memory.ts';
import { clearWords } from '../memory.ts';
import type { OrderPool } from './order-pool.ts';
import * as orderPoolNames from './order-pool.ts';

const { metaMarketShift, orderIntsStride, orderMeta } = orderPoolNames;

const wordsCount = 5;
const highWord = 1 / 4294967296;
const rowStride = 6;
const rowAccount = 5;

/** True when the words say "none". */
export function isNoClientId(words: ClientOrderIdWords): boolean {
  return words[0] === 0;
}

function mixWord(hash: number, word: number): number {
  const high = Math.floor(word * highWord);
  const mixed = Math.imul(hash ^ (word | 0), 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 13) ^ high, 0xc2b2ae35);
}

/**
 * Reserve the table.
 *
 * @param memory - where the words of the ids are kept; the table itself is filled again on load.
 * @param pool - the records of the orders.
 * @param ordersCountMax - as the order pool has them; the table is at most half full.
 */
export function createClientIds(
  memory: Memory,
  { orderInts }: Pick<OrderPool, 'orderInts'>,
  ordersCountMax: number,
) {
  const capacity = 2 << (32 - Math.clz32(ordersCountMax));
  const mask = capacity - 1;
  const table = new Int32Array(capacity);
  const highest = memory.int32('clientIdsEnd', 1, () => 1);
  const rows = memory.float64(
    'clientIds',
    (ordersCountMax + 1) * rowStride,
    () => (highest[0] + 1) * rowStride,
  );

  function readMarket(slot: number): number {
    return orderInts[slot * orderIntsStride + orderMeta] >> metaMarketShift;
  }

  function hashWords(owner: number, words: ArrayLike<number>, from: number): number {
    let hash = owner;
    for (let at = 0; at < wordsCount; at += 1) hash = mixWord(hash, words[from + at]);
    return (hash ^ (hash >>> 16)) & mask;
  }

  function isRowOf(slot: number, accountId: number, words: ClientOrderIdWords): boolean {
    const row = slot * rowStride;
    if (rows[row + rowAccount] !== accountId) return false;
    for (let at = 0; at < wordsCount; at += 1) if (rows[row + at] !== words[at]) return false;
    return true;
  }

  function hashOwner(accountId: number, market: number): number {
    return mixWord(0x9e3779b9 ^ market, accountId);
  }

  /** The open order of an account on a market with this id, 0 when there is none. */
  function findClientId(accountId: number, market: number, words: ClientOrderIdWords): number {
    let at = hashWords(hashOwner(accountId, market), words, 0);
    for (;;) {
      const slot = table[at];
      if (slot === 0) return 0;
      if (isRowOf(slot, accountId, words) && readMarket(slot) === market) return slot;
      at = (at + 1) & mask;
    }
  }

  /** Record the id of an order that opens; it must be free. */
  function addClientId(slot: number, accountId: number, words: ClientOrderIdWords): void {
    const row = slot * rowStride;
    for (let at = 0; at < wordsCount; at += 1) rows[row + at] = words[at];
    rows[row + rowAccount] = accountId;
    if (slot > highest[0]) highest[0] = slot;
    enterRow(slot);
  }

  /** Put the row of an order, as it stands, into the table. */
  function enterRow(slot: number): void {
    let at = readHome(slot);
    while (table[at] !== 0) at = (at + 1) & mask;
    table[at] = slot;
  }

  function readHome(slot: number): number {
    const row = slot * rowStride;
    return hashWords(hashOwner(rows[row + rowAccount], readMarket(slot)), rows, row);
  }

  /** Forget the id of an order that closes. */
  function removeClientId(slot: number): void {
    let hole = readHome(slot);
    while (table[hole] !== slot) {
      assert(table[hole] !== 0, 'an order with a client id is in the table');
      hole = (hole + 1) & mask;
    }
    let at = hole;
    for (;;) {
      at = (at + 1) & mask;
      const follower = table[at];
      if (follower === 0) break;
      const home = readHome(follower);
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        table[hole] = follower;
        hole = at;
      }
    }
    table[hole] = 0;
  }

  /** The words that an order was opened with. */
  function readClientId(slot: number): ClientOrderIdWords {
    const row = slot * rowStride;
    return [rows[row], rows[row + 1], rows[row + 2], rows[row + 3], rows[row + 4]];
  }

  return {
    findClientId,
    addClientId,
    removeClientId,
    readClientId,
    enterRow,
    /** Empty the table; the rows stay. */
    clear: () => clearWords(table),
  };
}
