// Readers that do not read, that are cut, that keep up: over real sockets, with a source of
// numbered events in place of a product.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { type ChannelFrame, closeCodes, errors } from '@isobath/wire';
import { createSocket, type SocketLike } from '@isobath/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { nextTurn, waitFor } from '../../../../tools/testing/wait.ts';
import { type ChannelSource, createFanOut, createHub, type Hub } from '../base/feed/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { createCosts } from './costs.ts';
import { createLookups } from './lookups.ts';
import { createPeers } from './peers.ts';
import { serveSockets, type SocketEdge } from './socket.ts';

const OWNER = 1_000_001;
const readNowMs = () => nowMs;
const times = { createdAtMs: 0, lastSeenAtMs: 0, steppedUpUntilMs: 0 };
const SESSION = { sessionId: 7, ownerId: OWNER, ip: '::1', device: 'test', ...times };
const peek = (token: string) => (token === 'good' ? SESSION : undefined);
const sessions = {
  peek,
  read: async (token: string) => peek(token),
  findOver: async (records: readonly unknown[]) => (isAged && records.length > 0 ? [7] : []),
  onEnded: (listener: (sessionId: number) => void) => {
    endSession = listener;
  },
  onDoubt: () => {},
} as unknown as Sessions;

let server: Server;
let hub: Hub;
let edge: SocketEdge;
let address: string;
let nowMs: number;
let isAged = false;
let endSession: (sessionId: number) => void;
const reported: unknown[] = [];
const peers = createPeers(['127.0.0.1']);

beforeEach(async () => {
  nowMs = 1_000_000;
  isAged = false;
  reported.length = 0;
  hub = createHub();
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `127.0.0.1:${(server.address() as { port: number }).port}`;
  edge = serveSockets({
    isClosed: () => false,
    hub,
    fanOut: createFanOut(),
    sessions,
    lookups: createLookups({ sessions, peers, readNowMs }),
    ownOrigin: `http://${address}`,
    peers,
    costs: createCosts(peers, readNowMs),
    readNowMs,
    report: (error) => reported.push(error),
    adopt: (socket) => socket.terminate(),
  });
  server.on('upgrade', (...requested) => void edge.upgrade(...requested));
});
afterEach(async () => {
  await edge.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(reported).toEqual([]);
});

function frameOf(ch: string, type: ChannelFrame['type'], at: [number, number, unknown]) {
  const [first, last, data] = at;
  return { ch, type, first, last, at: 0, data } satisfies ChannelFrame;
}

/** A public channel whose frames are as large as wished. */
function offerLarge(bytes: number) {
  let last = 0;
  const data = 'x'.repeat(bytes);
  let snapshotsCount = 0;
  hub.addSource({
    prefix: 'status',
    weigh: () => 1,
    address: (channel) => channel,
    snapshot: (channel) => {
      snapshotsCount += 1;
      return frameOf(channel, 'snapshot', [last, last, data]);
    },
  });
  return {
    publish() {
      last += 1;
      hub.publish('status', frameOf('status', 'event', [last, last, data]));
    },
    readLast: () => last,
    countSnapshots: () => snapshotsCount,
  };
}

async function openReader(
  channel: string,
  options: ClientOptions = {},
): Promise<{ socket: WebSocket; frames: ChannelFrame[] }> {
  const socket = new WebSocket(`ws://${address}/ws`, options);
  const frames: ChannelFrame[] = [];
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ChannelFrame;
    if ('ch' in frame) frames.push(frame);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, op: 'subscribe', channels: [channel] }));
  await waitFor('the first frame', () => frames.length === 1);
  return { socket, frames };
}

