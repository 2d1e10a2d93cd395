import type { MarketInfo, TickerRow } from '@isobath/wire';
import { expect, test } from 'vitest';
import { type DustFacts, findDust } from './dust.ts';

const info = (symbol: string, state = 'TRADING') =>
  ({
    symbol,
    sellSymbol: symbol.split('_')[0],
    buySymbol: symbol.split('_')[1],
    digit: '2#5',
    state,
    minNotional: '5',
  }) as MarketInfo;
const facts: DustFacts = {
  infos: [info('btc_usdt'), info('eth_usdt', 'HALT'), info('new_usdt')],
  tickers: [
    { symbol: 'btc_usdt', last: '80000.00' },
    { symbol: 'eth_usdt', last: '2000.00' },
  ] as TickerRow[],
  scales: new Map([
    ['BTC', 8],
    ['ETH', 8],
    ['NEW', 8],
    ['USDT', 8],
  ]),
};

test('a remainder below the least value of an order is dust, with what it is worth', () => {
  expect(findDust(facts, 'btc', '0.00001234')).toMatchObject({
    symbol: 'btc_usdt',
    quote: 'USDT',
    worth: '0.98720000',
  });
});

test('what can be sold by an order is no dust, to the unit', () => {
  expect(findDust(facts, 'BTC', '0.00006250')).toBeNull();
  expect(findDust(facts, 'BTC', '0.00006249')?.worth).toBe('4.99920000');
});

test('nothing, a halted market and one that never traded offer no close-out', () => {
  expect(findDust(facts, 'BTC', '0.00000000')).toBeNull();
  expect(findDust(facts, 'ETH', '0.00100000')).toBeNull();
  expect(findDust(facts, 'NEW', '1')).toBeNull();
  expect(findDust(facts, 'USDT', '1')).toBeNull();
});
