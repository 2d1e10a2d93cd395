// What a key may do on a socket, as its owner says while it is in use: permissions, addresses, the
// end of what it opened, and how many orders it may leave unfilled. On a started server, with the
// calls that /user/apiSetting makes.
import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagedServer, startServer } from '../fixture/server.ts';
import { callApi, signParams } from './api-line.ts';
import { type KeyPair, makeKey, makeTrader, sendRaw } from './client.ts';
import { type Message, openLine, type TestLine } from './line.ts';
import { openPages, type PageCaller } from './page-calls.ts';

let server: StagedServer;
let keys: KeyPair;
let pages: PageCaller;
let addressesCount = 0;
const nextAddress = () => `127.0.2.${(addressesCount += 1)}`;
const openApi = () => openLine(`${server.address}/ws-api/v3`, nextAddress());

beforeAll(async () => {
  server = await startServer({ ISOBATH_LIQUIDITY: 'off' });
  keys = await makeTrader(server.dataFolder, 'keyed');
  pages = openPages(server);
  await pages.signIn('keyed@example.com');
});
afterAll(() => server?.stop());

const KEYS = 'user/apiSetting/keys';
const terms = { label: 'bot', permissions: ['read', 'spot'], ipList: [] };
const order = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.001',
  price: '20000',
};
const SUBSCRIBE = 'userDataStream.subscribe.signature';
const codeOf = ({ status, error }: Message) => (status === 200 ? 200 : error.code);

/** Listen for the end of a user stream on this line. */
const untilEnd = (line: TestLine) => line.wait(({ event }) => event?.e === 'eventStreamTerminated');

/** Log on with an Ed25519 key and hear of what happens to its owner. */
async function openSession(permissions: string[]) {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const { key } = await pages.call('POST', KEYS, { ...terms, permissions, publicKey });
  const line = await openApi();
  const text = `apiKey=${key.apiKey}&timestamp=${Date.now()}`;
  const signature = sign(null, Buffer.from(text), pair.privateKey).toString('base64');
  const params = Object.fromEntries(new URLSearchParams(text));
  await callApi(line, 'session.logon', { ...params, signature });
  return { id: key.id as string, line };
}

test('a stream ends with the right to read, however it was opened, and with the key', async () => {
  const made = await pages.call('POST', KEYS, terms);
  const own: KeyPair = { apiKey: made.key.apiKey, secret: made.secret };
  const line = await openApi();
  expect(codeOf(await callApi(line, SUBSCRIBE, signParams({}, own)))).toBe(200);
  const path = '/api/v3/userDataStream';
  const listen = () => sendRaw(server.address, { method: 'POST', path, key: own.apiKey });
  const listenKey = String((await listen()).reported['listenKey']);
  const older = await openLine(`${server.address}/ws/${listenKey}`, nextAddress());
  await pages.call('PUT', `${KEYS}/${made.key.id}`, { ...terms, permissions: ['spot'] });
  await untilEnd(line);
  expect(await older.wait(({ e }) => e === 'listenKeyExpired')).toMatchObject({ listenKey });
  // It came for nothing else: the connection ends, well within five seconds.
  expect(await older.closed).toBe(1000);
  // It trades on, and is told nothing any more.
  const ask = async (method: string, params = {}) =>
    codeOf(await callApi(line, method, signParams(params, own)));
  expect(await ask('order.place', order)).toBe(200);
  expect(await ask('openOrders.status')).toBe(-2015);
  expect(await ask(SUBSCRIBE)).toBe(-2015);
  expect((await listen()).reported.code).toBe(-2015);
  await pages.call('PUT', `${KEYS}/${made.key.id}`, terms);
  expect(await ask(SUBSCRIBE)).toBe(200);
  await pages.call('DELETE', `${KEYS}/${made.key.id}`);
  await untilEnd(line);
  expect(await ask('order.place', order)).toBe(-2015);
});

