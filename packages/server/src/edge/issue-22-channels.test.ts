// What sockets ask for costs who asks: sixty of one network that swap channels are served so far as
// one network is, then refused, then closed, while others are served as ever.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { closeCodes, errors } from '@isobath/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createFanOut, createHub, createStreamHub } from '../base/feed/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { createMarketFeed } from '../products/market/feed.ts';
import { createMarketLive } from '../products/market/live.ts';
import { makeMarketWorld } from '../testing/market-world.ts';
import { COST_BURST, COST_PER_SECOND, createCosts } from './costs.ts';
import { createLineKeeper, type LineKeeper } from './dialect/lines.ts';
import { startStreams } from './dialect/stream-socket.ts';
import { createPeers } from './peers.ts';
import { serveSockets, type SocketEdge } from './socket.ts';

const peers = createPeers(['127.0.0.1']);
const { markets } = makeMarketWorld();
const [{ symbol }] = markets.listMarkets();
let nowMs = 1_000_000;
let server: Server;
let edge: SocketEdge;
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
  const costs = createCosts(peers, () => nowMs);
  const report = (error: unknown) => console.error(error);
  const fanOut = createFanOut();
  edge = serveSockets({
    hub,
    fanOut,
    costs,
    sessions: {
      read: async () => undefined,
      findOver: async () => [],
      onEnded: () => {},
    } as unknown as Sessions,
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
  const upgradeStreams = keeper.door((url) => startStreams(streams, url));
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
