import { expect, test } from 'vitest';
import { isPathPlanned } from '../../../base/planned.ts';
import { listOffered } from './KeyForm.tsx';

test('a key is offered the rights that do something, and may lose those that do not', () => {
  const offered = listOffered([]);
  expect(offered).toEqual(expect.arrayContaining(['read', 'spot', 'transfer']));
  const doing = (product: string) => !isPathPlanned(product);
  expect(offered.includes('margin')).toBe(doing('margin/trade/btc_usdt'));
  expect(offered.includes('contract')).toBe(doing('contract/exchange/trade/'));
  // Programs withdraw by a call of their own, whatever pages there are.
  expect(offered).toContain('withdraw');
  expect(listOffered(['read', 'margin'])).toContain('margin');
});
