import { accountRoutes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { findNextChange, isNickname, NICKNAME_KEPT_MS } from './nickname.ts';

test.each(['Ann', '小船', 'deep.water-7', 'Nguyễn Văn A', 'ปลา', 'a_b'])(
  '%s is a nickname',
  (text) => {
    expect(isNickname(text, 'Isobath')).toBe(true);
  },
);

test.each([
  'a',
  '12345',
  ' ann',
  'ann ',
  'ann  lee',
  'a'.repeat(25),
  'Isobath Help',
  'SUPPORT-1',
  'ｓｕｐｐｏｒｔ',
  'ad.min',
  '官方客服',
  'ann\u202Elee',
  'a@b',
  '<b>ann</b>',
])('%j is none', (text) => {
  expect(isNickname(text, 'Isobath')).toBe(false);
});

test('the house’s name is nobody’s, whatever it is called now', () => {
  expect(isNickname('Fair Lead 1', 'Fairlead')).toBe(false);
  expect(isNickname('Isobath', 'Fairlead')).toBe(true);
  expect([isNickname('Ox', 'ox'), isNickname('Foxy', 'ox')]).toEqual([false, true]);
});

test('a nickname stays seven days', () => {
  expect(findNextChange(0, 5)).toBe(0);
  expect(findNextChange(1_000, 1_000 + NICKNAME_KEPT_MS - 1)).toBe(1_000 + NICKNAME_KEPT_MS);
  expect(findNextChange(1_000, 1_000 + NICKNAME_KEPT_MS)).toBe(0);
});

test('words of a person are taken as they are or refused, never changed on the way', () => {
  const read = (body: object) => accountRoutes.profile.body?.safeParse(body);
  expect(read({ nickname: ' ann' })?.data).toEqual({ nickname: ' ann' });
  expect(read({ antiPhishingCode: 'blue  whale' })?.success).toBe(true);
  expect(read({ antiPhishingCode: '' })?.success).toBe(true);
  expect(read({ antiPhishingCode: 'blue ' })?.success).toBe(false);
});

test('a password that is judged may be nothing: it is a wrong one', () => {
  const { login, stepUp, passwordChange } = accountRoutes;
  expect(login.body?.safeParse({ email: 'a@b.c', password: '' }).success).toBe(true);
  expect(stepUp.body?.safeParse({ password: '' }).success).toBe(true);
  const change = (newPassword: string) =>
    passwordChange.body?.safeParse({ password: '', newPassword }).success;
  expect([change('new'), change('')]).toEqual([true, false]);
});
