import { expect, test } from 'vitest';
import { type IndexComponent, isLive, priceSnapshot } from './components.ts';

const atMs = 1_800_000_000_000;
const told = (source: string, priceSub: number, agoMs = 0): IndexComponent => ({
  source,
  weight: 1,
  priceSub,
  toldAtMs: atMs - agoMs,
});
const snapshot = (components: readonly IndexComponent[], componentsMin = 2) => ({
  snapshotId: atMs,
  indexId: 1,
  terms: { componentsMin, outlierPpm: 30_000 },
  components,
});

test('a component counts for ten seconds, above 0, and not before its time', () => {
  expect(isLive(told('a', 5, 10_000), atMs)).toBe(true);
  expect(isLive(told('a', 5, 10_001), atMs)).toBe(false);
  expect(isLive(told('a', 5, -1), atMs)).toBe(false);
  expect(isLive(told('a', 0), atMs)).toBe(false);
});

test('what is old has no part in a price', () => {
  const three = [told('a', 1_000), told('b', 1_002), told('c', 1_010, 10_001)];
  expect(priceSnapshot(snapshot(three))).toMatchObject({ priceSub: 1_001, liveCount: 2 });
});

test('with too few live components there is no price', () => {
  const one = [told('a', 1_000), told('b', 1_002, 60_000)];
  expect(priceSnapshot(snapshot(one))).toMatchObject({ priceSub: 0, liveCount: 1 });
});

test('the hash is of every number and name of a snapshot', () => {
  const one = snapshot([told('a', 1_000), told('b', 1_002)]);
  const { componentsHash } = priceSnapshot(one);
  expect(componentsHash).toBeLessThan(2 ** 52);
  const [first, second] = one.components;
  const others = [
    { ...one, snapshotId: atMs + 1 },
    { ...one, indexId: 2 },
    { ...one, terms: { componentsMin: 1, outlierPpm: 30_000 } },
    { ...one, terms: { componentsMin: 2, outlierPpm: 30_001 } },
    { ...one, components: [first] },
    { ...one, components: [first, { ...second, source: 'c' }] },
    { ...one, components: [first, { ...second, weight: 2 }] },
    { ...one, components: [first, { ...second, priceSub: 1_003 }] },
    { ...one, components: [first, { ...second, toldAtMs: atMs - 1 }] },
  ];
  const hashes = others.map((other) => priceSnapshot(other).componentsHash);
  expect(new Set([componentsHash, ...hashes]).size).toBe(10);
});
