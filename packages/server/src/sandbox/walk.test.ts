import { expect, test } from 'vitest';
import { createWalk } from './walk.ts';

const DAY_MS = 86_400_000;
const start = Date.UTC(2026, 5, 3);
const walk = createWalk(7);
const usd = (coin: string, atMs: number) => walk.read(coin, 'USDT', atMs);
/** Change of a coin's price between two times, as a share. */
const move = (coin: string, fromMs: number, toMs: number) =>
  usd(coin, toMs) / usd(coin, fromMs) - 1;

test('within a day a leveraged token moves by its multiple, counted from the start', () => {
  for (const hours of [1, 7, 13, 23.9]) {
    const atMs = start + hours * 3_600_000;
    expect(move('BTC3L', start, atMs)).toBeCloseTo(3 * move('BTC', start, atMs), 10);
    expect(move('BTC3S', start, atMs)).toBeCloseTo(-3 * move('BTC', start, atMs), 10);
    expect(move('ETH3L', start, atMs)).toBeCloseTo(3 * move('ETH', start, atMs), 10);
  }
});

test('over days it is the product of the days, which is not three times the whole move', () => {
  let product = 1;
  for (let day = 0; day < 30; day += 1) {
    product *= 1 + 3 * move('BTC', start + day * DAY_MS, start + (day + 1) * DAY_MS);
  }
  const whole = move('BTC3L', start, start + 30 * DAY_MS);
  expect(whole).toBeCloseTo(product - 1, 10);
  expect(Math.abs(whole - 3 * move('BTC', start, start + 30 * DAY_MS))).toBeGreaterThan(0.001);
});

test('it has no step at midnight, and is the same whichever day was asked for first', () => {
  expect(move('BTC3L', start - 1, start)).toBeCloseTo(0, 4);
  const times = [-400, 900, -2, 40, 0].map((day) => start + day * DAY_MS + 12_345);
  const one = createWalk(7);
  const other = createWalk(7);
  const forward = times.map((atMs) => one.read('BTC3S', 'USDT', atMs));
  const backward = times.toReversed().map((atMs) => other.read('BTC3S', 'USDT', atMs));
  expect(backward.toReversed()).toEqual(forward);
  expect(forward.every((price) => price > 0)).toBe(true);
});

test('on the first day it is worth what the listing says', () => {
  const first = Date.UTC(2026, 0, 1);
  expect(usd('BTC3L', first)).toBeCloseTo(4.62, 10);
});