test('who does not read gets snapshots once they read again, and others miss nothing', async () => {
  const source = offerLarge(64 * 1024);
  const [slow, quick] = [await openReader('status'), await openReader('status')];
  // At most one for each subscription, the others for the one who does not read.
  const begunCount = source.countSnapshots();
  slow.socket.pause();
  // Far more than kernel buffers hold: the rest must not gather here.
  for (let round = 0; round < 400; round += 1) {
    source.publish();
    await waitFor(`frame ${round + 2}`, () => quick.frames.length === round + 2, nextTurn);
  }
  slow.socket.resume();
  const isSnapshot = ({ type }: ChannelFrame) => type === 'snapshot';
  await waitFor('a second snapshot', () => slow.frames.filter(isSnapshot).length > 1);
  expect(source.countSnapshots()).toBeGreaterThan(begunCount);
  source.publish();
  await waitFor('the newest', () => slow.frames.at(-1)?.last === source.readLast());
  expect(slow.frames.length).toBeLessThan(300);
  // What follows the last snapshot has no gap.
  const from = slow.frames.findLastIndex(isSnapshot);
  const numbers = slow.frames.slice(from).map(({ last }) => last);
  expect(numbers).toEqual(numbers.map((_last, at) => numbers[0] + at));
  expect(quick.frames.map(({ last }) => last)).toEqual(
    Array.from({ length: 402 }, (_unused, at) => at),
  );
  for (const { socket } of [slow, quick]) socket.terminate();
});

test('many who come at once share one beginning, until something happens', async () => {
  const source = offerLarge(10);
  const first = await openReader('status');
  const others = await Promise.all(Array.from({ length: 40 }, () => openReader('status')));
  expect(source.countSnapshots()).toBeLessThan(20);
  source.publish();
  const late = await openReader('status');
  expect(late.frames[0]).toMatchObject({ type: 'snapshot', last: 1 });
  await waitFor('the news', () => others.every(({ frames }) => frames.length === 2));
  for (const { socket } of [first, late, ...others]) socket.terminate();
});

test('who never reads is sent a snapshot a second, then closed with 4008', async () => {
  const source = offerLarge(200 * 1024);
  const { socket } = await openReader('status');
  socket.pause();
  const before = source.countSnapshots();
  const publishing = setInterval(() => source.publish(), 2);
  const clock = setInterval(() => (nowMs += 100), 100);
  const hearing = setInterval(() => socket.readyState === WebSocket.OPEN && socket.ping(), 500);
  await waitFor('the closing', () => edge.countSlowClosed() === 1);
  for (const timer of [publishing, clock, hearing]) clearInterval(timer);
  expect(source.countSnapshots() - before).toBeGreaterThan(3);
  const closed = once(socket, 'close');
  socket.resume();
  expect((await closed)[0]).toBe(closeCodes.slow);
});

test('nobody makes news for somebody who does not answer, until they do', async () => {
  const source = offerLarge(10);
  const mute = await openReader('status', { autoPong: false });
  nowMs += 1_500;
  source.publish();
  // The news they were asked with: what they miss from here on they do not answer to.
  await waitFor('the news', () => mute.frames.length === 2);
  nowMs += 2_500;
  expect(hub.hasListeners('status')).toBe(true);
  source.publish();
  await waitFor('nobody to listen', () => !hub.hasListeners('status'));
  source.publish();
  mute.socket.ping();
  await waitFor('a snapshot', () => mute.frames.length === 3);
  expect(mute.frames[2]).toMatchObject({ type: 'snapshot', last: 3 });
  source.publish();
  await waitFor('an event', () => mute.frames.length === 4);
  expect(mute.frames[3]).toMatchObject({ type: 'event', last: 4 });
  mute.socket.terminate();
});

test('who gives no sign of life for ten seconds gets nothing until they do', async () => {
  const source = offerLarge(10);
  const quick = await openReader('status');
  const mute = await openReader('status', { autoPong: false });
  const giveSign = async () => {
    quick.socket.ping();
    await once(quick.socket, 'pong');
  };
  nowMs += 4_000;
  await giveSign();
  nowMs += 7_000;
  // It is asked for a sign by the look that shuts it out.
  await once(mute.socket, 'ping');
  source.publish();
  await waitFor('the news', () => quick.frames.length === 2);
  expect(mute.frames.length).toBe(1);
  mute.socket.ping();
  await waitFor('a snapshot', () => mute.frames.length === 2);
  expect(mute.frames[1]).toMatchObject({ type: 'snapshot', last: 1 });
  nowMs += 40_000;
  await giveSign();
  nowMs += 21_000;
  await waitFor('the end of one', () => edge.countOpen() === 1);
  expect(mute.socket.readyState).not.toBe(WebSocket.OPEN);
  quick.socket.terminate();
});

