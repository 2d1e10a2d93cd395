// Calls over HTTP against answers that the test gives: the trading API's, without an envelope, and
// what is signed for it.
import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { apiMarketRoutes, apiOrderRoutes, marketRoutes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { ApiError } from './client.ts';
import { createHttpClient } from './http.ts';
import { createEd25519Signer, createHmacSigner } from './signer.ts';

interface Requested {
  readonly url: URL;
  readonly method: string | undefined;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

function answering(status: number, body: object) {
  const requested: Requested[] = [];
  const send = (async (url: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    requested.push({ url: new URL(url), method: init.method, headers, body: init.body });
    return new Response(JSON.stringify(body), { status });
  }) as typeof fetch;
  return { requested, send };
}

const baseUrl = 'https://exchange.example';
const order = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.001',
  price: '40000',
} as const;

test('a call without an envelope answers its body, and refuses with its own number', async () => {
  const good = answering(200, { serverTime: 5 });
  const client = createHttpClient({ baseUrl, fetch: good.send });
  expect(await client.call(apiMarketRoutes.time)).toEqual({ serverTime: 5 });
  const bad = answering(400, { code: -1121, msg: 'Invalid symbol.' });
  const refused = createHttpClient({ baseUrl, fetch: bad.send }).call(apiMarketRoutes.depth, {
    query: { symbol: 'NOTHING' },
  });
  await expect(refused).rejects.toMatchObject({ code: -1121, message: 'Invalid symbol.' });
  await expect(refused).rejects.toBeInstanceOf(ApiError);
});

test('an envelope is read as before', async () => {
  const refused = answering(200, { code: 10_001, message: 'No.', data: { reject: 'invalid' } });
  const call = createHttpClient({ baseUrl, fetch: refused.send }).call(marketRoutes.tickers);
  await expect(call).rejects.toMatchObject({ code: 10_001, reject: 'invalid' });
});

test('a shared secret signs exactly what is sent', async () => {
  const { requested, send } = answering(200, { orderId: 1 });
  const signer = createHmacSigner({ apiKey: 'key', secret: 'secret' });
  const client = createHttpClient({ baseUrl, fetch: send, signer });
  const beforeMs = Date.now();
  await client.call(apiOrderRoutes.place, { query: order });
  const afterMs = Date.now();
  const [{ url, method, headers, body }] = requested;
  expect([method, headers['X-MBX-APIKEY'], body]).toEqual(['POST', 'key', undefined]);
  const [text = '', signature] = url.search.slice(1).split('&signature=');
  expect(signature).toBe(createHmac('sha256', 'secret').update(text).digest('hex'));
  const sentMs = Number(url.searchParams.get('timestamp'));
  expect([beforeMs <= sentMs, sentMs <= afterMs]).toEqual([true, true]);
  await client.call(apiMarketRoutes.time);
  expect(requested[1]?.url.search).toBe('');
  expect(requested[1]?.headers).not.toHaveProperty('X-MBX-APIKEY');
});

test('an Ed25519 key signs, and its public half verifies', async () => {
  const pair = generateKeyPairSync('ed25519');
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { requested, send } = answering(200, {});
  const signer = createEd25519Signer({ apiKey: 'key', privateKey });
  const client = createHttpClient({ baseUrl, fetch: send, signer });
  await client.call(apiOrderRoutes.place, { query: order });
  const [text = ''] = requested[0]?.url.search.slice(1).split('&signature=') ?? [];
  const signature = Buffer.from(requested[0]?.url.searchParams.get('signature') ?? '', 'base64');
  expect(verify(null, Buffer.from(text), pair.publicKey, signature)).toBe(true);
});
