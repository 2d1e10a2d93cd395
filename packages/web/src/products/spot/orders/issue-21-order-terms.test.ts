// What an open order is worth and how long it lives, as its row says it.
import type { OrderRow } from '@isobath/wire';
import { expect, it } from 'vitest';
import { linePrice, readTotal, shortLives } from './order-rows.ts';

const order = (terms: Partial<OrderRow>) =>
  ({ price: '0', stopPrice: '0', quantity: '0', quoteAmount: '0', ...terms }) as OrderRow;

it('multiplies price and size without a rounding', () => {
  expect(readTotal(order({ price: '83713.01', quantity: '0.00200' }))).toBe('167.4260200');
  expect(readTotal(order({ price: '0.00000614', quantity: '123456789.5' }))).toBe('758.024687530');
});

it('takes the trigger of an order without price, and an amount in quote', () => {
  expect(readTotal(order({ stopPrice: '80000', quantity: '0.5' }))).toBe('40000.0');
  expect(readTotal(order({ quoteAmount: '250.5' }))).toBe('250.5');
});

it('knows no total where neither is set', () => {
  expect(readTotal(order({ quantity: '1' }))).toBeNull();
  expect(readTotal(order({}))).toBeNull();
});

it('has a short name for each time in force', () => {
  expect(Object.values(shortLives)).toEqual(['GTC', 'IOC', 'FOK', 'GTD', 'PO']);
});

it('stands at its trigger while it waits for it', () => {
  const stop = { price: '90', stopPrice: '80', quantity: '1' };
  expect(linePrice(order({ ...stop, isDormant: true }))?.text).toBe('80');
  expect(linePrice(order({ ...stop, isDormant: false }))?.text).toBe('90');
  expect(linePrice(order({ quantity: '1' }))).toBeNull();
});
