import { iso31661 } from 'iso-3166';
import { expect, test } from 'vitest';
import { countries, isCountry } from './countries.ts';

test('the countries are those of the standard', () => {
  expect([...countries].sort()).toEqual(iso31661.map(({ alpha2 }) => alpha2).sort());
});

test('there are 249 countries, each with a name in every language', () => {
  expect(new Set(countries).size).toBe(249);
  for (const locale of ['en', 'de', 'zh-Hant', 'fil', 'th']) {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    expect(countries.filter((code) => names.of(code) === undefined)).toEqual([]);
  }
  expect([isCountry('FR'), isCountry('XX'), isCountry('EU'), isCountry('')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
