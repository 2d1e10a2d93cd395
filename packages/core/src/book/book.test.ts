import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemory } from '../memory.ts';
import { createBook, type Book } from './book.ts';
import { askSide, bidSide, sidesPerMarket } from './ladder.ts';
import {
  icebergStride,
  icebergVisibleLots,
  metaIsIceberg,
  orderIntsStride,
  orderMeta,
  orderNext,
  orderNumbersStride,
  orderOpenLots,
  orderPrice,
} from './order-pool.ts';

interface NaiveOrder {
  readonly slot: number;
  readonly side: number;
  readonly price: number;
  readonly visibleLots: number;
  visibleLeft: number;
  open: number;
}

const market = 1;
const capacity = { ordersCountMax: 500, marketsCountMax: 2, pagesCountMax: 500 };

function drawReal(book: Book, side: number): string[] {
  const { ladder, pool } = book;
  const number = market * sidesPerMarket + side;
  const lines: string[] = [];
  for (let price = ladder.readBestPrice(number); price !== 0; ) {
    const level = ladder.findLevel(number, price);
    const queue: string[] = [];
    for (let slot = ladder.readHead(level); slot !== 0; ) {
      const open = pool.orderNumbers[slot * orderNumbersStride + orderOpenLots];
      queue.push(`${slot}:${open}/${book.readVisibleLots(slot)}`);
      slot = pool.orderInts[slot * orderIntsStride + orderNext];
    }
    lines.push(`${price} = ${ladder.readTotal(level)}: ${queue.join(' ')}`);
    price = ladder.readNextPrice(number, price);
  }
  return lines;
}

function drawNaive(orders: readonly NaiveOrder[], side: number): string[] {
  const own = orders.filter((order) => order.side === side);
  const prices = [...new Set(own.map((order) => order.price))];
  prices.sort((left, right) => (side === bidSide ? right - left : left - right));
  return prices.map((price) => {
    const queue = own.filter((order) => order.price === price);
    const total = queue.reduce((sum, order) => sum + order.visibleLeft, 0);
    const texts = queue.map((order) => `${order.slot}:${order.open}/${order.visibleLeft}`);
    return `${price} = ${total}: ${texts.join(' ')}`;
  });
}

function openBoth(book: Book, orders: NaiveOrder[], terms: [number, number, number, number]): void {
  const [side, price, lots, visible] = terms;
  const { pool } = book;
  const slot = pool.takeSlot();
  const isIceberg = visible > 0 && visible < lots;
  pool.orderInts[slot * orderIntsStride + orderMeta] = side | (isIceberg ? metaIsIceberg : 0);
  pool.orderInts[slot * orderIntsStride + orderPrice] = price;
  pool.orderNumbers[slot * orderNumbersStride + orderOpenLots] = lots;
  pool.icebergNumbers[slot * icebergStride + icebergVisibleLots] = visible;
  book.restOrder(market, slot);
  const visibleLots = isIceberg ? visible : lots;
  orders.push({ slot, side, price, visibleLots, visibleLeft: visibleLots, open: lots });
}

function dropBoth(book: Book, orders: NaiveOrder[], order: NaiveOrder): void {
  orders.splice(orders.indexOf(order), 1);
  book.pool.freeSlot(order.slot);
}

function tradeBoth(book: Book, orders: NaiveOrder[], side: number, wanted: number): void {
  const number = market * sidesPerMarket + side;
  const best = book.ladder.readBestPrice(number);
  if (best === 0) return;
  const level = book.ladder.readBestLevel(number);
  const slot = book.ladder.readHead(level);
  const order = orders.find((one) => one.side === side && one.price === best);
  expect(order?.slot).toBe(slot);
  if (order === undefined) return;
  const lots = Math.min(wanted, order.visibleLeft);
  book.takenLots[0] = lots;
  book.tradeResting(market, slot, level);
  order.open -= lots;
  order.visibleLeft -= lots;
  if (order.open === 0) {
    dropBoth(book, orders, order);
  } else if (order.visibleLeft === 0) {
    order.visibleLeft = Math.min(order.visibleLots, order.open);
    orders.splice(orders.indexOf(order), 1);
    orders.push(order);
  }
}

function shrinkBoth(book: Book, orders: NaiveOrder[], pick: number, wanted: number): void {
  if (orders.length === 0) return;
  const order = orders[pick % orders.length];
  const lots = Math.min(wanted, order.open);
  book.shrinkResting(market, order.slot, lots);
  order.visibleLeft -= Math.max(0, lots - (order.open - order.visibleLeft));
  order.open -= lots;
  if (order.open === 0) dropBoth(book, orders, order);
}

function cancelBoth(book: Book, orders: NaiveOrder[], pick: number): void {
  if (orders.length === 0) return;
  const order = orders[pick % orders.length];
  book.unrestOrder(market, order.slot);
  dropBoth(book, orders, order);
}

const price = fc.oneof(
  fc.integer({ min: 505, max: 520 }),
  fc.integer({ min: 1, max: 4000 }),
  fc.integer({ min: 1, max: 2_147_483_647 }),
);
const step = fc.oneof(
  fc.tuple(fc.constant('open'), fc.integer({ min: 0, max: 1 }), price, fc.nat(30), fc.nat(12)),
  fc.tuple(fc.constant('trade'), fc.integer({ min: 0, max: 1 }), price, fc.nat(30), fc.nat(12)),
  fc.tuple(fc.constant('shrink'), fc.nat(1000), price, fc.nat(30), fc.nat(12)),
  fc.tuple(fc.constant('cancel'), fc.nat(1000), price, fc.nat(30), fc.nat(12)),
);

test('after any opens, trades, shrinks and cancels the book equals a naive one', () => {
  const run = fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
    const book = createBook(createMemory(), capacity);
    const orders: NaiveOrder[] = [];
    for (const [action, pick, at, lots, visible] of steps) {
      if (action === 'open') openBoth(book, orders, [pick, at, lots + 1, visible]);
      else if (action === 'trade') tradeBoth(book, orders, pick, lots + 1);
      else if (action === 'shrink') shrinkBoth(book, orders, pick, lots + 1);
      else cancelBoth(book, orders, pick);
      expect(drawReal(book, bidSide)).toEqual(drawNaive(orders, bidSide));
      expect(drawReal(book, askSide)).toEqual(drawNaive(orders, askSide));
      expect(book.pool.countOrders()).toBe(orders.length);
    }
  });
  fc.assert(run, { numRuns: 60, seed: 20261121 });
});
