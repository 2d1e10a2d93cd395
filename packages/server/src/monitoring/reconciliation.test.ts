import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineClient } from '../engine/index.ts';
import { createReconciliation, type Reconciliation } from './reconciliation.ts';
import { makeMarketFixture } from '../testing/market-fixture.ts';

const { markets } = makeMarketFixture();
let units: Record<number, string>;
let requested: number[];
let nowMs: number;
let reconciliation: Reconciliation;

beforeEach(() => {
  units = { 52: '0', 1: '0', 2: '0', 60: '0' };
  requested = [];
  nowMs = 1_000_000;
  const ask = async (_name: string, { assetId }: { assetId: number }) => {
    requested.push(assetId);
    const known = units[assetId];
    return { isKnown: known !== undefined, units: known ?? '0' };
  };
  reconciliation = createReconciliation({
    engine: { isConnected: true, ask } as unknown as EngineClient,
    markets,
    readNowMs: () => nowMs,
    report: vi.fn(),
  });
});
afterEach(() => reconciliation.close());

async function lookAtAll(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await reconciliation.look();
    nowMs += 1_000;
  }
}

test('every coin is asked in turn, and one that is off is named with how much', async () => {
  expect(reconciliation.readAge()).toBe(Infinity);
  units[1] = '-7';
  await lookAtAll();
  expect(requested.toSorted((one, two) => one - two)).toEqual([1, 2, 52, 60]);
  const off = reconciliation.list().filter((one) => one.units !== 0n);
  expect(off).toEqual([{ asset: 'BTC', units: -7n }]);
  expect(reconciliation.readAge()).toBe(4);
  units[1] = '0';
  await lookAtAll();
  expect(reconciliation.list().every((one) => one.units === 0n)).toBe(true);
});

test('a coin that could not be looked at makes the look old', async () => {
  await lookAtAll();
  delete units[60];
  await lookAtAll();
  nowMs += 60_000;
  expect(reconciliation.readAge()).toBeGreaterThan(60);
});
