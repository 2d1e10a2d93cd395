import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { isWeakPassword } from './passwords.ts';

const isWeak = (password: string) => isWeakPassword(password, 'ada@example.com');

test('the list has more than three thousand, each once and as it is looked for', () => {
  expect(commonPasswords.size).toBeGreaterThan(3_000);
  for (const word of commonPasswords) expect(word).toBe(word.normalize('NFKC').toLowerCase());
  // Each does what it is there for: what is too short alone is refused with a suffix.
  for (const word of commonPasswords) expect(isWeak(word.padEnd(8, '1')), word).toBe(true);
});

test.each([
  'password',
  'PassWord',
  'Password1',
  'Password2026!',
  'qwerty123',
  'iloveyou',
  'Dragon!!!',
  'sunshine99',
  'Elizabeth1987',
  '1q2w3e4r5t',
  '\uff50assword1',
])('%s is common', (password) => expect(isWeak(password)).toBe(true));

test.each([
  'vtx9 Kaluga moss',
  'dragons-and-quince',
  'mypasswordislong',
  'dragon7194620385',
  '7Hk!2pQz',
])('%s is not', (password) => expect(isWeak(password)).toBe(false));
