// Passwords: hashing with argon2id, checking, and what is too weak. Nothing here knows a user.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { commonPasswords } from './common-passwords.ts';

const run = promisify(argon2);

/** Memory in KiB, passes and lanes: about 50 ms on one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;

/** Shortest password, in characters. */
export const PASSWORD_LENGTH_MIN = 8;

async function derive(password: string, salt: Buffer): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  return Buffer.from(await run('argon2id', { message, nonce: salt, ...COST }));
}

/** Hash a password for storing: `argon2id$salt$hash`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt);
  return `argon2id$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/**
 * Check a password. With `stored` undefined it takes as long and is always wrong, so that nobody
 * learns whether an address is known.
 */
export async function checkPassword(
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  const [, salt = '', hash = ''] = (stored ?? '').split('$');
  const expected = Buffer.from(hash, 'base64url');
  const found = await derive(
    password,
    salt === '' ? Buffer.alloc(SALT_BYTES) : Buffer.from(salt, 'base64url'),
  );
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** So many digits and signs behind a common word are what everybody puts there: `summer2026!`. */
const SUFFIX_LENGTH_MAX = 5;
/** What is shorter is too little of a word to be one with a suffix. */
const STEM_LENGTH_MIN = 5;

/** Whether it is one of the common ones, as it is or with a few digits or signs behind it. */
function isCommon(plain: string): boolean {
  if (commonPasswords.has(plain)) return true;
  for (let cut = 1; cut <= SUFFIX_LENGTH_MAX; cut += 1) {
    const end = plain.length - cut;
    if (end < STEM_LENGTH_MIN || /\p{L}/u.test(plain.charAt(end))) return false;
    if (commonPasswords.has(plain.slice(0, end))) return true;
  }
  return false;
}

/**
 * Whether a password is too short, the address itself, or among the most common ones, however it
 * is written.
 */
export function isWeakPassword(password: string, email: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return (
    [...password].length < PASSWORD_LENGTH_MIN || plain === email.toLowerCase() || isCommon(plain)
  );
}
