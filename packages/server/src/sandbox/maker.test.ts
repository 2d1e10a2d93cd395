import {
  type AccountId,
  type BatchItem,
  type CoreEvent,
  EventKind,
  type InstrumentId,
  Side,
} from '@isobath/core';
import { expect, test } from 'vitest';
import type { Market } from '../base/market/index.ts';
import { createLadder, type Ladder } from './maker.ts';

const accountId = 7 as AccountId;
/** What a ladder reads of a market. */
const market = {
  instrumentId: 1 as InstrumentId,
  priceTicksMin: 1,
  priceTicksMax: 2_000_000_000,
  sizeLotsMin: 1,
} as Market;

let lastOrderId = 0;

/** The events an engine answers when every item is taken. */
function answer(items: readonly BatchItem[]): CoreEvent[] {
  return items.flatMap((item, index) => {
    const applied = { kind: EventKind.itemApplied, index } as unknown as CoreEvent;
    if (item.action !== 'place') return [applied];
    lastOrderId += 1;
    const { side, priceTicks } = item.place;
    const opened = {
      kind: EventKind.orderOpened,
      orderId: lastOrderId,
      accountId,
      side,
      priceTicks,
    };
    return [applied, opened as unknown as CoreEvent];
  });
}

/** Quote until the ladder wants nothing more. @returns the prices it placed orders at, by side. */
function stand(ladder: Ladder, middle: number, gapTicks: number) {
  const placed: { side: Side; priceTicks: number }[] = [];
  let canceledCount = 0;
  for (;;) {
    const items = ladder.plan(middle, { usdPerLot: 1, gapTicks });
    if (items.length === 0) return { placed, canceledCount };
    expect(items.length).toBeLessThanOrEqual(20);
    for (const item of items) {
      if (item.action === 'place') placed.push(item.place);
      else canceledCount += 1;
    }
    ladder.learn(items, answer(items));
  }
}

const create = () =>
  createLadder({ market, accountId, shape: { levels: 10, usd: 100 }, random: () => 0.5 });
const best = (placed: readonly { side: Side; priceTicks: number }[]) => ({
  bid: Math.max(...placed.filter(({ side }) => side === Side.buy).map((one) => one.priceTicks)),
  ask: Math.min(...placed.filter(({ side }) => side === Side.sell).map((one) => one.priceTicks)),
});

test('with a live price it stands as near as can be, on both sides', () => {
  const ladder = create();
  expect(ladder.isEmpty()).toBe(true);
  const { placed } = stand(ladder, 90_000.4, 0);
  expect(placed).toHaveLength(20);
  expect(best(placed)).toEqual({ bid: 90_000, ask: 90_001 });
  expect([ladder.isFull(), ladder.isEmpty()]).toEqual([true, false]);
});

test('when prices are late it takes the near orders away and stands at the distance', () => {
  const ladder = create();
  stand(ladder, 90_000.4, 0);
  const { placed, canceledCount } = stand(ladder, 90_000.4, 450);
  expect(canceledCount).toBe(20);
  expect(best(placed)).toEqual({ bid: 89_550, ask: 90_451 });
  const back = stand(ladder, 90_000.4, 0);
  expect(best(back.placed)).toEqual({ bid: 90_000, ask: 90_001 });
});

test('when its orders are taken away it knows that none stands', () => {
  const ladder = create();
  stand(ladder, 90_000.4, 0);
  const closed = Array.from({ length: lastOrderId }, (_unused, at) => {
    return { kind: EventKind.orderClosed, orderId: at + 1 } as unknown as CoreEvent;
  });
  ladder.learn([], closed);
  expect(ladder.isEmpty()).toBe(true);
});

test('where the tick is small against the price it stands a step apart, at any tick of it', () => {
  const ladder = create();
  const { placed } = stand(ladder, 8_420_040, 0);
  const bids = placed.filter(({ side }) => side === Side.buy).map((one) => one.priceTicks);
  const prices = placed.map((one) => one.priceTicks).toSorted((one, two) => one - two);
  const { bid, ask } = best(placed);
  expect([bid <= 8_420_040, ask > 8_420_040, bids.length]).toEqual([true, true, 10]);
  expect(prices.every((price, at) => at === 0 || price - prices[at - 1] < 200)).toBe(true);
  expect(new Set(prices.map((price) => Math.floor(price / 100))).size).toBe(20);
  expect(new Set(prices.map((price) => price % 100)).size).toBeGreaterThan(10);
  // A dollar further most orders stay where they are.
  expect(stand(ladder, 8_420_140, 0).placed.length).toBeLessThanOrEqual(4);
});
