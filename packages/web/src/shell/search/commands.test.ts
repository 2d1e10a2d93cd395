import { expect, test } from 'vitest';
import { type Command, findCommands, listCommands } from './commands.ts';

const facts = {
  locale: 'de_DE',
  isSignedIn: false,
  rebateStatus: 0,
  kolIncentive: false,
  perpetualSymbol: '',
  deliverySymbol: '',
  tradePath: 'trade/exchange/?tradeCode=btc_usdt',
} as const;
const german = {
  sayLink: (word: string) => (word === 'transfer' ? 'Umbuchen' : `Seite ${word}`),
  sayTheme: (theme: string) => (theme === 'dark' ? 'Dunkel' : theme),
};
const find = (keyword: string, extra: object = {}): Command[] =>
  findCommands(listCommands({ ...facts, ...extra }, ['de_DE', 'fr_FR', 'xx'], german), keyword);

test('a page is found by its name, in the language of the page and in plain words', () => {
  const [page] = find('umb', { isSignedIn: true });
  expect(page).toMatchObject({ to: '/de_DE/account/transfer' });
  expect(find('transfer', { isSignedIn: true })[0]).toEqual(page);
});

test('a guest is led to sign in for what is their own', () => {
  expect(find('transfer')[0]).toMatchObject({ to: expect.stringMatching(/^\/de_DE\/login\?/) });
});

test('the theme and other languages offered are commands; the own language is none', () => {
  expect(find('dark')).toMatchObject([{ kind: 'theme', theme: 'dark' }]);
  expect(find('dunk')).toMatchObject([{ kind: 'theme', theme: 'dark' }]);
  expect(find('fran')).toMatchObject([{ kind: 'language', locale: 'fr_FR' }]);
  expect(find('deutsch')).toEqual([]);
});

test('what the menus hide from this person is no command, and one letter names none', () => {
  expect(find('cashback')).toEqual([]);
  expect(find('cashback', { rebateStatus: 1 })).toHaveLength(1);
  expect(find('t')).toEqual([]);
});

test('at most four, whole names first, each page once', () => {
  const found = find('seite');
  expect(found).toHaveLength(4);
  const names = listCommands(facts, [], german).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(find('fees')[0]).toMatchObject({ name: 'Seite fees' });
});
