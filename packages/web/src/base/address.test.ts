import { expect, test } from 'vitest';
import { checkReturnAddress, placeAddress } from './address.ts';

const paths = ['', 'market', 'trade/exchange/', 'assetManagement/home'];
const hints = { savedLocale: '', cookieLocale: '', acceptLanguage: '', hasLongest: true };
const place = (address: string, more = {}) => {
  const url = new URL(address, 'http://x');
  return placeAddress(url, paths, { ...hints, ...more });
};

const to = (address: string, more = {}) => (place(address, more) as { to: string }).to;

test('a page in its canonical spelling is a page', () => {
  expect(place('/en_US')).toEqual({ kind: 'page', locale: 'en_US', path: '' });
  expect(place('/zh_CN/trade/exchange/?tradeCode=btc_usdt')).toEqual({
    kind: 'page',
    locale: 'zh_CN',
    path: 'trade/exchange/',
  });
});

test('another case or slash of a page leads to its spelling, query kept', () => {
  const moved = { kind: 'redirect', status: 308 };
  expect(place('/EN_us/Trade/Exchange?a=1')).toEqual({
    ...moved,
    to: '/en_US/trade/exchange/?a=1',
  });
  expect(place('/en_US/assetmanagement/HOME/')).toEqual({
    ...moved,
    to: '/en_US/assetManagement/home',
  });
  expect(place('/en_us/')).toEqual({ ...moved, to: '/en_US' });
});

test('a page without a language leads to the language of the visitor', () => {
  expect(to('/market?x=1', { acceptLanguage: 'zh-TW,en;q=0.5' })).toBe('/zh_HK/market?x=1');
  expect(to('/market', { cookieLocale: 'de_DE', acceptLanguage: 'zh-TW' })).toBe('/de_DE/market');
  expect(to('/market', { savedLocale: 'it_IT', cookieLocale: 'de_DE' })).toBe('/it_IT/market');
  expect(to('/')).toBe('/en_US');
});

test('what is no page is missing, with or without a language', () => {
  expect(place('/nowhere')).toEqual({ kind: 'missing', locale: 'en_US' });
  expect(place('/fr_FR/nowhere')).toEqual({ kind: 'missing', locale: 'fr_FR' });
  expect(place('/zz_ZZ/market', { hasLongest: false }).kind).toBe('missing');
});

test('a return address stays on our own pages', () => {
  expect(checkReturnAddress('/en_US/market?x=1')).toBe('/en_US/market?x=1');
  for (const bad of [
    '//evil.example/en_US',
    '/\\evil.example',
    'https://evil.example',
    '/nowhere',
    `/en_US/${'a'.repeat(1100)}`,
    '/en_US/\\x',
    '',
  ]) {
    expect(checkReturnAddress(bad), bad).toBeNull();
  }
});
