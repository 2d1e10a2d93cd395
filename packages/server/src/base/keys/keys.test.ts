import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeal } from '../credentials/index.ts';
import { credentialMigrations } from '../credentials/tables.ts';
import { startTestDatabase } from '../db/testing.ts';
import { type ApiKeys, checkSignature, createApiKeys } from './index.ts';
import { keyMigrations } from './tables.ts';

const DAY_MS = 86_400_000;
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let nowMs = Date.now();
let keys: ApiKeys;
const ownerId = 1_000_001;

function openKeys(): ApiKeys {
  return createApiKeys({
    database: database.app,
    seal: createSeal('7'.repeat(64)),
    readNowMs: () => nowMs,
    report: (error) => {
      throw error;
    },
  });
}

async function verify(known: ApiKeys, name: string, text: string, signature: string) {
  const entry = await known.read(name);
  return entry !== undefined && checkSignature(entry.signing, text, signature);
}

beforeAll(async () => {
  database = await startTestDatabase({ migrations: [...credentialMigrations, ...keyMigrations] });
  await database.app.execute(
    `INSERT INTO users (email, nickname, password_hash) VALUES ('a@example.com', 'a', '')`,
  );
  keys = openKeys();
});
afterAll(() => database.stop());

const request = {
  ownerId,
  label: 'grid',
  permissions: ['read', 'spot'],
  ipList: [],
  expiresAtMs: 0,
} as const;

test('a shared secret signs, and it does not stand in the database', async () => {
  const made = await keys.create(request);
  const secret = made?.secret ?? '';
  const name = made?.key.apiKey ?? '';
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  expect(await verify(openKeys(), name, 'a=1', hmac('a=1'))).toBe(true);
  expect(await verify(keys, name, 'a=1', hmac('a=1').toUpperCase())).toBe(true);
  expect(await verify(keys, name, 'a=2', hmac('a=1'))).toBe(false);
  expect(await verify(keys, name, 'a=1', 'short')).toBe(false);
  const rows = await database.app.query<{ all: string }>(
    `SELECT api_keys::text || encode(sealed_secret, 'escape') AS all FROM api_keys`,
  );
  expect(rows.some((row) => row.all.includes(secret))).toBe(false);
});

test('an Ed25519 key is known by its public half alone', async () => {
  const pair = generateKeyPairSync('ed25519');
  const pem = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const made = await keys.create({ ...request, publicKey: pem });
  expect(made?.secret).toBe('');
  const signature = sign(null, Buffer.from('a=1'), pair.privateKey).toString('base64');
  expect(await verify(keys, made?.key.apiKey ?? '', 'a=1', signature)).toBe(true);
  expect(await verify(keys, made?.key.apiKey ?? '', 'a=2', signature)).toBe(false);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  const wrong = rsa.export({ format: 'pem', type: 'spki' }).toString();
  expect(await keys.create({ ...request, publicKey: wrong })).toBeUndefined();
});

test('a revoked key is unknown at once, here and a moment later elsewhere', async () => {
  const heard: number[] = [];
  keys.onEnded((keyId) => heard.push(keyId));
  const elsewhere = openKeys();
  const made = await keys.create(request);
  const { apiKey = '', keyId = 0 } = made?.key ?? {};
  expect((await elsewhere.find(apiKey))?.keyId).toBe(keyId);
  expect(await keys.revoke(ownerId + 1, keyId)).toBe(false);
  expect(await keys.revoke(ownerId, keyId)).toBe(true);
  expect(await keys.find(apiKey)).toBeUndefined();
  nowMs += 3_001;
  expect(await elsewhere.find(apiKey)).toBeUndefined();
  expect(heard).toEqual([keyId]);
});

test('the right to withdraw is taken from all keys of one owner, at once here', async () => {
  const ipList = ['10.0.0.0/8'];
  const withdrawing = { ...request, permissions: ['read', 'withdraw', 'spot'], ipList } as const;
  const made = await keys.create(withdrawing);
  const { apiKey = '' } = made?.key ?? {};
  expect((await keys.find(apiKey))?.permissions).toContain('withdraw');
  await keys.dropWithdrawals(ownerId + 1);
  expect((await keys.find(apiKey))?.permissions).toContain('withdraw');
  await keys.dropWithdrawals(ownerId);
  expect((await keys.find(apiKey))?.permissions).toEqual(['read', 'spot']);
});

test('a key ends at its time, and what it opened is told so once', async () => {
  const made = await keys.create({ ...request, expiresAtMs: nowMs + 90 * DAY_MS });
  const { apiKey = '', keyId } = made?.key ?? {};
  const ended: number[] = [];
  keys.onEnded((id) => ended.push(id));
  nowMs += 90 * DAY_MS - 1;
  expect(await keys.find(apiKey)).toBeDefined();
  keys.endExpired();
  expect(ended).toEqual([]);
  nowMs += 1;
  expect(await keys.find(apiKey)).toBeUndefined();
  keys.endExpired();
  keys.endExpired();
  expect(ended).toEqual([keyId]);
});
