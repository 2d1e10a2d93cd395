// What sockets ask for costs who asks, whether it can be read or not: sixty of one network are
// served so far as one network is, then refused, then closed, while others are served as ever.
import { createMarketLive } from '../base/market/index.ts';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { closeCodes, errors } from '@isobath/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createFanOut, createHub, createStreamHub } from '../base/feed/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { createMarketFeed } from '../products/market/feed.ts';
import { makeMarketFixture } from '../testing/market-fixture.ts';
import { COST_BURST, COST_PER_SECOND, type Costs, createCosts, OPENING_COST } from './costs.ts';
import { createLineKeeper, type LineKeeper } from './binance-api/lines.ts';
import { startStreams } from './binance-api/stream-socket.ts';
import { createLookups } from './lookups.ts';
import { createPeers } from './peers.ts';
import { serveSockets, type SocketEdge } from './socket.ts';

const peers = createPeers(['127.0.0.1']);
const { markets } = makeMarketFixture();
const [{ symbol }] = markets.listMarkets();
let nowMs = 1_000_000;
let server: Server;
let edge: SocketEdge;
let costs: Costs;
let keeper: LineKeeper;
let address: string;
let begunCount = 0;
let joinedCount = 0;
const clients: WebSocket[] = [];

const hub = createHub();
createMarketFeed({
  hub,
  markets,
  live: createMarketLive(),
  readMode: () => ({ mode: 'running', reason: '' }),
  readNowMs: () => nowMs,
});
const book = hub.findSource('book:x');
if (book === undefined) throw new TypeError('no channel of books');
hub.addSource({
  ...book,
  snapshot(channel, asker) {
    begunCount += 1;
    return book.snapshot(channel, asker);
  },
});

beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `ws://127.0.0.1:${(server.address() as { port: number }).port}`;
});
beforeEach(() => {
  // A new counter for each test.
  server.removeAllListeners('upgrade');
  costs = createCosts(peers, () => nowMs);
  const report = (error: unknown) => console.error(error);
  const fanOut = createFanOut();
  const sessions = {
    read: async () => undefined,
    findOver: async () => [],
    onEnded: () => {},
    onDoubt: () => {},
  } as unknown as Sessions;
  edge = serveSockets({
    hub,
    fanOut,
    costs,
    sessions,
    lookups: createLookups({ sessions, peers, readNowMs: () => nowMs }),
    ownOrigin: 'https://x.example',
    peers,
    readNowMs: () => nowMs,
    report,
    isClosed: () => false,
    adopt: (socket) => socket.terminate(),
  });
  keeper = createLineKeeper({ readNowMs: () => nowMs, fanOut, peers, costs, report });
  const streams = createStreamHub();
  streams.addSource({
    has: () => true,
    opened: () => {
      joinedCount += 1;
    },
    closed: () => {},
    readFirst: () => [],
  });
  const upgradeStreams = keeper.entry((url) => startStreams(streams, url));
  server.on('upgrade', (request, socket, head) => {
    if (request.url === '/ws') void edge.upgrade(request, socket, head);
    else upgradeStreams(request, socket, head);
  });
});
afterAll(async () => {
  for (const client of clients) client.terminate();
  await edge.close();
  keeper.close();
  server.close();
});

async function open(from: string, path = '/ws'): Promise<WebSocket> {
  const client = new WebSocket(address + path, { headers: { 'x-forwarded-for': from } });
  clients.push(client);
  await once(client, 'open');
  return client;
}

/** Say something and hear the answer to it, or why the line was closed. */
async function say(client: WebSocket, frame: Record<string, unknown>): Promise<number> {
  return new Promise((resolve) => {
    client.on('close', (code: number) => resolve(code));
    client.on('message', function hear(data) {
      const answer = JSON.parse(String(data)) as { id?: number; code?: number; error?: object };
      if (answer.id !== frame.id) return;
      client.off('message', hear);
      resolve(answer.code ?? (answer.error === undefined ? 200 : 400));
    });
    client.send(JSON.stringify(frame));
  });
}

