import { transferTypes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { hasProduct } from '../../base/account-pages.ts';
import { listOffered } from './accounts.ts';
import { chooseWay, type WayFacts } from './way.ts';

const facts = (built: readonly number[], holder?: WayFacts['holder']): WayFacts => ({
  hasProduct: (type) => built.includes(type),
  holder,
});

test('no account is offered whose product does not exist, but what lies there can leave it', () => {
  const built = transferTypes.filter(hasProduct);
  expect(listOffered([])).toEqual(built);
  expect(listOffered([2, 2])).toEqual(built);
  const withIsolated = transferTypes.filter((type) => hasProduct(type) || type === 7);
  expect(listOffered([7, 2])).toEqual(withIsolated);
});

test('with spot alone there is no way, until money lies somewhere else', () => {
  expect(chooseWay({}, facts([2]))).toBeNull();
  expect(chooseWay({ target: 2 }, facts([2]))).toBeNull();
  expect(chooseWay({}, facts([2], 6))).toEqual({ source: 6, target: 2 });
  expect(chooseWay({ target: 2 }, facts([2], 5))).toEqual({ source: 5, target: 2 });
});

test('a transfer goes from spot to the first account of a product, and back', () => {
  expect(chooseWay({}, facts([2, 6], 5))).toEqual({ source: 2, target: 6 });
  expect(chooseWay({ target: 2 }, facts([2, 6]))).toEqual({ source: 6, target: 2 });
  expect(chooseWay({ target: 2 }, facts([2, 6], 3))).toEqual({ source: 3, target: 2 });
});

test('a way that is named is taken as it is', () => {
  expect(chooseWay({ source: 7, target: 2 }, facts([2]))).toEqual({ source: 7, target: 2 });
  expect(chooseWay({ source: 3 }, facts([2]))).toEqual({ source: 3, target: 2 });
  expect(chooseWay({ target: 5 }, facts([2]))).toEqual({ source: 2, target: 5 });
});
