import { expect, test } from 'vitest';
import { classOfWidth } from '../../base/screen.ts';
import { listBackupWebsites } from '../../base/downloads/backup-websites.ts';
import { showWorth } from '../../base/worth.ts';

test('three other domains at most, each with a protocol', () => {
  expect(listBackupWebsites(['a.example', 'https://b.example', 'HTTP://c.example', 'd'])).toEqual([
    { name: 'a.example', address: 'http://a.example' },
    { name: 'https://b.example', address: 'https://b.example' },
    { name: 'HTTP://c.example', address: 'HTTP://c.example' },
  ]);
});

test('a total is cut in its unit, never rounded up', () => {
  const rate = (currencyCode: string, value: string) =>
    ({ currencyCode, rate: value, asOf: 0, source: 'market' }) as const;
  const rates = [rate('USDT', '1'), rate('BTC', '0.0000125'), rate('CNY', '7.12')];
  const worth = { totalUsdt: '123456.789', rates };
  expect(showWorth(worth, 'USDT', 2)).toBe('123456.78');
  expect(showWorth(worth, 'BTC', 2)).toBe('1.54');
  expect(showWorth(worth, 'BTC', 8)).toBe('1.54320986');
  expect(showWorth(worth, 'CNY', 2)).toBe('879012.33');
  expect(showWorth(worth, 'EUR', 2)).toBe('');
  expect(showWorth({ ...worth, totalUsdt: '' }, 'USDT', 8)).toBe('');
});

test('classes of screens', () => {
  const classes = [390, 767, 768, 1279, 1280].map(classOfWidth);
  expect(classes).toEqual(['phone', 'phone', 'pc-small', 'pc-small', 'pc-large']);
});
