import { locales } from '@isobath/texts';
import { expect, test } from 'vitest';
import { pages } from '../products.ts';
import { pageAbouts, readAbout } from './page-abouts.ts';
import { describePage } from '../base/page-about.ts';
import { ownTitles, pageNames } from './page-titles.ts';

test('every page that is built has a name, from here or from itself', () => {
  const built = pages.filter(({ isPlanned }) => isPlanned !== true).map(({ path }) => path);
  expect([...Object.keys(pageNames), ...ownTitles].toSorted()).toEqual(built.toSorted());
});

test('what search engines are told is of pages there are, in each language', async () => {
  expect(Object.keys(pageNames)).toEqual(expect.arrayContaining(Object.keys(pageAbouts)));
  expect(await readAbout('en_US', 'market')).toMatch(/every market/);
  expect(await readAbout('zh_CN', 'market')).not.toBe(await readAbout('en_US', 'market'));
  expect(await readAbout('en_US', 'login')).toBeNull();
});

test('a coin and a market are told of by their names, in each language', async () => {
  for (const locale of locales) {
    expect(await describePage(locale, 'coin', { coin: 'Bitcoin' })).toMatch(
      /\S+.*Bitcoin|Bitcoin.+/,
    );
    expect(await describePage(locale, 'trade', { pair: 'BTC/USDT' })).toMatch(/BTC\/USDT.+/);
  }
  expect(await describePage('nowhere', 'coin', { coin: 'Bitcoin' })).toMatch(/^Price/);
});