test.each([
  `book:${symbol}:ANYTHING`,
  `book:${symbol}:`,
  `book:${symbol.toUpperCase()}`,
  'book:nothing_there',
  'book',
  `trades:${symbol}:1m`,
  `ticker:${symbol}:1m`,
  'ticker:*:1m',
  `candle:${symbol}`,
  `candle:${symbol}:7m`,
  `candle:${symbol}:1m:1m`,
  `candle::1m`,
  `auction:${symbol}:x`,
  'status:x',
])('%s is no channel', async (channel) => {
  const source = hub.findSource(channel);
  expect(source?.address(channel, { ownerId: 0 })).toBeUndefined();
  const code = await say(await open('192.0.2.1'), { id: 1, op: 'subscribe', channels: [channel] });
  expect([errors.invalid.code, errors.not_found.code]).toContain(code);
});

test.each([`book:${symbol}`, `candle:${symbol}:1m`, 'ticker:*', `trades:${symbol}`, 'status'])(
  '%s is one',
  async (channel) => {
    const client = await open('192.0.2.1');
    expect(await say(client, { id: 1, op: 'subscribe', channels: [channel] })).toBe(200);
  },
);

test('sixty sockets of one network are made no more than one network is', async () => {
  begunCount = 0;
  // Addresses of one line of a household.
  const crowd = await Promise.all(
    Array.from({ length: 60 }, (_, at) => open(`2001:db8:1:2::${at}`)),
  );
  const channels = Array.from({ length: 190 }, () => `book:${symbol}`);
  const codes: number[] = [];
  for (let round = 1; round <= 4; round += 1) {
    for (const client of crowd) {
      if (client.readyState !== client.OPEN) continue;
      codes.push(await say(client, { id: round, op: 'subscribe', channels }));
    }
  }
  expect(new Set(codes)).toEqual(new Set([200, errors.rate_limited.code, closeCodes.rate]));
  // One book weighs ten, and so does opening a line.
  expect(codes.filter((code) => code === 200).length).toBe(
    Math.floor((COST_BURST - 60 * 10) / 1_901),
  );
  expect(begunCount).toBeLessThanOrEqual(COST_BURST / 10);
  expect(crowd.every((client) => client.readyState !== client.OPEN)).toBe(true);
  // Another network is served; so is this one once the time has passed.
  const ask = { id: 9, op: 'subscribe', channels: [`book:${symbol}`] };
  expect(await say(await open('2001:db8:1:3::1'), ask)).toBe(200);
  const refused = await open('2001:db8:1:2::9').catch((error: unknown) => String(error));
  expect(refused).toContain('429');
  nowMs += (1_000 * COST_BURST) / COST_PER_SECOND;
  expect(await say(await open('2001:db8:1:2::9'), ask)).toBe(200);
});

test('streams of the trading API count on the same account', async () => {
  joinedCount = 0;
  const names = (round: number) =>
    Array.from({ length: 1_000 }, (_, at) => `a${round}-${at}@trade`);
  const codes: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    const client = await open('192.0.2.7', '/ws/');
    codes.push(await say(client, { id: 1, method: 'SUBSCRIBE', params: names(round) }));
    client.terminate();
  }
  expect(codes.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 200));
  expect(codes).toContain(400);
  expect(codes.at(-1)).toBe(1008);
  expect(joinedCount).toBeLessThanOrEqual(COST_BURST);
  const client = await open('192.0.2.7', `/stream?streams=${names(99).slice(0, 300).join('/')}`);
  const [code] = await once(client, 'close');
  expect(code).toBe(1008);
});

