import type { IndexId } from '@isobath/core';
import { expect, test } from 'vitest';
import { findLack, type PricedIndex } from './indexes.ts';

const index: PricedIndex = {
  indexId: 1 as IndexId,
  decimals: 3,
  componentsMin: 2,
  outlierPpm: 30_000,
  isSimulated: false,
  base: 'BTC',
  quote: 'USDT',
  sources: ['a', 'b', 'c'].map((source) => ({ source, weight: 1 })),
};

test('an index of real prices needs three sources and two of them live, wherever it is', () => {
  expect(findLack(index, false)).toBeUndefined();
  const two = { ...index, sources: index.sources.slice(0, 2) };
  expect(findLack(two, false)).toBe('the index BTC/USDT has 2 sources, not 3');
  expect(findLack(two, true)).toBe('the index BTC/USDT has 2 sources, not 3');
  expect(findLack({ ...index, componentsMin: 1 }, false)).toContain('counts with 1 live source');
});

test('a simulated index has a price in a sandbox only', () => {
  const simulated = { ...index, isSimulated: true, componentsMin: 1, sources: [index.sources[0]] };
  expect(findLack(simulated, true)).toBeUndefined();
  expect(findLack(simulated, false)).toContain('is simulated');
});
