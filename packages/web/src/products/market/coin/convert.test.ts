import { expect, test } from 'vitest';
import { convert, type Prices, readRequest } from './convert.ts';

const market = (name: string, last: string) => {
  const [baseCurrency = '', quoteCurrency = ''] = name.split('/');
  return { baseCurrency, quoteCurrency, last };
};
const prices: Prices = {
  rows: [
    market('BTC/USDT', '84200.5'),
    market('ETH/USDT', '2940'),
    market('SHIB/USDT', '0.00001268'),
    market('ODD/ETH', '0.5'),
    market('DEAD/USDT', '0'),
  ],
  rates: [
    { currencyCode: 'THB', rate: '32.4' },
    { currencyCode: 'BTC', rate: '0.0000118' },
  ],
};
const ask = (text: string, own = 'USD') => {
  const request = readRequest(text, 'en-US', own);
  return request === null ? null : convert(request, prices);
};

test('an amount of a coin in a currency, in another coin, and back', () => {
  expect(ask('0.35 eth in thb')).toBe('33339.6');
  expect(ask('2 BTC eth')).toBe('57.279251700680272108');
  expect(ask('32.4thb to usdt')).toBe('1');
  expect(ask('1 usdt thb')).toBe('32.4');
  expect(ask('1,000,000 shib = usdt')).toBe('12.68');
  expect(ask('2 odd in usdt')).toBe('2940');
});

test('the market of a coin counts more than a rate that somebody set', () => {
  expect(ask('1 btc usdt')).toBe('84200.5');
});

test('without a goal it is shown in what the reader likes', () => {
  expect(readRequest('3 eth', 'en-US', 'EUR')).toEqual({ amount: '3', from: 'ETH', to: 'EUR' });
  expect(readRequest('1.234,5 btc en eth', 'es-ES', 'EUR')).toEqual({
    amount: '1234.5',
    from: 'BTC',
    to: 'ETH',
  });
});

test('what cannot be read or priced has no worth', () => {
  for (const text of ['', 'eth', '1', '1 nothing in thb', '1 eth in nothing', '1 dead in usdt']) {
    expect(ask(text), text).toBeNull();
  }
});
