// The rules of stream connections, over real sockets, with a clock that only the tests move: ping
// and pong, the longest life, the notices, and how much one connection and one address may ask.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { createFanOut, createStreamHub, type StreamHub } from '../../base/feed/index.ts';
import { createPeers } from '../peers.ts';
import { createCosts } from '../costs.ts';
import { createHosts } from '../hosts.ts';
import { serveUpgrades } from '../upgrades.ts';
import { createLineKeeper, type LineKeeper } from './lines.ts';
import { isStreamPath, startStreams } from './stream-socket.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const DAY = 86_400_000;

let server: Server;
let hub: StreamHub;
let keeper: LineKeeper;
let address: string;
let nowMs: number;
const clients: WebSocket[] = [];
const reported: unknown[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  nowMs = 1_700_000_000_000;
  hub = createStreamHub();
  hub.addSource({
    has: (name) => /^\w+@trade$/.test(name),
    opened: () => {},
    closed: () => {},
    readFirst: () => [],
  });
  const report = (error: unknown) => reported.push(error);
  const peers = createPeers(['127.0.0.1']);
  const costs = createCosts(peers, () => nowMs);
  keeper = createLineKeeper({
    readNowMs: () => nowMs,
    fanOut: createFanOut(),
    peers,
    costs,
    report,
  });
  server = createServer();
  const upgrade = keeper.entry((url) => startStreams(hub, url));
  serveUpgrades(server, [{ accepts: isStreamPath, upgrade }], {
    hosts: createHosts({ ownOrigin: '' }),
    report,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `ws://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterEach(async () => {
  keeper.close();
  for (const client of clients.splice(0)) client.terminate();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  vi.useRealTimers();
  expect(reported.splice(0)).toEqual([]);
});

/** Let the keeper look at its connections once. */
const look = () => vi.advanceTimersByTime(SECOND);

interface Reader {
  readonly socket: WebSocket;
  readonly heard: any[];
  readonly closed: Promise<[code: number, reason: string]>;
  readonly pings: string[];
  /** Ask, and wait for the answer. */
  ask(request: object): Promise<any>;
}

/** Connect, from an address that a proxy tells. */
async function open(
  path: string,
  { from = '203.0.113.1', ...options }: ClientOptions & { from?: string } = {},
): Promise<Reader> {
  const headers = { 'x-forwarded-for': from };
  const socket = new WebSocket(`${address}${path}`, { headers, ...options });
  clients.push(socket);
  const heard: any[] = [];
  const pings: string[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  socket.on('ping', (data: Buffer) => pings.push(String(data)));
  const closed = new Promise<[number, string]>((resolve) => {
    socket.once('close', (code, reason) => resolve([code, String(reason)]));
  });
  await once(socket, 'open');
  let nextId = 1;
  return {
    socket,
    heard,
    closed,
    pings,
    async ask(request) {
      const id = (nextId += 1);
      socket.send(JSON.stringify({ ...request, id }));
      await expect.poll(() => heard.some((message) => message.id === id)).toBe(true);
      return heard.find((message) => message.id === id);
    },
  };
}

const list = { method: 'LIST_SUBSCRIPTIONS' };
const subscribe = (...params: string[]) => ({ method: 'SUBSCRIBE', params });
const isOpen = ({ socket }: Reader) => socket.readyState === WebSocket.OPEN;

test('one request subscribes to as many streams as a connection may read', async () => {
  const reader = await open('/stream');
  const names = Array.from(
    { length: 1_024 },
    (_none, at) => `${'a'.repeat(90)}${1_000 + at}@trade`,
  );
  expect(await reader.ask(subscribe(...names))).toMatchObject({ result: null });
  expect((await reader.ask(list)).result).toEqual(names);
  expect(await reader.ask(subscribe('one@trade'))).toMatchObject({ error: { code: 2 } });
});

test('a ping comes every 20 s, and who has no pong for it within a minute is cut', async () => {
  const answering = await open('/ws/a@trade');
  const silent = await open('/ws/a@trade', { autoPong: false });
  nowMs += 20 * SECOND - 1;
  look();
  nowMs += 1;
  look();
  await expect.poll(() => [answering.pings, silent.pings]).toEqual([[`${nowMs}`], [`${nowMs}`]]);
  // Its pong has arrived when what it asked behind it is answered.
  await answering.ask(list);
  nowMs += MINUTE;
  look();
  await expect.poll(() => silent.pings.length).toBe(2);
  expect([isOpen(answering), isOpen(silent)]).toEqual([true, true]);
  await answering.ask(list);
  nowMs += 1;
  look();
  expect((await silent.closed)[0]).toBe(1006);
  expect(isOpen(answering)).toBe(true);
  await expect.poll(() => keeper.countOpen()).toBe(1);
});

test('a stream that ends is told of last, and who came for nothing else is closed', async () => {
  const alone = await open('/ws/a@trade');
  const other = await open('/stream?streams=a@trade/b@trade');
  hub.end('a@trade', () => ({ e: 'over' }));
  expect(await alone.closed).toEqual([1000, 'the stream ended']);
  expect(alone.heard).toEqual([{ e: 'over' }]);
  expect((await other.ask(list)).result).toEqual(['b@trade']);
  expect(other.heard[0]).toEqual({ stream: 'a@trade', data: { e: 'over' } });
  expect(hub.hasReaders('a@trade')).toBe(false);
});

test('a pong that nobody asked for keeps a connection too', async () => {
  const line = await open('/ws/a@trade', { autoPong: false });
  nowMs += 80 * SECOND;
  line.socket.pong();
  await line.ask(list);
  nowMs += 1;
  look();
  await line.ask(list);
  expect(isOpen(line)).toBe(true);
});

test('a connection is told once, ten minutes before its day is over, and ends', async () => {
  // Its own pongs alone: those that answer a ping count as messages too.
  const path = '/stream?streams=a@trade&timeUnit=MICROSECOND';
  const line = await open(path, { autoPong: false });
  const live = async (forMs: number) => {
    nowMs += forMs;
    line.socket.pong();
    await line.ask(list);
    look();
  };
  const notifications = () => line.heard.filter(({ e }) => e === 'serverShutdown');
  await live(DAY - 10 * MINUTE - 1);
  expect(notifications()).toEqual([]);
  await live(1);
  await line.ask(list);
  expect(notifications()).toEqual([{ e: 'serverShutdown', E: nowMs * 1_000 }]);
  await live(10 * MINUTE - 1);
  await line.ask(list);
  expect([notifications().length, isOpen(line)]).toEqual([1, true]);
  nowMs += 1;
  look();
  expect(await line.closed).toEqual([1001, 'a connection lives 24 hours']);
});

test('before a restart everybody is told, and then let go', async () => {
  const lines = await Promise.all([open('/ws/a@trade'), open('/stream?streams=b@trade')]);
  keeper.close();
  for (const { closed, heard } of lines) {
    expect(await closed).toEqual([1001, 'restarting']);
    expect(heard).toEqual([{ e: 'serverShutdown', E: nowMs }]);
  }
});

test('five messages a second may come, pings and pongs of the caller among them', async () => {
  const line = await open('/ws/a@trade');
  const pongs: string[] = [];
  line.socket.on('pong', (data: Buffer) => pongs.push(String(data)));
  line.socket.ping('mine');
  line.socket.pong();
  for (let count = 0; count < 3; count += 1) await line.ask(list);
  expect(pongs).toEqual(['mine']);
  // A fifth of a second later there is room for one more.
  nowMs += 200;
  await line.ask(list);
  line.socket.ping();
  expect(await line.closed).toEqual([1008, 'too many messages']);
});

test('a connection has 1,024 streams, and room for another when it leaves one', async () => {
  const line = await open('/stream');
  const names = Array.from({ length: 1_025 }, (_unused, at) => `a${at}@trade`);
  const more = await line.ask(subscribe(...names));
  expect(more.error).toEqual({ code: 2, msg: 'Invalid request: more than 1024 streams' });
  expect((await line.ask(subscribe(...names.slice(1)))).result).toBeNull();
  expect((await line.ask(subscribe(names[0] ?? ''))).error.code).toBe(2);
  nowMs += SECOND;
  await line.ask({ method: 'UNSUBSCRIBE', params: [names[1]] });
  expect((await line.ask(subscribe(names[0] ?? ''))).result).toBeNull();
  expect((await line.ask(list)).result).toHaveLength(1_024);
  const byPath = await open(`/stream?streams=${names.join('/')}`);
  expect((await byPath.ask(list)).result).toHaveLength(1_024);
});

test('an address opens 300 connections in five minutes, and others are not held up', async () => {
  for (let count = 0; count < 300; count += 1) await open('/ws/a@trade');
  await expect(open('/ws/a@trade')).rejects.toThrow('429');
  await expect(open('/stream')).rejects.toThrow('429');
  expect(isOpen(await open('/ws/a@trade', { from: '203.0.113.2' }))).toBe(true);
  nowMs += 5 * MINUTE;
  expect(isOpen(await open('/ws/a@trade'))).toBe(true);
});

test('the five minutes of an address begin with its own first connection', async () => {
  await open('/ws/a@trade');
  nowMs += 4 * MINUTE;
  const from = '203.0.113.2';
  for (let count = 0; count < 300; count += 1) await open('/ws/a@trade', { from });
  nowMs += MINUTE;
  const socket = new WebSocket(`${address}/stream`, { headers: { 'x-forwarded-for': from } });
  clients.push(socket.on('error', () => {}));
  const [, { statusCode, headers }] = await once(socket, 'unexpected-response');
  expect([statusCode, headers['retry-after']]).toEqual([429, '240']);
  nowMs += 4 * MINUTE;
  expect(isOpen(await open('/ws/a@trade', { from }))).toBe(true);
});

test('who reads nothing is cut with 1 MiB waiting, and others miss nothing', async () => {
  const [slow, quick] = [await open('/ws/a@trade'), await open('/ws/a@trade')];
  slow.socket.pause();
  const data = 'x'.repeat(64 * 1_024);
  let count = 0;
  // The buffers of the machine take some megabytes before anything waits here.
  while (keeper.countSlowClosed() === 0 && count < 2_000) {
    hub.publish('a@trade', [() => ({ number: count, data })]);
    count += 1;
    await expect.poll(() => quick.heard.length, { interval: 1 }).toBe(count);
  }
  expect(keeper.countSlowClosed()).toBe(1);
  expect(quick.heard.map(({ number }) => number)).toEqual(quick.heard.map((_one, at) => at));
});

test('messages come bare or with the name of their stream, as was asked last', async () => {
  const [bare, combined] = [await open('/ws/a@trade'), await open('/stream?streams=a@trade')];
  const publish = () => hub.publish('a@trade', [(time) => ({ e: 'trade', E: time(7) })]);
  publish();
  await expect.poll(() => bare.heard).toEqual([{ e: 'trade', E: 7 }]);
  await expect
    .poll(() => combined.heard)
    .toEqual([{ stream: 'a@trade', data: { e: 'trade', E: 7 } }]);
  const asProperty = (line: Reader) => line.ask({ method: 'GET_PROPERTY', params: ['combined'] });
  expect((await asProperty(bare)).result).toBe(false);
  expect((await asProperty(combined)).result).toBe(true);
  await bare.ask({ method: 'SET_PROPERTY', params: ['combined', true] });
  expect((await asProperty(bare)).result).toBe(true);
  publish();
  await expect.poll(() => bare.heard.at(-1)).toMatchObject({ stream: 'a@trade' });
  await bare.ask({ method: 'UNSUBSCRIBE', params: ['a@trade'] });
  const { length } = bare.heard;
  publish();
  await expect.poll(() => combined.heard.filter(({ data }) => data).length).toBe(3);
  expect(bare.heard).toHaveLength(length);
});
