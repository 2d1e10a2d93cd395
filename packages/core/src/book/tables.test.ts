import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClientOrderIdWords } from '../ids.ts';
import { createMemory } from '../memory.ts';
import { createClientIds } from './client-ids.ts';
import { createOrderIds } from './order-ids.ts';
import {
  createOrderPool,
  metaMarketShift,
  orderIntsStride,
  orderMeta,
  orderNumber,
  orderNumbersStride,
} from './order-pool.ts';

test('an order number is found until it is removed, also where many share a home', () => {
  const ordersCountMax = 40;
  const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 300 })), {
    maxLength: 400,
  });
  const run = fc.property(steps, (changes) => {
    const pool = createOrderPool(createMemory(), ordersCountMax);
    const table = createOrderIds(pool);
    const naive = new Map<number, number>();
    let last = 4_294_967_296 - 20_000;
    for (const [isAdd, number] of changes) {
      if (isAdd && naive.size < ordersCountMax) {
        last += number;
        const slot = pool.takeSlot();
        pool.orderNumbers[slot * orderNumbersStride + orderNumber] = last;
        table.addId(last, slot);
        naive.set(last, slot);
      } else {
        const known = [...naive.keys()];
        const gone = known[number % Math.max(1, known.length)] ?? number;
        table.removeId(gone);
        pool.freeSlot(naive.get(gone) ?? pool.takeSlot());
        naive.delete(gone);
        expect(table.findSlot(gone)).toBe(0);
      }
    }
    for (const [id, slot] of naive) expect(table.findSlot(id)).toBe(slot);
    expect(table.findSlot(last + 1)).toBe(0);
  });
  fc.assert(run, { numRuns: 100, seed: 7 });
});

test('a client id is found for its account and market only, until it is removed', () => {
  const words: ClientOrderIdWords[] = Array.from({ length: 20 }, (_, at) => [
    at + 1,
    0,
    0,
    0,
    at % 3,
  ]);
  const owner = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, 1, 2, 32_767));
  const steps = fc.array(fc.tuple(owner, fc.nat(19)), { maxLength: 300 });
  const run = fc.property(steps, (changes) => {
    const pool = createOrderPool(createMemory(), 240);
    const table = createClientIds(createMemory(), pool, 240);
    const naive = new Map<string, number>();
    for (const [[account, market], pick] of changes) {
      const name = `${account}/${market}/${pick}`;
      const slot = naive.get(name);
      expect(table.findClientId(account, market, words[pick])).toBe(slot ?? 0);
      if (slot === undefined) {
        const taken = pool.takeSlot();
        pool.orderInts[taken * orderIntsStride + orderMeta] = market << metaMarketShift;
        table.addClientId(taken, account, words[pick]);
        expect(table.readClientId(taken)).toEqual(words[pick]);
        naive.set(name, taken);
      } else {
        table.removeClientId(slot);
        pool.freeSlot(slot);
        naive.delete(name);
      }
    }
    for (const [name, slot] of naive) {
      const [account, market, pick] = name.split('/').map(Number);
      expect(table.findClientId(account, market, words[pick])).toBe(slot);
    }
  });
  fc.assert(run, { numRuns: 100, seed: 7 });
});

test('a full pool stops at once', () => {
  const pool = createOrderPool(createMemory(), 2);
  expect(pool.takeSlot()).toBe(1);
  expect(pool.takeSlot()).toBe(2);
  expect(() => pool.takeSlot()).toThrow('the pool has places');
  pool.freeSlot(1);
  expect(pool.takeSlot()).toBe(1);
});
