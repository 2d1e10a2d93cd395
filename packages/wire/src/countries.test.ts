import { expect, test } from 'vitest';
import { countries, isCountry } from './countries.ts';

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
