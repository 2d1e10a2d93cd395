// Messages of the WebSocket API count before they are read, and long ones are not read at all.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  type AddressLimits,
  createAddressLimits,
  createOrderCounts,
  type Signing,
} from '../../base/binance-api/index.ts';
import { createFanOut, createUserHub } from '../../base/feed/index.ts';
import type { ApiKeys } from '../../base/keys/index.ts';
import { createCosts } from '../costs.ts';
import { createPeers } from '../peers.ts';
import { API_REQUEST_BYTES_MAX, createApiSocket } from './api-socket.ts';
import { createLineKeeper, type LineKeeper } from './lines.ts';

const FROM = '203.0.113.1';
/** Weight of connecting, of a message, and of a method that nothing serves. */
const CONNECTING = 2;
const UNREADABLE = 1;
const METHOD = 2;
const readNowMs = () => 1_700_000_040_000;
let server: Server;
let keeper: LineKeeper;
let limits: AddressLimits;
let client: WebSocket;

beforeEach(async () => {
  const peers = createPeers(['127.0.0.1']);
  const costs = createCosts(peers, readNowMs);
  const report = (error: unknown) => expect.unreachable(String(error));
  keeper = createLineKeeper({ readNowMs, fanOut: createFanOut(), peers, costs, report });
  limits = createAddressLimits(readNowMs, {
    weightPerMinute: 10,
    requestsPerFiveMinutes: 1_000,
    ignoredRefusalsMax: 2,
  });
  const start = createApiSocket({
    signing: {} as Signing,
    keys: { onEnded: () => {} } as unknown as ApiKeys,
    limits,
    orderCounts: createOrderCounts({ readNowMs, readOwner: () => 0 }),
    users: createUserHub(),
    handlers: [],
    readNowMs,
    report,
  });
  server = createServer().listen(0, '127.0.0.1');
  server.on('upgrade', keeper.entry(start, API_REQUEST_BYTES_MAX));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  client = new WebSocket(`ws://127.0.0.1:${port}`, { headers: { 'x-forwarded-for': FROM } });
  await once(client, 'open');
});
afterEach(() => {
  client.terminate();
  keeper.close();
  server.close();
});

async function say(text: string): Promise<Record<string, any>> {
  client.send(text);
  const [data] = await once(client, 'message');
  return JSON.parse(String(data));
}

test.each([
  ['broken JSON', '{', UNREADABLE, -1135],
  ['a list', '[[1]]', UNREADABLE, -1135],
  ['a request without a method', '{"id":7}', UNREADABLE, -1102],
  ['a method that nothing serves', '{"id":7,"method":"x"}', METHOD, -1020],
])('%s counts', async (_what, text, weight, code) => {
  expect((await say(text)).error.code).toBe(code);
  expect(limits.readUsed(FROM)).toBe(CONNECTING + weight);
});

test('past the limit nothing is read but the number of a short request', async () => {
  for (let count = CONNECTING; count < 10; count += UNREADABLE) await say('{');
  expect(await say('{"id":"mine","method":"x"}')).toMatchObject({ id: 'mine', status: 429 });
  const long = JSON.stringify({ id: 'mine', method: 'x', params: { text: 'x'.repeat(2_000) } });
  expect(await say(long)).toMatchObject({ id: null, status: 429, error: { code: -1003 } });
  // Who goes on is banned, and their connection ends with that.
  expect((await say('{')).status).toBe(418);
  const [code, reason] = (await once(client, 'close')) as [number, Buffer];
  expect([code, String(reason)]).toEqual([1008, 'banned']);
});

test('a message may have 8 KB, a longer one ends the connection', async () => {
  const most = JSON.stringify({ id: 1, method: 'x', params: {} });
  expect((await say(most.padEnd(API_REQUEST_BYTES_MAX))).status).toBe(404);
  client.send(most.padEnd(API_REQUEST_BYTES_MAX + 1));
  expect((await once(client, 'close'))[0]).toBe(1009);
  expect(limits.readUsed(FROM)).toBe(CONNECTING + METHOD);
});
