import { expect, test } from 'vitest';
import { indexedPaths, readSearchFile } from './search-files.ts';

const origin = 'https://exchange.example';

test('robots.txt names the map and keeps calls out', () => {
  const file = readSearchFile('/robots.txt', origin);
  expect(file?.type).toContain('text/plain');
  expect(file?.text).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(file?.text).toContain('Disallow: /hk-web/');
});

test('the map has each indexed page once in each language, each with all languages', () => {
  const text = readSearchFile('/sitemap.xml', origin)?.text ?? '';
  expect(text.match(/<loc>/g)).toHaveLength(indexedPaths.length * 13);
  expect(text).toContain(`<loc>${origin}/zh_HK/market</loc>`);
  expect(text).toContain(`hreflang="zh-Hant-HK" href="${origin}/zh_HK/market"`);
  expect(text).not.toMatch(/assetManagement|_ui|outbox|zz_ZZ|:tradeCode|ieo/);
});

test('any other path is no such file', () => {
  expect(readSearchFile('/market', origin)).toBeNull();
});