/** Private events, numbered; asking for old ones takes a moment, as a database would. */
function offerPrivate() {
  const events: { seq: number }[] = [];
  const show = (from: number): ChannelFrame[] => {
    const after = events.slice(from);
    return after.length === 0
      ? []
      : [frameOf('private', 'event', [from + 1, events.length, after])];
  };
  const source: ChannelSource = {
    prefix: 'private',
    weigh: () => 1,
    address: (_channel, asker) => `private:${asker.ownerId}`,
    async snapshot() {
      await new Promise((resolve) => setTimeout(resolve, 3));
      return frameOf('private', 'snapshot', [events.length, events.length, null]);
    },
    async resume(_channel, since) {
      const frames = show(since);
      await new Promise((resolve) => setTimeout(resolve, 3));
      return frames;
    },
  };
  hub.addSource(source);
  return {
    count: () => events.length,
    happen() {
      events.push({ seq: events.length + 1 });
      const seq = events.length;
      hub.publish(`private:${OWNER}`, frameOf('private', 'event', [seq, seq, [events[seq - 1]]]));
    },
  };
}

test('cut 50 times at 500 events a second, a client gets each exactly once', async () => {
  const source = offerPrivate();
  const lines: WebSocket[] = [];
  const live = createSocket({
    url: `ws://${address}/ws`,
    open: (url) => {
      const headers = { cookie: '__Host-session=good', origin: `http://${address}` };
      const line = new WebSocket(url, { headers });
      line.on('error', () => {});
      lines.push(line);
      return line as unknown as SocketLike;
    },
  });
  const seen: number[] = [];
  let snapshotsCount = 0;
  live.subscribe('private', (frame) => {
    if (frame.type === 'snapshot') snapshotsCount += 1;
    else seen.push(...(frame.data as { seq: number }[]).map(({ seq }) => seq));
  });
  await waitFor('the beginning', () => snapshotsCount === 1);
  const timer = setInterval(() => source.happen(), 2);
  for (let cut = 0; cut < 50; cut += 1) {
    const seenCount = seen.length;
    await waitFor(`ten events after cut ${cut}`, () => seen.length > seenCount + 10);
    lines.at(-1)?.terminate();
  }
  const seenCount = seen.length;
  await waitFor('ten events more', () => seen.length > seenCount + 10);
  clearInterval(timer);
  await waitFor('the last event', () => seen.at(-1) === source.count());
  live.close();
  expect(lines.length).toBe(51);
  expect(snapshotsCount).toBe(1);
  expect(seen).toEqual(Array.from({ length: source.count() }, (_unused, at) => at + 1));
});

test('one channel that cannot be begun is said, and the others of its frame begin', async () => {
  const any = { weigh: () => 1, address: (name: string) => name };
  const fail = async () => Promise.reject(new Error('no rows'));
  hub.addSource({ ...any, prefix: 'book', snapshot: fail });
  const snapshot = async () => frameOf('ticker:a', 'snapshot', [1, 1, null]);
  hub.addSource({ ...any, prefix: 'ticker', snapshot });
  const line = new WebSocket(`ws://${address}/ws`);
  const heard: Record<string, unknown>[] = [];
  line.on('message', (data) => heard.push(JSON.parse(String(data))));
  await once(line, 'open');
  line.send(JSON.stringify({ id: 7, op: 'subscribe', channels: ['book:a', 'ticker:a'] }));
  await waitFor('both answers', () => heard.length === 2);
  expect(heard).toEqual([
    frameOf('ticker:a', 'snapshot', [1, 1, null]),
    expect.objectContaining({ id: 7, code: errors.internal.code }),
  ]);
  expect(reported.splice(0)).toEqual([new Error('no rows')]);
});

