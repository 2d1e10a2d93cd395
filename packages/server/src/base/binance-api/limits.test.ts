import { EventKind } from '@isobath/core';
import { expect, test } from 'vitest';
import type { Lock } from '../locks/index.ts';
import { createAddressLimits } from './address-limits.ts';
import { BinanceError } from './errors.ts';
import { createOrderCounts } from './order-counts.ts';

const START_MS = 1_700_000_040_000;
const refusalOf = (work: () => unknown): BinanceError | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error as BinanceError;
  }
};

test('an address waits for the next minute, and is banned longer each time it does not', () => {
  let nowMs = START_MS;
  const limits = createAddressLimits(() => nowMs, {
    weightPerMinute: 10,
    requestsPerFiveMinutes: 1_000,
    ignoredRefusalsMax: 2,
  });
  expect(limits.take('a', 10)).toBe(10);
  expect(limits.take('b', 1)).toBe(1);
  expect(refusalOf(() => limits.take('a', 1))?.status).toBe(429);
  nowMs += 60_000;
  expect(limits.take('a', 10)).toBe(10);
  const bans = [1, 2, 3].map(() => {
    while (refusalOf(() => limits.take('a', 11))?.status !== 418);
    const wait = refusalOf(() => limits.take('a', 1))?.retryAfterS ?? 0;
    nowMs += wait * 1_000;
    return wait;
  });
  expect(bans).toEqual([120, 240, 480]);
  expect(limits.take('a', 1)).toBeLessThan(10);
});

test('a ban outlives the counter', async () => {
  const kept = new Map<string, Lock>();
  const open = () =>
    createAddressLimits(
      () => START_MS,
      { weightPerMinute: 10, requestsPerFiveMinutes: 1_000, ignoredRefusalsMax: 2 },
      { kept: [...kept.values()], write: (lock) => kept.set(lock.name, lock), remove: () => {} },
    );
  const before = open();
  while (refusalOf(() => before.take('a', 11))?.status !== 418);
  const after = open();
  expect(refusalOf(() => after.take('a', 1))?.status).toBe(418);
  expect(after.take('b', 1)).toBe(1);
});

test('unfilled orders count, a first fill gives back, a cancel does not', () => {
  let nowMs = START_MS;
  const counts = createOrderCounts({
    readNowMs: () => nowMs,
    readOwner: (accountId) => accountId * 10,
    table: { perTenSeconds: 6, perDay: 100 },
  });
  const step = (...events: object[]) =>
    counts.apply({ sequence: 1, atMs: nowMs, events: events as never });
  const opened = (orderId: number) => ({ kind: EventKind.orderOpened, orderId, accountId: 7 });
  const trade = { kind: EventKind.tradeExecuted, makerOrderId: 1, takerOrderId: 2 };
  counts.check(70, 6);
  counts.add(70, 6);
  step(opened(1), opened(2), opened(3));
  expect(refusalOf(() => counts.check(70, 1))?.code).toBe(-1015);
  step({ kind: EventKind.orderClosed, orderId: 3 });
  expect(counts.read(70).tenSecondsCount).toBe(6);
  step(trade);
  expect(counts.read(70).tenSecondsCount).toBe(0);
  counts.add(70, 3);
  step(trade);
  expect(counts.read(70)).toMatchObject({ tenSecondsCount: 3, dayCount: 3 });
  nowMs += 10_000;
  expect(counts.read(70)).toMatchObject({ tenSecondsCount: 0, dayCount: 3 });
  expect(counts.list(70).map(({ count }) => count)).toEqual([0, 3]);
});
