import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createOrderPool,
  metaMarketShift,
  orderAccount,
  orderIntsStride,
  orderMeta,
  orderSeat,
} from '../../../book/order-pool.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { createMemory } from '../../../memory.ts';
import { createSeats, seatOpenCount, seatStride } from './seats.ts';

const marketsCountMax = 3;
const ledger = {
  accounts: { readOwnerSlot: (account: number) => account * 10 },
  balances: { ensureRow: (account: number, slot: number) => account * 100 + slot },
} as unknown as Ledger;

function makeRoom() {
  const memory = createMemory();
  const pool = createOrderPool(memory, 15);
  const readAssets = (market: number) => ({ baseSlot: market, quoteSlot: 9 });
  const options = { memory, ledger, pool, seatsCountMax: 32, marketsCountMax, readAssets };
  return { memory, pool, seats: createSeats(options) };
}

test('an order keeps its seat among many that come and go, also when all are made anew', () => {
  const step = fc.record({
    account: fc.integer({ min: 1, max: 60 }),
    market: fc.nat(marketsCountMax - 1),
    isOpening: fc.boolean(),
    isLoad: fc.integer({ min: 0, max: 20 }).map((number) => number === 0),
  });
  const run = fc.property(fc.array(step, { minLength: 100, maxLength: 300 }), (steps) => {
    const { memory, pool, seats } = makeRoom();
    const open: { slot: number; account: number; market: number }[] = [];
    for (const { account, market, isOpening, isLoad } of steps) {
      const seat = seats.findSeat(account, market) || seats.makeSeat(account, market);
      if (isOpening && open.length < 15) {
        const slot = pool.takeSlot();
        const own = slot * orderIntsStride;
        pool.orderInts[own + orderMeta] = market << metaMarketShift;
        pool.orderInts[own + orderAccount] = account;
        pool.orderInts[own + orderSeat] = seat;
        seats.enterOrder(seat, slot);
        open.push({ slot, account, market });
      } else if (open.length > 0) {
        const [gone] = open.splice(account % open.length, 1);
        seats.leaveOrder(pool.orderInts[gone.slot * orderIntsStride + orderSeat], gone.slot);
        pool.freeSlot(gone.slot);
      }
      if (isLoad) for (const rebuild of memory.rebuilds) rebuild();
      for (const order of open) {
        const own = open.filter(
          (other) => other.account === order.account && other.market === order.market,
        );
        const found = seats.findSeat(order.account, order.market);
        expect(pool.orderInts[order.slot * orderIntsStride + orderSeat]).toBe(found);
        expect(seats.seats[found * seatStride + seatOpenCount]).toBe(own.length);
        const collected: number[] = [];
        seats.collectOrders(order.account, order.market, collected);
        expect(collected.toSorted()).toEqual(own.map((other) => other.slot).toSorted());
      }
    }
  });
  fc.assert(run, { numRuns: 60, seed: 7 });
});
