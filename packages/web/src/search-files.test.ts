import { expect, test } from 'vitest';
import type { Client } from '@isobath/sdk';
import { locales } from '@isobath/texts';
import { configurationRoutes } from '@isobath/wire';
import { indexedPaths, readSearchFile } from './search-files.ts';

const origin = 'https://exchange.example';
const article = { code: 'order-types', changedTime: 0, locales: ['en_US', 'zh_CN'] };
let offered: readonly string[] = locales;
const client: Client = {
  call: async ({ path }) =>
    (path === configurationRoutes.locales.path
      ? offered.map((value) => ({ value, name: value }))
      : { list: [article], totalCount: 1 }) as never,
};
const facts = { origin, readClient: async () => client };

test('robots.txt names the map and keeps calls out', async () => {
  const file = await readSearchFile('/robots.txt', facts);
  expect(file?.type).toContain('text/plain');
  expect(file?.text).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(file?.text).toContain('Disallow: /hk-web/');
});

test('the map has each indexed page once in each language, each with all languages', async () => {
  const text = (await readSearchFile('/sitemap.xml', facts))?.text ?? '';
  const ofArticles = article.locales.length;
  expect(text.match(/<loc>/g)).toHaveLength(indexedPaths.length * 13 + ofArticles);
  expect(text).toContain(`<loc>${origin}/zh_HK/market</loc>`);
  expect(text).toContain(`hreflang="zh-Hant-HK" href="${origin}/zh_HK/market"`);
  expect(text).not.toMatch(/assetManagement|_ui|outbox|zz_ZZ|:tradeCode|ieo/);
});

test('the map has an article in the languages it is written in, with its day', async () => {
  const text = (await readSearchFile('/sitemap.xml', facts))?.text ?? '';
  const address = `${origin}/zh_CN/support/article?code=order-types`;
  expect(text).toContain(`<loc>${address}</loc><lastmod>1970-01-01T00:00:00.000Z</lastmod>`);
  expect(text).not.toContain('/de_DE/support/article');
});

test('any other path is no such file', async () => {
  expect(await readSearchFile('/market', facts)).toBeNull();
});

test('a language that is not offered any more is on no map', async () => {
  offered = locales.filter((locale) => locale !== 'zh_CN');
  const text = (await readSearchFile('/sitemap.xml', facts))?.text ?? '';
  offered = locales;
  expect(text).toContain(`<loc>${origin}/zh_HK/market</loc>`);
  expect(text).not.toMatch(/zh_CN|zh-Hans/);
});
