import { expect, test } from 'vitest';
import { lastMarketsSetting } from '../last-markets.ts';
import { readDayChange } from '../market-code.ts';
import { readSetting } from '../settings.ts';
import { noteMarket, pairOfCode } from './note-market.ts';

test('the market that was open last stands in front, each once, eight at most', () => {
  Object.assign(globalThis, { window: { localStorage: { getItem: () => null } } });
  try {
    expect(readSetting(lastMarketsSetting)).toEqual(['btc_usdt']);
    for (const coin of 'abcdefgh') noteMarket(`${coin}_usdt`);
    noteMarket('c_usdt');
    const bases = readSetting(lastMarketsSetting).map((code) => code.split('_')[0]);
    expect(bases.join('')).toBe('chgfedba');
  } finally {
    Reflect.deleteProperty(globalThis, 'window');
  }
});

test('what is kept is read back only when it is a list of codes', () => {
  expect(lastMarketsSetting.isValid(['eth_usdt', 'pepe_alts'])).toBe(true);
  for (const wrong of [[], ['eth'], ['x_y&a=1'], 'eth_usdt', [7]]) {
    expect(lastMarketsSetting.isValid(wrong)).toBe(false);
  }
});

test('a code is read as its pair, or as its coin where it names an area', () => {
  expect(['eth_btc', 'btc3l_etf', 'pepe_alts'].map(pairOfCode)).toEqual([
    'ETH/BTC',
    'BTC3L',
    'PEPE',
  ]);
});

test('a market without any trade has no change of its day', () => {
  expect(readDayChange({ last: '0.0000', change: '0.00' })).toBeNull();
  expect(readDayChange({ last: '0.0001', change: '0.00' })).toBe('0.00');
});

test('a change of less than a hundredth is told as one, and none as none', () => {
  const read = (open: string, last: string, change: string) =>
    readDayChange({ open, last, change });
  expect(read('83500.0', '83501.0', '0.00')).toBe('0.00119760');
  expect(read('83500.0', '83495.0', '-0.01')).toBe('-0.00598802');
  expect(read('83500.0', '83500.0', '0.00')).toBe('0.00000000');
  expect(read('100', '101.23', '1.23')).toBe('1.23');
});
