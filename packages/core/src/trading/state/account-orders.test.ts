import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createOrderPool,
  metaMarketShift,
  metaStatusShift,
  metaTypeShift,
  orderAccount,
  orderIntsStride,
  orderIsOpen,
  orderMeta,
} from '../../book/order-pool.ts';
import { accountStride } from '../../ledger/account-lines.ts';
import { createMemory } from '../../memory.ts';
import { OrderType } from '../../words.ts';
import { createAccountOrders } from './account-orders.ts';

const accountsMax = 3;
const marketsCountMax = 2;
const ordersCountMax = 600;

interface OpenOrder {
  readonly slot: number;
  readonly account: number;
  readonly market: number;
  isStop: boolean;
}

function makeFixture() {
  const memory = createMemory();
  const pool = createOrderPool(memory, ordersCountMax);
  const accounts = { hotRows: new Int32Array(4 * accountStride), accountMask: accountsMax };
  const orders = createAccountOrders({ memory, pool, accounts, marketsCountMax });
  return { memory, pool, orders };
}

type Fixture = ReturnType<typeof makeFixture>;

function setMeta({ pool }: Fixture, { slot, market, isStop }: OpenOrder): void {
  const [status, type] = isStop ? [1, OrderType.stopLimit] : [0, OrderType.limit];
  pool.orderInts[slot * orderIntsStride + orderMeta] =
    (market << metaMarketShift) | (status << metaStatusShift) | (type << metaTypeShift);
}

function open(fixture: Fixture, terms: Omit<OpenOrder, 'slot'>): OpenOrder {
  const slot = fixture.pool.takeSlot();
  const order = { slot, ...terms };
  setMeta(fixture, order);
  fixture.pool.orderInts[slot * orderIntsStride + orderAccount] = terms.account;
  fixture.pool.orderInts[slot * orderIntsStride + orderIsOpen] = 1;
  fixture.orders.enterOrder(terms.account, slot);
  return order;
}

function compare({ orders }: Fixture, open: readonly OpenOrder[]): void {
  for (let account = 1; account <= accountsMax; account += 1) {
    const own = open.filter((order) => order.account === account);
    expect(orders.readTotalCount(account)).toBe(own.length);
    for (let market = 0; market < marketsCountMax; market += 1) {
      const there = own.filter((order) => order.market === market);
      expect(orders.readOpenCount(account, market)).toBe(there.length);
      expect(orders.readStopCount(account, market)).toBe(there.filter((it) => it.isStop).length);
      const collected = orders.listOrdersOn(account, (each) => each === market);
      expect(collected.toSorted()).toEqual(there.map(({ slot }) => slot).toSorted());
    }
  }
}

/** Waves, so that accounts have few orders, then many, then few again. */
const wave = fc.record({
  account: fc.integer({ min: 1, max: accountsMax }),
  count: fc.integer({ min: 1, max: 190 }),
  isOpening: fc.boolean(),
  marketPick: fc.nat(7),
  isFiring: fc.boolean(),
  isLoad: fc.boolean(),
});

test('counts of accounts with few and many orders are those of the orders themselves', () => {
  const run = fc.property(fc.array(wave, { minLength: 5, maxLength: 25 }), (waves) => {
    const fixture = makeFixture();
    const all: OpenOrder[] = [];
    for (const { account, count, isOpening, marketPick, isFiring, isLoad } of waves) {
      for (let step = 0; step < count; step += 1) {
        const own = all.filter((order) => order.account === account);
        if (isOpening && all.length < ordersCountMax) {
          const [market, isStop] = [(step * marketPick) % marketsCountMax, step % 3 === 0];
          all.push(open(fixture, { account, market, isStop }));
        } else if (!isOpening && own.length > 0) {
          const gone = own[(step * marketPick) % own.length];
          all.splice(all.indexOf(gone), 1);
          fixture.orders.leaveOrder(account, gone.slot);
          fixture.pool.freeSlot(gone.slot);
        }
      }
      const fired = all.find((order) => isFiring && order.isStop);
      if (fired !== undefined) {
        fired.isStop = false;
        setMeta(fixture, fired);
        fixture.orders.countFired(fired.account, fired.slot);
      }
      if (isLoad) for (const rebuild of fixture.memory.rebuilds) rebuild();
      compare(fixture, all);
    }
  });
  fc.assert(run, { numRuns: 60, seed: 7 });
});
