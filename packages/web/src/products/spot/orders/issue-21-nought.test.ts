// A changed order never keeps its old value while its field says nought or nothing.
import type { OrderRow } from '@isobath/wire';
import { expect, test } from 'vitest';
import { isGone } from './OrderEdit.tsx';

const order = { price: '83500.00', stopPrice: '0.00', quantity: '0.01000' } as OrderRow;

test.each([
  ['price', '0', true],
  ['price', '0.00', true],
  ['price', '', true],
  ['quantity', '0', true],
  ['price', '83500', false],
  // What is no number is said by the field itself.
  ['price', '?1e9', false],
  // The order has no trigger: there is none to be taken away.
  ['stopPrice', '', false],
] as const)('%s made %j', (name, text, expected) => {
  expect(isGone(order, name, text)).toBe(expected);
});