const unreadable: Readonly<Record<string, string>> = {
  'names that are no channels': JSON.stringify({
    id: 1,
    op: 'subscribe',
    channels: Array.from({ length: 190 }, (_, at) => `book:${symbol}:X${at}`),
  }),
  'no JSON': '['.repeat(5_000),
  'lists in each other': `{"id":1,"op":${'['.repeat(8_000)}${']'.repeat(8_000)}}`,
  'many names it was up to': JSON.stringify({
    id: 1,
    op: 'ping',
    since: Object.fromEntries(Array.from({ length: 1_700 }, (_, at) => [at.toString(36), 1])),
  }),
};

test.each(Object.entries(unreadable))(
  'who goes on with %s is told three times',
  async (_, text) => {
    const client = await open('192.0.2.11');
    const answers: unknown[] = [];
    client.on('message', (data) =>
      answers.push((JSON.parse(String(data)) as { code: number }).code),
    );
    for (let count = 0; count < 20; count += 1) client.send(text);
    const [code, reason] = (await once(client, 'close')) as [number, Buffer];
    expect([code, String(reason)]).toEqual([1008, 'malformed frames']);
    expect(answers).toEqual([1, 2, 3].map(() => errors.invalid.code));
  },
);

test('who errs now and then is told, and served', async () => {
  const client = await open('192.0.2.12');
  const wrong = { id: 1, op: 'subscribe', channels: ['bok:x'] };
  for (let count = 0; count < 3; count += 1) {
    expect(await say(client, wrong)).toBe(errors.invalid.code);
  }
  expect(await say(client, { id: 2, op: 'ping' })).toBe(200);
  nowMs += 60_000;
  expect(await say(client, wrong)).toBe(errors.invalid.code);
  expect(await say(client, wrong)).toBe(closeCodes.malformed);
});

test('what cannot be read uses up what a network may ask for', async () => {
  const line = (at: number) => open(`2001:db8:1:4::${at}`);
  let told = 0;
  let refused = '';
  for (let at = 0; at < 1_000 && refused === ''; at += 1) {
    const client = await line(at).catch((error: unknown) => {
      refused = String(error);
    });
    if (client === undefined) break;
    client.on('message', () => {
      told += 1;
    });
    for (let count = 0; count < 4; count += 1) client.send(unreadable['many names it was up to']);
    await once(client, 'close');
  }
  expect(refused).toContain('429');
  // Each costs what two beginnings do and its 12 KB, each line its opening.
  expect(told).toBeLessThanOrEqual(COST_BURST / 30);
});

/** Bytes below the frames that the library reads. */
const rawOf = (client: WebSocket) => Reflect.get(client, '_socket') as Socket;

/** Far more than a line may bring, far fewer than the pieces that the library lets a text have. */
const PIECES_COUNT_MAX = 5_000;

test.each([
  ['signs of life', [], Buffer.from([0x89, 0x80, 1, 2, 3, 4]), 0],
  // The first piece of a text, which goes on for ever; nothing is left to its network.
  [
    'empty pieces of a frame',
    [Buffer.from([0x01, 0x80, 1, 2, 3, 4])],
    Buffer.from([0x00, 0x80, 1, 2, 3, 4]),
    COST_BURST - OPENING_COST,
  ],
])('%s without end close a line', async (_name, begin, piece, spent) => {
  const client = await open('192.0.2.13');
  client.on('error', () => {});
  const from = {
    headers: { 'x-forwarded-for': '192.0.2.13' },
    socket: { remoteAddress: '127.0.0.1' },
  } as unknown as IncomingMessage;
  costs.of(from).take(spent);
  let code = 0;
  client.on('close', (told) => (code = told));
  for (const one of begin) rawOf(client).write(one);
  for (let count = 0; count < PIECES_COUNT_MAX && code === 0; count += 1) {
    const raw = rawOf(client);
    if (raw.writable) raw.write(piece);
    // One at a time, so that each arrives as a piece of its own.
    await setImmediate();
  }
  if (code === 0) expect(client.readyState).not.toBe(client.OPEN);
  await expect.poll(() => code).toBe(closeCodes.rate);
});
