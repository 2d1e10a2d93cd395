import { Side } from '@isobath/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRollingDay, formatChange } from './rolling.ts';

const DAY_MS = 86_400_000;

test.each([1_440, 240, 60])('the window equals a plain sum over the last %d minutes', (minutes) => {
  const trade = fc.record({
    after: fc.integer({ min: 0, max: 4 * 3_600_000 }),
    priceTicks: fc.integer({ min: 1, max: 100 }),
    sizeLots: fc.integer({ min: 1, max: 9 }),
    takerSide: fc.constantFrom(Side.buy, Side.sell),
  });
  fc.assert(
    fc.property(fc.array(trade, { minLength: 1, maxLength: 60 }), (steps) => {
      const day = createRollingDay();
      const all: { atMs: number; priceTicks: number; sizeLots: number; takerSide: Side }[] = [];
      let atMs = 1_700_000_000_000;
      for (const step of steps) {
        atMs += step.after;
        const { priceTicks, sizeLots, takerSide } = step;
        all.push({ atMs, priceTicks, sizeLots, takerSide });
        day.add({ ...step, atMs, quoteUnits: BigInt(step.priceTicks * step.sizeLots) });
        const since = Math.floor((atMs - minutes * 60_000) / 60_000) * 60_000 + 60_000;
        const inside = all.filter((one) => one.atMs >= since);
        const bought = inside.filter((one) => one.takerSide === Side.buy);
        expect(day.read(atMs, minutes)).toEqual({
          openMs: Math.floor(inside[0].atMs / 60_000) * 60_000,
          openTicks: inside[0].priceTicks,
          highTicks: Math.max(...inside.map((one) => one.priceTicks)),
          lowTicks: Math.min(...inside.map((one) => one.priceTicks)),
          closeTicks: step.priceTicks,
          baseLots: inside.reduce((sum, one) => sum + one.sizeLots, 0),
          quoteUnits: inside.reduce((sum, one) => sum + BigInt(one.priceTicks * one.sizeLots), 0n),
          takerBuyLots: bought.reduce((sum, one) => sum + one.sizeLots, 0),
          takerBuyQuoteUnits: bought.reduce(
            (sum, one) => sum + BigInt(one.priceTicks * one.sizeLots),
            0n,
          ),
          tradesCount: inside.length,
          isSimulated: false,
        });
      }
    }),
  );
});

test('the price before a day is that of the last trade that left it', () => {
  const day = createRollingDay();
  const startMs = 1_700_000_000_000;
  const trade = { sizeLots: 1, quoteUnits: 5n, takerSide: Side.buy } as const;
  day.restoreBefore({ openMs: startMs - 2 * DAY_MS, closeTicks: 3 });
  day.add({ ...trade, atMs: startMs, priceTicks: 5 });
  day.add({ ...trade, atMs: startMs + 120_000, priceTicks: 7 });
  expect(day.readBefore(startMs + 1_000)).toBe(3);
  expect(day.readBefore(startMs + DAY_MS + 60_000)).toBe(5);
  day.add({ ...trade, atMs: startMs + 2 * DAY_MS, priceTicks: 9 });
  expect(day.readBefore(startMs + 2 * DAY_MS)).toBe(7);
});

test('a day without trades is nothing', () => {
  const day = createRollingDay();
  day.add({
    atMs: 1_700_000_000_000,
    priceTicks: 5,
    sizeLots: 1,
    quoteUnits: 5n,
    takerSide: Side.buy,
  });
  expect(day.read(1_700_000_000_000 + 2 * DAY_MS)).toBeUndefined();
});

test.each([
  [100, 101, '1.00'],
  [100, 99, '-1.00'],
  [3, 4, '33.33'],
  [3, 2, '-33.33'],
  [100_000, 100_004, '0.00'],
  [100_000, 99_996, '0.00'],
  [100_000, 100_005, '0.01'],
  [1, 1000, '99900.00'],
])('from %d to %d is %s per cent', (open, last, text) => {
  expect(formatChange(open, last)).toBe(text);
});

test.each([
  [200_000, 200_001, '0.001'],
  [200_000, 199_999, '-0.001'],
  [300_000, 300_001, '0.000'],
  [300_000, 299_999, '0.000'],
  [3, 2, '-33.333'],
  [3, 5, '66.667'],
  [8_291_200, 8_237_307, '-0.650'],
  [1, 1000, '99900.000'],
])('from %d to %d is %s per cent with three decimals', (open, last, text) => {
  expect(formatChange(open, last, 3)).toBe(text);
});
