// The notice of a fill said 83,077.7 and 0.01 where every list says 83,077.70 and 0.01000.
import { expect, it } from 'vitest';
import { readFillValues } from './fill-values.ts';

const fill = { symbol: 'btc_usdt', price: '83077.7', quantity: '0.01' };
const digits = { priceDecimals: 2, lotDecimals: 5 };

it('writes the price by the tick and the size by the lot of the market', () => {
  expect(readFillValues(fill, { digits, locale: 'en-US', isHidden: false })).toEqual({
    pair: 'BTC/USDT',
    size: '0.01000',
    price: '83,077.70',
  });
  expect(readFillValues(fill, { digits, locale: 'de-DE', isHidden: false })).toMatchObject({
    size: '0,01000',
    price: '83.077,70',
  });
});

it('writes none where the market has none, and what came while it is not known', () => {
  const whole = { ...fill, price: '83077', quantity: '12000' };
  const none = { priceDecimals: 0, lotDecimals: 0 };
  expect(readFillValues(whole, { digits: none, locale: 'en-US', isHidden: false })).toMatchObject({
    size: '12,000',
    price: '83,077',
  });
  expect(readFillValues(fill, { digits: undefined, locale: 'en-US', isHidden: false })).toEqual({
    pair: 'BTC/USDT',
    size: '0.01',
    price: '83,077.7',
  });
});

it('hides the size with the other own amounts', () => {
  expect(readFillValues(fill, { digits, locale: 'en-US', isHidden: true }).size).toBe('*****');
});
