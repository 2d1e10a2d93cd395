import { accountTypes, isAccountUsed, transferTypes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { hasProduct } from '../../base/account-pages.ts';
import { listOffered } from './accounts.ts';
import { chooseWay, type WayFacts } from './way.ts';

const facts = (
  open: readonly number[],
  holder?: WayFacts['holder'],
  isNamedHolding = false,
): WayFacts => ({ isOpen: (type) => open.includes(type), isNamedHolding, holder });

test('pages and server agree on which accounts a product uses', () => {
  expect(accountTypes.filter(hasProduct)).toEqual(accountTypes.filter(isAccountUsed));
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

test('a way that is named is taken, from where something lies to where it is taken', () => {
  const holding = facts([2], undefined, true);
  expect(chooseWay({ source: 7, target: 2 }, holding)).toEqual({ source: 7, target: 2 });
  expect(chooseWay({ source: 3 }, holding)).toEqual({ source: 3, target: 2 });
  expect(chooseWay({ target: 5 }, facts([2, 5]))).toEqual({ source: 2, target: 5 });
});

test('an account that no product uses is not taken from an address', () => {
  expect(chooseWay({ source: 2, target: 5 }, facts([2]))).toBeNull();
  expect(chooseWay({ source: 2, target: 5 }, facts([2, 6]))).toEqual({ source: 2, target: 6 });
  expect(chooseWay({ source: 5, target: 2 }, facts([2]))).toBeNull();
  expect(chooseWay({ source: 5, target: 2 }, facts([2], 3))).toEqual({ source: 3, target: 2 });
  expect(chooseWay({ source: 3, target: 5 }, facts([2], 3, true))).toEqual({
    source: 3,
    target: 2,
  });
});
