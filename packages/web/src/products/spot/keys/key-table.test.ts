import { expect, test } from 'vitest';
import { spellKey } from '../../../base/trade/keys.ts';
import { chooseKey, findAction, keyActions, showKey } from './key-table.ts';

const press = (
  key: string,
  marks: Partial<Record<'ctrlKey' | 'altKey' | 'shiftKey', boolean>>,
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...marks,
});

test('a press is spelt the same on every keyboard', () => {
  expect(spellKey(press('X', { shiftKey: true }))).toBe('shift+x');
  expect(spellKey(press('?', { shiftKey: true }))).toBe('?');
  expect(spellKey(press('?', {}))).toBe('?');
  expect(spellKey(press('Enter', { ctrlKey: true }))).toBe('ctrl+enter');
  expect(spellKey(press('ArrowUp', { altKey: true }))).toBe('alt+arrowup');
  expect(spellKey(press('Shift', { shiftKey: true }))).toBeNull();
});

test('no two deeds begin with the same key', () => {
  expect(new Set(keyActions.map((action) => action.key)).size).toBe(keyActions.length);
});

test('a key that is taken changes places with the one it drives out', () => {
  const chosen = chooseKey({}, 'buy', 's');
  expect(findAction('s', chosen)?.name).toBe('buy');
  expect(findAction('b', chosen)?.name).toBe('sell');
  expect(findAction('z', chooseKey(chosen, 'buy', 'z'))?.name).toBe('buy');
  expect(findAction('s', chooseKey(chosen, 'buy', 'z'))).toBeUndefined();
});

// The sending key is not: unarmed, it only opens the question.
test('what acts at once is marked, and nothing else', () => {
  const dangerous = keyActions.filter((action) => action.isDangerous).map((action) => action.name);
  expect(dangerous).toEqual(['cancelNewest', 'cancelAll']);
});

test('money and notices have the keys that other exchanges give them', () => {
  expect(findAction('d', {})?.name).toBe('deposit');
  expect(findAction('w', {})?.name).toBe('withdraw');
  expect(findAction('v', {})?.name).toBe('transfer');
  expect(findAction('n', {})?.name).toBe('notices');
});

test('keys are shown as they stand on the keyboard', () => {
  expect(showKey('shift+x')).toBe('⇧ X');
  expect(showKey('ctrl+enter')).toBe('Ctrl ↵');
  expect(showKey('[')).toBe('[');
});
