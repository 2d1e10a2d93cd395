// Where the order of the form has its place on the chart.
import { expect, test } from 'vitest';
import { emptyForm, type FormState } from '../form/form-state.ts';
import { market } from '../form/testing.ts';
import { readDraft } from './DraftLine.tsx';

const read = (form: Partial<FormState>) => readDraft({ ...emptyForm, ...form }, market);

test('an order with a size stands at its price, one that waits for a price at its trigger', () => {
  const price = '64000.50';
  const ticks = Math.round(64_000.5 * 10 ** market.priceDecimals);
  expect(read({ kind: 'limit', price, size: '0.1' })).toEqual({ field: 'price', ticks });
  expect(read({ kind: 'oco', price, total: '500' })).toEqual({ field: 'price', ticks });
  const stop = { kind: 'stop_market', stopPrice: price, size: '0.1' } as const;
  expect(read(stop)).toEqual({ field: 'stopPrice', ticks });
});

test('without a size or a price, and at market, nothing stands there', () => {
  expect(read({ kind: 'limit', price: '64000' })).toBeNull();
  for (const price of ['', '0', 'much']) {
    expect(read({ kind: 'limit', price, size: '0.1' })).toBeNull();
  }
  expect(read({ kind: 'market', price: '64000', size: '0.1' })).toBeNull();
  expect(read({ kind: 'trailing_stop', stopPrice: '64000', size: '0.1' })).toBeNull();
});
