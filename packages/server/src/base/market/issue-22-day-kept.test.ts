// The sum of the closed minutes is kept, and is what adding all of them up gives.
import { Side } from '@isobath/core';
import { expect, test } from 'vitest';
import { createRollingDay, emptyBucket } from './rolling.ts';

const MINUTE_MS = 60_000;
const START_MS = 1_800_000_000_000;

test('a day that is asked for after every trade equals one that is asked for once', () => {
  const trades = Array.from({ length: 4_000 }, (_none, place) => ({
    // Two days, several trades in some minutes, every fiftieth comes some minutes late.
    atMs: START_MS + place * 43_000 - (place % 50 === 0 ? 5 * MINUTE_MS : 0),
    priceTicks: 1_000 + ((place * 7_919) % 500),
    sizeLots: 1 + (place % 9),
    quoteUnits: BigInt(place),
    takerSide: place % 3 === 0 ? Side.buy : Side.sell,
  }));
  const requested = createRollingDay();
  for (const [place, trade] of trades.entries()) {
    requested.add(trade);
    const nowMs = START_MS + place * 43_000;
    const kept = requested.read(nowMs);
    if (place % 100 !== 0) continue;
    const fresh = createRollingDay();
    for (const one of trades.slice(0, place + 1)) fresh.add(one);
    expect(kept).toEqual(fresh.read(nowMs));
  }
  const nowMs = START_MS + 4_000 * 43_000;
  const before = requested.read(nowMs);
  requested.restore({
    ...emptyBucket(Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - MINUTE_MS, 9_999),
  });
  expect(requested.read(nowMs)?.highTicks).toBe(9_999);
  expect(before?.highTicks).toBeLessThan(9_999);
});