test('what is no frame is answered by its number, too old a question by its code', async () => {
  hub.addSource({
    prefix: 'book',
    weigh: () => 1,
    address: (channel) => channel,
    snapshot: (channel) => frameOf(channel, 'snapshot', [9, 9, null]),
    resume: async (channel, since) =>
      since < 5 ? undefined : [frameOf(channel, 'event', [since + 1, 9, null])],
  });
  const line = new WebSocket(`ws://${address}/ws`);
  const heard: { id?: number; code?: number; first?: number }[] = [];
  line.on('message', (data) => heard.push(JSON.parse(String(data))));
  await once(line, 'open');
  const ask = async (frame: object) => {
    const count = heard.length;
    line.send(JSON.stringify(frame));
    await waitFor('a code', () => heard.slice(count).some(({ code }) => code !== undefined));
    return heard.slice(count).map(({ id, code, first }) => [id ?? 'frame', code ?? first]);
  };
  const { invalid, snapshot_required: tooOld } = errors;
  expect(await ask({ id: 4, op: 'subscribe', channels: ['no:such'] })).toEqual([[4, invalid.code]]);
  const resume = { op: 'resume', channels: ['book:a'] };
  expect(await ask({ id: 5, ...resume, since: { 'book:a': 4 } })).toEqual([[5, tooOld.code]]);
  expect(await ask({ id: 6, ...resume, since: { 'book:a': 7 } })).toEqual([
    ['frame', 8],
    [6, 200],
  ]);
  line.terminate();
});

test('a page of another origin is sent away with 4003', async () => {
  const cookie = '__Host-session=good';
  for (const headers of [{ origin: 'http://evil.example' }, { cookie }]) {
    const line = new WebSocket(`ws://${address}/ws`, { headers });
    const heard: unknown[] = [];
    line.on('message', (data) => heard.push(data));
    line.on('open', () => line.send('{"id":1,"op":"ping"}'));
    const [code] = (await once(line, 'close')) as [number];
    expect([code, heard]).toEqual([closeCodes.origin, []]);
  }
  expect(edge.countOpen()).toBe(0);
});

test('one address has its share of the lines, others still come in', async () => {
  const come = async (caller: string) => {
    const line = new WebSocket(`ws://${address}/ws`, { headers: { 'x-forwarded-for': caller } });
    const refused = once(line, 'unexpected-response').then(([, response]) => response.statusCode);
    line.on('error', () => {});
    return { line, outcome: await Promise.race([once(line, 'open').then(() => 'open'), refused]) };
  };
  const all = await Promise.all(Array.from({ length: 501 }, () => come('203.0.113.7')));
  const outcomes = all.map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(500);
  expect(outcomes.filter((outcome) => outcome === 429)).toHaveLength(1);
  expect((await come('203.0.113.8')).outcome).toBe('open');
  all.find(({ outcome }) => outcome === 'open')?.line.close();
  await waitFor('room for one', () => edge.countOpen() === 500);
  expect((await come('203.0.113.7')).outcome).toBe('open');
});

test('a socket ends with its session when that grows too old', async () => {
  offerLarge(1);
  const guest = await openReader('status');
  const { socket } = await openReader('status', {
    headers: { cookie: '__Host-session=good', origin: `http://${address}` },
  });
  isAged = true;
  nowMs += 3_000;
  const [code] = (await once(socket, 'close')) as [number];
  expect(code).toBe(closeCodes.auth);
  expect(guest.socket.readyState).toBe(WebSocket.OPEN);
  guest.socket.terminate();
});

test('a session that is ended takes its sockets along at once, and no other', async () => {
  offerLarge(1);
  const headers = { cookie: '__Host-session=good', origin: `http://${address}` };
  const guest = await openReader('status');
  const own = await Promise.all([1, 2].map(() => openReader('status', { headers })));
  endSession(SESSION.sessionId + 1);
  endSession(SESSION.sessionId);
  const codes = await Promise.all(own.map(({ socket }) => once(socket, 'close')));
  expect(codes.map(([code]) => code)).toEqual([closeCodes.auth, closeCodes.auth]);
  expect(guest.socket.readyState).toBe(WebSocket.OPEN);
  guest.socket.terminate();
});
