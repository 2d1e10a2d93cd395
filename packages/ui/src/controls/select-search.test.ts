import { expect, test } from 'vitest';
import { addChoice, isMatch, listGroups } from './select-search.ts';

const tether = { value: '52', label: 'USDT' };

test.each(['usd', 'DT', ' usdt ', '52', '5', ''])('%j means an option', (typed) => {
  expect(isMatch(tether, typed)).toBe(true);
});

test.each(['btc', '53', 'usdt 52'])('%j means another one', (typed) => {
  expect(isMatch(tether, typed)).toBe(false);
});

test('five choices made before stand above the others', () => {
  const options = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((value) => ({ value, label: value }));
  const chosen = ['a', 'b', 'c', 'd', 'a', 'e', 'f'].reduce<string[]>(addChoice, []);
  expect(chosen).toEqual(['f', 'e', 'a', 'd', 'c']);
  const [recent, rest] = listGroups({
    options,
    recent: [...chosen, 'b'],
    allLabel: 'All',
    recentLabel: 'Recent',
  });
  expect(recent?.items.map(({ value }) => value)).toEqual(chosen);
  expect(rest?.items.map(({ value }) => value)).toEqual(['b', 'g']);
  expect(listGroups({ options, recent: ['x'], recentLabel: 'Recent' })).toHaveLength(1);
});
