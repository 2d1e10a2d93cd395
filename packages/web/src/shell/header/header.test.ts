import { formatMoney, joinParts } from '@isobath/ui';
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

test('a worth keeps more decimals than are shown, and no loss looks smaller than it is', () => {
  const rate = (currencyCode: string, value: string) =>
    ({ currencyCode, rate: value, asOf: 0, source: 'market' }) as const;
  const rates = [rate('USDT', '1'), rate('BTC', '0.0000125'), rate('CNY', '7.12')];
  const worth = { totalUsdt: '123456.789', rates };
  expect(showWorth(worth, 'USDT')).toBe('123456.78900000');
  expect(showWorth(worth, 'BTC')).toBe('1.54320986');
  expect(showWorth(worth, 'CNY')).toBe('879012.33768000');
  expect(showWorth(worth, 'EUR')).toBe('');
  expect(showWorth({ ...worth, totalUsdt: '' }, 'USDT')).toBe('');
  expect(showWorth({ ...worth, totalUsdt: '-0.0001' }, 'BTC')).toBe('-0.00000001');
  // The loss of the day as home shows it, in USDT, and the overview, in the unit one likes.
  const show = (value: string) => joinParts(formatMoney(value, { locale: 'en-US', decimals: 2 })!);
  const lost = '-28.87465000';
  expect(show(showWorth({ ...worth, totalUsdt: lost }, 'USDT'))).toBe(show(lost));
  expect(show(lost)).toBe('\u221228.88');
});

test('classes of screens', () => {
  const classes = [390, 767, 768, 1279, 1280].map(classOfWidth);
  expect(classes).toEqual(['phone', 'phone', 'pc-small', 'pc-small', 'pc-large']);
});
