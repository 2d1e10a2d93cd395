import { expect, test } from 'vitest';
import { createLevels } from '../book/levels.ts';
import type { Candle } from '../chart/candles.ts';
import {
  moveCandle,
  movePrice,
  describeCandle,
  describeDepth,
  describePrints,
  describeSide,
} from './describe.ts';

const telling = { market: { priceDecimals: 1, lotDecimals: 3 }, locale: 'en-US' };

function makeSide(side: 'bid' | 'ask', levels: readonly (readonly [number, number])[]) {
  const made = createLevels(side);
  for (const [ticks, lots] of levels) made.set(ticks, lots);
  return made;
}
const bids = makeSide('bid', [
  [9_990, 1_500],
  [10_000, 500],
]);
const asks = makeSide('ask', [
  [10_020, 250],
  [10_100, 4_000],
]);

test('a side is told from its best price on, with its sum', () => {
  const reported = describeSide(bids, { side: 'bid', stepTicks: 1 }, telling);
  expect(reported.map(({ cells }) => cells)).toEqual([
    ['1,000.0', '0.500', '0.500'],
    ['999.0', '1.500', '2.000'],
  ]);
  expect(reported[0]?.priceTicks).toBe(10_000);
  const grouped = describeSide(asks, { side: 'ask', stepTicks: 100 }, telling);
  expect(grouped.map(({ cells }) => cells)).toEqual([['1,010.0', '4.250', '4.250']]);
});

test('depth is what rests up to a distance from the middle', () => {
  const reported = describeDepth({ bids, asks }, telling).map(({ cells }) => cells);
  expect(reported[1]).toEqual(['0.10\u202f%', '0.500', '0.250']);
  expect(reported.at(-1)).toEqual(['2.00\u202f%', '2.000', '4.250']);
  expect(describeDepth({ bids, asks: createLevels('ask') }, telling)).toEqual([]);
});

test('a trade is told with its side in words', () => {
  const print = { id: 7, priceTicks: 10_000, sizeLots: 20, side: 'sell', atMs: 0 } as const;
  const [row] = describePrints([print], { buy: 'Buy', sell: 'Sell' }, telling);
  expect(row?.cells.slice(0, 3)).toEqual(['1,000.0', '0.020', 'Sell']);
});

test('a candle is told in full', () => {
  const figures = { open: 1_000, high: 1_002.5, low: 999, close: 1_001, volume: 0.25 };
  const candle = { timestamp: 0, simulated: false, ...figures } as Candle;
  expect(describeCandle(candle, telling).slice(1)).toEqual([
    '1,000.0',
    '1,002.5',
    '999.0',
    '1,001.0',
    '0.250',
  ]);
});

test('keys move from candle to candle and not beyond them', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'PageUp', 'Home', 'End', 'x'];
  expect(keys.map((key) => moveCandle(key, 4, 6))).toEqual([3, 5, 0, 0, 5, null]);
});

test('keys move the price of the axis by ticks and by one per cent, never to nothing', () => {
  const press = (key: string, ticks: number, shiftKey = false) =>
    movePrice({ key, shiftKey }, ticks);
  expect(press('ArrowUp', 500)).toBe(501);
  expect(press('ArrowDown', 500, true)).toBe(490);
  expect(press('PageUp', 64_000)).toBe(64_640);
  expect(press('PageDown', 40)).toBe(39);
  expect(press('ArrowDown', 1)).toBe(1);
  expect(press('Home', 500)).toBeNull();
});
