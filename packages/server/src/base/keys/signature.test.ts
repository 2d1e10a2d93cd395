// Our own HMAC beside the library's: the same letters for whatever is signed. Ed25519 by the
// example of the dialect's documentation that tells its key.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkSignature, openSigningKey, parsePublicKey } from './signature.ts';

const SECRET = 'aZ09'.repeat(16);
const key = openSigningKey('hmac', SECRET);
const sign = (payload: string) => createHmac('sha256', SECRET).update(payload).digest('hex');

test.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 8_000])(
  'a text of %i letters is checked as any HMAC-SHA256',
  (length) => {
    for (const letter of ['a', '\u00e9', '\u{1F600}']) {
      const payload = letter.repeat(length);
      expect(checkSignature(key, payload, sign(payload))).toBe(true);
      expect(checkSignature(key, payload, sign(payload).toUpperCase())).toBe(true);
      expect(checkSignature(key, `${payload}a`, sign(payload))).toBe(false);
    }
  },
);

test('each letter of a signature counts, and each of the secret', () => {
  const signature = sign('a=1');
  for (let at = 0; at < signature.length; at += 1) {
    const other = signature[at] === '0' ? '1' : '0';
    const wrong = signature.slice(0, at) + other + signature.slice(at + 1);
    expect(checkSignature(key, 'a=1', wrong)).toBe(false);
  }
  for (let at = 0; at < SECRET.length; at += 1) {
    const other = openSigningKey('hmac', `${SECRET.slice(0, at)}b${SECRET.slice(at + 1)}`);
    expect(checkSignature(other, 'a=1', signature)).toBe(false);
  }
  expect(checkSignature(key, 'a=1', signature.slice(1))).toBe(false);
});

test.each(['a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}\u00e9`])(
  'a secret that is not 64 letters and digits is not opened',
  (secret) => {
    expect(() => openSigningKey('hmac', secret)).toThrow(RangeError);
  },
);

test('the documented Ed25519 example verifies, letter for letter', () => {
  const pem = parsePublicKey('MCowBQYDK2VwAyEAGUIKv9dSpWXBViXp2m6vAIb8QMFJYBgyFEQsFJlqgA0=');
  const example = openSigningKey('ed25519', pem ?? '');
  const payload = ['A', 'EXAMPLE', 'SPOT', '1', '20240627-11:17:25.223'].join('\u0001');
  const signature =
    '4MHXelVVcpkdwuLbl6n73HQUXUf1dse2PCgT1DYqW9w8AVZ1RACFGM+5UdlGPrQHrgtS3CvsRURC1oj73j8gCA==';
  expect(checkSignature(example, payload, signature)).toBe(true);
  expect(checkSignature(example, payload, signature.toLowerCase())).toBe(false);
  expect(checkSignature(example, `${payload}0`, signature)).toBe(false);
  expect(checkSignature(example, payload, signature.replace('4MHX', '4MHY'))).toBe(false);
});
