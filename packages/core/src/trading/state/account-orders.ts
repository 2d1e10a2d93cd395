// The open orders of each account: how many, and the orders themselves as one chain that begins in
// the account's own hot row. So no step of a simple limit order looks into a table that grows with
// accounts times markets. Not state: made again from the open orders after a load.
// Called by checks of counts, by cancelling all, and by every step that opens or closes an order.
import { assert } from '../../assert.ts';
import type { OrderPool } from '../../book/order-pool.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import * as mathNames from '../../math/index.ts';
import type { Memory } from '../../memory.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import * as accountLinesNames from '../../ledger/account-lines.ts';
import * as orderShapeNames from '../checks/order-shape.ts';
import { createMarketCounts } from './market-counts.ts';

const {
  chooseIfNone,
  marketsCapacity,
  metaMarketShift,
  metaStatusShift,
  metaTypeShift,
  orderAccount,
  orderAccountNext,
  orderAccountPrev,
  orderIntsStride,
  orderIsOpen,
  orderMeta,
} = orderPoolNames;
const { accountCounts, accountFirstOrder, accountOpenCount, accountStride } = accountLinesNames;
const { ceilDiv } = mathNames;
const { isDormantType } = orderShapeNames;

/** From so many open orders on an account's orders are counted market by market too. */
const manyOrders = 128;
/** Below so many they are no longer; until then a count walks the chain. */
const fewOrders = 32;

/** What createAccountOrders needs. */
export interface AccountOrdersOptions {
  readonly memory: Memory;
  readonly pool: OrderPool;
  readonly accounts: Pick<Ledger['accounts'], 'hotRows' | 'accountMask'>;
  readonly marketsCountMax: number;
}

/** Make the chains of one engine. */
export function createAccountOrders(options: AccountOrdersOptions) {
  const { memory, pool, accounts, marketsCountMax } = options;
  const { orderInts, slotMask, ordersCountMax } = pool;
  assert(marketsCountMax <= marketsCapacity, 'the slot of a market fits into the bits of an order');
  const { hotRows: words, accountMask: mask } = accounts;
  const counts = createMarketCounts(ceilDiv(ordersCountMax, fewOrders), marketsCountMax);
  memory.onLoad(() => {
    counts.clear();
    for (let at = 0; at < words.length; at += accountStride) clearAccount(at);
    for (let slot = 1; slot < pool.readSlotsEnd(); slot += 1) {
      const own = slot * orderIntsStride;
      if (orderInts[own + orderIsOpen] !== 0) enterOrder(orderInts[own + orderAccount], slot);
    }
  });

  function clearAccount(at: number): void {
    if (words[at + accountOpenCount] === 0) return;
    words[at + accountOpenCount] = 0;
    words[at + accountFirstOrder] = 0;
    words[at + accountCounts] = 0;
  }

  function readMarket(slot: number): number {
    return orderInts[slot * orderIntsStride + orderMeta] >> metaMarketShift;
  }

  /** The order waits for a price, or will. */
  function isStop(slot: number): boolean {
    const meta = orderInts[slot * orderIntsStride + orderMeta];
    return ((meta >> metaStatusShift) & 3) !== 0 && isDormantType((meta >> metaTypeShift) & 7);
  }

  function listOrders(account: number): number[] {
    const slots: number[] = [];
    let slot = words[account * accountStride + accountFirstOrder];
    for (; slot !== 0; slot = orderInts[slot * orderIntsStride + orderAccountNext])
      slots.push(slot);
    return slots;
  }

  function beginBlock(account: number): void {
    const block = counts.takeBlock();
    words[account * accountStride + accountCounts] = block;
    for (const slot of listOrders(account)) countIn(block, slot, 1);
  }

  function countIn(block: number, slot: number, change: 1 | -1): void {
    counts.addOpen(block, readMarket(slot), change);
    if (isStop(slot)) counts.addStop(block, readMarket(slot), change);
  }

  function endBlock(account: number): void {
    counts.freeBlock(words[account * accountStride + accountCounts]);
    words[account * accountStride + accountCounts] = 0;
  }

  /** An order has come (1) or gone (-1), of an account that has many or a block. */
  function countMarket(account: number, slot: number, change: 1 | -1): void {
    const at = account * accountStride;
    if (words[at + accountCounts] === 0) beginBlock(account);
    else if (words[at + accountOpenCount] < fewOrders) endBlock(account);
    else countIn(words[at + accountCounts], slot, change);
  }

  // Whether an order has neighbours is not asked: record 0 takes what is written to none.

  /** Count an order in: it has just opened; its record has its account, market and status. */
  function enterOrder(account: number, slot: number): void {
    const at = (account & mask) * accountStride;
    const own = (slot & slotMask) * orderIntsStride;
    const next = words[at + accountFirstOrder] & slotMask;
    orderInts[own + orderAccountNext] = next;
    orderInts[own + orderAccountPrev] = 0;
    orderInts[next * orderIntsStride + orderAccountPrev] = slot;
    words[at + accountFirstOrder] = slot;
    const openCount = words[at + accountOpenCount] + 1;
    words[at + accountOpenCount] = openCount;
    if (openCount >= manyOrders || words[at + accountCounts] !== 0) countMarket(account, slot, 1);
  }

  /** Count an order out: it closes; its record is as it was. */
  function leaveOrder(account: number, slot: number): void {
    const at = (account & mask) * accountStride;
    const own = (slot & slotMask) * orderIntsStride;
    const next = orderInts[own + orderAccountNext] & slotMask;
    const prev = orderInts[own + orderAccountPrev] & slotMask;
    words[at + accountFirstOrder] = chooseIfNone(prev, next, words[at + accountFirstOrder]);
    orderInts[prev * orderIntsStride + orderAccountNext] = next;
    orderInts[next * orderIntsStride + orderAccountPrev] = prev;
    words[at + accountOpenCount] -= 1;
    if (words[at + accountCounts] !== 0) countMarket(account, slot, -1);
  }

  /** An open order waits for a price no more; its status says so already. */
  function countFired(account: number, slot: number): void {
    const block = words[account * accountStride + accountCounts];
    if (block !== 0) counts.addStop(block, readMarket(slot), -1);
  }

  function countOn(account: number, market: number, isMeant: (slot: number) => boolean): number {
    const own = listOrders(account).filter((slot) => readMarket(slot) === market);
    return own.filter(isMeant).length;
  }

  /** Open orders of an account on a market: live, dormant and pending. */
  function readOpenCount(account: number, market: number): number {
    const block = words[account * accountStride + accountCounts];
    return block === 0 ? countOn(account, market, () => true) : counts.readOpen(block, market);
  }

  return {
    enterOrder,
    leaveOrder,
    countFired,
    readOpenCount,
    /** Open orders of an account on all markets. */
    readTotalCount: (account: number): number =>
      words[(account & mask) * accountStride + accountOpenCount],
    /** Dormant and pending orders of the types that wait for a price. */
    readStopCount(account: number, market: number): number {
      const block = words[account * accountStride + accountCounts];
      return block === 0 ? countOn(account, market, isStop) : counts.readStops(block, market);
    },
    /** The open orders of an account on some markets, in no order that means anything. */
    listOrdersOn(account: number, isMeant: (market: number) => boolean): number[] {
      return listOrders(account).filter((slot) => isMeant(readMarket(slot)));
    },
  };
}