test('a session ends with its key: nothing is told or taken on it any more', async () => {
  const { id, line } = await openSession(['read', 'spot']);
  expect(codeOf(await callApi(line, 'userDataStream.subscribe'))).toBe(200);
  const timed = () => ({ ...order, timestamp: Date.now() });
  const reported: string[] = [];
  line.hear(({ event }) => reported.push(event?.e));
  expect(codeOf(await callApi(line, 'order.place', timed()))).toBe(200);
  await expect.poll(() => reported).toContain('executionReport');
  await pages.call('DELETE', `${KEYS}/${id}`);
  await untilEnd(line);
  expect((await callApi(line, 'session.status')).result).toMatchObject({
    apiKey: null,
    userDataStream: false,
  });
  expect(codeOf(await callApi(line, 'order.place', timed()))).toBe(-2014);
});

test('on a session, too, trading is not reading, and reading is not trading', async () => {
  const timed = (more = {}) => ({ ...more, timestamp: Date.now() });
  const trader = await openSession(['spot']);
  expect(codeOf(await callApi(trader.line, 'order.place', timed(order)))).toBe(200);
  expect(codeOf(await callApi(trader.line, 'account.status', timed()))).toBe(-2015);
  expect(codeOf(await callApi(trader.line, 'userDataStream.subscribe'))).toBe(-2015);
  const reader = await openSession(['read']);
  expect(codeOf(await callApi(reader.line, 'account.status', timed()))).toBe(200);
  expect(codeOf(await callApi(reader.line, 'order.place', timed(order)))).toBe(-2015);
  expect(codeOf(await callApi(reader.line, 'order.test', timed(order)))).toBe(-2015);
});

test('a key bound to other addresses neither trades nor listens on a socket', async () => {
  const { dataFolder } = server;
  const away = await makeKey(dataFolder, 'keyed', { ip: '203.0.113.0/24' });
  const here = await makeKey(dataFolder, 'keyed', { ip: '127.0.2.0/24' });
  const line = await openApi();
  const ask = async (method: string, pair: KeyPair, params = {}) =>
    codeOf(await callApi(line, method, signParams(params, pair)));
  expect(await ask('order.place', away, order)).toBe(-2015);
  expect(await ask(SUBSCRIBE, away)).toBe(-2015);
  expect(await ask('order.place', here, order)).toBe(200);
  expect(await ask(SUBSCRIBE, here)).toBe(200);
});

test('each thing that is wrong with a signed request has its number on a socket too', async () => {
  const line = await openApi();
  const ask = async (change: object) =>
    codeOf(await callApi(line, 'account.status', { ...signParams({}, keys), ...change }));
  expect(await ask({})).toBe(200);
  expect(await ask({ timestamp: Date.now() - 60_000 })).toBe(-1021);
  expect(await ask({ timestamp: Date.now() + 60_000 })).toBe(-1021);
  expect(await ask({ signature: '0'.repeat(64) })).toBe(-1022);
  expect(await ask({ apiKey: 'short' })).toBe(-2014);
  expect(await ask({ apiKey: 'a'.repeat(64) })).toBe(-2015);
});

const BATCH = 200;

test('orders that stay unfilled are -1015 after a thousand in ten seconds', async () => {
  const pair = await makeTrader(server.dataFolder, 'flooder');
  // Several addresses, since each has so much weight a minute.
  const lines = await Promise.all(Array.from({ length: 5 }, openApi));
  let count = 0;
  // Named, or the same bytes would come twice in a millisecond.
  const signOrder = () =>
    signParams({ ...order, timeInForce: 'IOC', newClientOrderId: `n${(count += 1)}` }, pair);
  const refused: Message[] = [];
  for (let round = 0; round < 100 && refused.length === 0; round += 1) {
    const line = lines[round % lines.length] as TestLine;
    const answers = await Promise.all(
      Array.from({ length: BATCH }, () => callApi(line, 'order.place', signOrder())),
    );
    refused.push(...answers.filter(({ status }) => status !== 200));
  }
  expect(refused[0]).toMatchObject({ status: 429, error: { code: -1015 } });
  const { data } = refused[0].error;
  expect(data.retryAfter - data.serverTime).toBeGreaterThan(0);
  expect(data.retryAfter - data.serverTime).toBeLessThanOrEqual(10_000);
  const [tenSeconds] = refused[0].rateLimits;
  expect(tenSeconds).toMatchObject({ rateLimitType: 'ORDERS', interval: 'SECOND', limit: 1_000 });
});
