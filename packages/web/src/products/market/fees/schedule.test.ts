import type { MarketInfo } from '@isobath/wire';
import { expect, test } from 'vitest';
import { calculateYear, findSchedule, showPpm } from './schedule.ts';

const market = (symbol: string, makerPpm: number[], takerPpm = [1_000, 900]) =>
  ({ symbol, makerPpm, takerPpm }) as MarketInfo;

test('most markets make the schedule, wherever they stand; the others are exceptions', () => {
  const found = findSchedule([
    market('odd_usdt', [0, 0]),
    market('btc_usdt', [1_000, 900]),
    market('eth_usdt', [1_000, 900]),
    market('dear_usdt', [1_000, 900], [2_000, 1_900]),
  ]);
  expect(found.standard).toEqual({ makerPpm: [1_000, 900], takerPpm: [1_000, 900] });
  expect(found.exceptions.map(({ symbol }) => symbol)).toEqual(['odd_usdt', 'dear_usdt']);
});

test('without markets there is no schedule and no exception', () => {
  expect(findSchedule([])).toEqual({ standard: { makerPpm: [], takerPpm: [] }, exceptions: [] });
});

test('rates are shown exactly, rebates too', () => {
  expect([1_000, 25, 0, -150].map(showPpm)).toEqual(['0.1000', '0.0025', '0.0000', '-0.0150']);
});

test('a year costs twelve months at the mean of both rates', () => {
  const level = { level: 0, makerPpm: 1_000, takerPpm: 1_000, volumeUsdt: undefined };
  expect(calculateYear(level, 250_000n)).toBe('3000.00');
});
