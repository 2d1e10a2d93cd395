import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSigningKey } from '../keys/index.ts';
import type { ApiKey, ApiKeys } from '../keys/index.ts';
import { readParameters } from './parameters.ts';
import { createSigning, listPayloads, readDeadlineMs } from './signing.ts';

// The example key and requests of the dialect's own documentation.
const SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
const ORDER =
  'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000' +
  '&timestamp=1499827319559';
const SIGNATURE = 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71';
const MIXED_SIGNATURE = '0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77';
const WIDE_SIGNATURE = 'e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3';
const NAME = 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A';
const SENT_MS = 1_499_827_319_559;
const key: ApiKey = {
  keyId: 5,
  apiKey: NAME,
  ownerId: 1_000_001,
  kind: 'hmac',
  label: '',
  permissions: ['read', 'spot'],
  ipList: ['203.0.113.0/24'],
  createdAtMs: 0,
  expiresAtMs: 0,
  lastUsedAtMs: 0,
  lastUsedIp: '',
};
const signing = openSigningKey('hmac', SECRET);
const readKey = (name: string) => (name === NAME ? { key, signing } : undefined);
/** Known at once, and only after a reading. */
const inUse = { readKnown: readKey, read: async () => undefined, touch: () => {} };
const atRest = {
  readKnown: () => undefined,
  read: async (name: string) => readKey(name),
  touch: () => {},
};

async function admit(
  query: string,
  options: { body?: string; nowMs?: number; ip?: string; name?: string; wanted?: 'withdraw' } = {},
): Promise<string> {
  const { body = '', nowMs = SENT_MS, ip = '203.0.113.9', name = NAME, wanted = 'spot' } = options;
  const request = {
    apiKey: name,
    parameters: readParameters(query, body),
    payloads: listPayloads(query, body),
    ip,
    requestId: '',
  };
  const publish = async (keys: object) => {
    try {
      // Payloads are read once.
      const again = { ...request, payloads: listPayloads(query, body) };
      const gate = createSigning(keys as ApiKeys, () => nowMs);
      const signer = gate.admitNow(again, wanted) ?? (await gate.admit(request, wanted));
      return `owner ${signer.caller.ownerId} until ${signer.caller.signed?.deadlineMs}`;
    } catch (error) {
      return String((error as { code?: number }).code ?? error);
    }
  };
  const published = await publish(inUse);
  request.payloads = listPayloads(query, body);
  expect(await publish(atRest)).toBe(published);
  return published;
}

const GOOD = `owner 1000001 until ${SENT_MS + 5_000}`;

test('the documented examples verify: query, form, both, and names beyond ASCII', async () => {
  expect(await admit(`${ORDER}&signature=${SIGNATURE}`)).toBe(GOOD);
  expect(await admit('', { body: `${ORDER}&signature=${SIGNATURE}` })).toBe(GOOD);
  const at = ORDER.indexOf('&quantity');
  expect(
    await admit(ORDER.slice(0, at), {
      body: `${ORDER.slice(at + 1)}&signature=${MIXED_SIGNATURE}`,
    }),
  ).toBe(GOOD);
  const wide = encodeURIComponent('１２３４５６');
  const order = ORDER.replace('LTCBTC', wide);
  expect(await admit(`${order}&signature=${WIDE_SIGNATURE}`)).toBe(GOOD);
});

test('a signature may stand anywhere, and be made before or after encoding', async () => {
  expect(await admit(`signature=${SIGNATURE}&${ORDER}`)).toBe(GOOD);
  const hmac = (text: string) => createHmac('sha256', SECRET).update(text).digest('hex');
  const raw = `symbols=["BTCUSDT"]&timestamp=${SENT_MS}`;
  const encoded = `symbols=%5B%22BTCUSDT%22%5D&timestamp=${SENT_MS}`;
  expect(await admit(`${encoded}&signature=${hmac(raw)}`)).toBe(GOOD);
  expect(await admit(`${encoded}&signature=${hmac(encoded)}`)).toBe(GOOD);
  expect(await admit(`${raw}&signature=${hmac(encoded)}`)).toBe(GOOD);
});

test('altered, foreign, stale and unsigned requests are refused with their numbers', async () => {
  const good = `${ORDER}&signature=${SIGNATURE}`;
  expect(await admit(good.replace('quantity=1', 'quantity=2'))).toBe('-1022');
  await expect(admit(`${good}&side=SELL`)).rejects.toThrow('Duplicate values');
  expect(await admit(ORDER)).toBe('-1102');
  expect(await admit(good, { ip: '198.51.100.1' })).toBe('-2015');
  expect(await admit(good, { wanted: 'withdraw' })).toBe('-2015');
  expect(await admit(good, { name: 'x'.repeat(64) })).toBe('-2015');
  expect(await admit(good, { name: '' })).toBe('-2014');
  expect(await admit(good, { nowMs: SENT_MS + 5_001 })).toBe('-1021');
  expect(await admit(good, { nowMs: SENT_MS + 5_000 })).toBe(GOOD);
  expect(await admit(good, { nowMs: SENT_MS - 1_000 })).toBe('-1021');
  expect(await admit(good, { nowMs: SENT_MS - 999 })).toBe(GOOD);
});

test('the window takes decimals, microseconds and at most a minute', () => {
  const read = (timestamp: string, recvWindow?: string) =>
    readDeadlineMs(recvWindow === undefined ? { timestamp } : { timestamp, recvWindow }, SENT_MS);
  expect(read(String(SENT_MS))).toBe(SENT_MS + 5_000);
  expect(read(String(SENT_MS), '6000.346')).toBe(SENT_MS + 6_000);
  expect(read(`${SENT_MS}123`)).toBe(SENT_MS + 5_000);
  expect(() => read(String(SENT_MS), '60001')).toThrow("'recvWindow' is not valid");
  expect(() => read(String(SENT_MS), '5e3')).toThrow('Illegal characters');
  expect(() => read('yesterday')).toThrow('Illegal characters');
});
