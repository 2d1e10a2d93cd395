// The short way beside the library's: what goes where, and that nobody is answered twice, out of
// order or never.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { defineRoute, z } from '@isobath/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createAddressLimits,
  createOrderCounts,
  type Signing,
} from '../../base/binance-api/index.ts';
import { serve } from '../../base/product/index.ts';
import { directPeers } from '../peers.ts';
import { type FastPath, serveDirectly } from './direct.ts';

const echo = defineRoute({
  method: 'POST',
  path: '/api/v3/echo',
  role: 'public',
  owner: 'none',
  rate: 'none',
  isBare: true,
  summary: 'Echo.',
  binance: { weight: 1 },
  query: z.strictObject({ text: z.string() }),
  answer: z.object({ text: z.string() }),
});

const HEAD = 'POST /api/v3/echo HTTP/1.1\r\nhost: a\r\n';
const FORM = 'content-type: application/x-www-form-urlencoded\r\n';
const ask = (text: string) => HEAD.replace(' HTTP', `?text=${text} HTTP`);

let server: Server;
let way: FastPath;
let socket: Socket;
/** The server's end of it. */
let serverEnd: Socket | undefined;
let heard = '';
let libraryCount = 0;
const held: (() => void)[] = [];

beforeEach(async () => {
  libraryCount = 0;
  heard = '';
  server = createServer((request, response) => {
    libraryCount += 1;
    request.resume().on('end', () => response.end(`library ${request.url}`));
  });
  const handler = serve(echo, async ({ query }) => {
    if (query.text === 'wait') await new Promise<void>((resolve) => held.push(resolve));
    return { text: query.text };
  });
  way = serveDirectly(server, {
    handlers: [handler],
    served: new Map([['POST /api/v3/echo', { handler, wanted: undefined }]]),
    isLeftAlone: ({ headers }) => headers.host === 'office',
    readSafeHeaders: () => 'cache-control: no-store\r\n',
    signing: {} as Signing,
    limits: createAddressLimits(Date.now),
    orderCounts: createOrderCounts({ readNowMs: Date.now, readOwner: () => 0 }),
    peers: directPeers,
    report: (error) => expect(error).toBeUndefined(),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.once('connection', (one) => (serverEnd = one));
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('data', (bytes: Buffer) => (heard += bytes.toString()));
});
afterEach(async () => {
  socket.destroy();
  way.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Wait until the server has read all that was written. */
const isRead = () => expect.poll(() => serverEnd?.bytesRead).toBe(socket.bytesWritten);

const bodies = () => heard.split('\r\n').filter((line) => /^(\{|library)/.test(line));

test('a plain request is answered with all headers, again and again', async () => {
  socket.write(`${ask('one')}\r\n`);
  await expect.poll(bodies).toEqual(['{"text":"one"}']);
  socket.write(`${HEAD}${FORM}content-length: 8\r\n\r\ntext=two`);
  await expect.poll(bodies).toHaveLength(1);
  await expect.poll(() => heard).toContain('{"text":"two"}');
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: application\/json; charset=utf-8\r\n/);
  expect(heard).toContain('content-length: 14\r\n');
  expect(heard).toContain('cache-control: no-store\r\n');
  expect(heard).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
  expect(heard).toMatch(/date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/);
  expect(heard).toContain('connection: keep-alive\r\n');
  expect(libraryCount).toBe(0);
});

test('a refusal has its status and its words', async () => {
  socket.write(`${HEAD}\r\n`);
  await expect.poll(() => heard).toContain('"code":-1102');
  expect(heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

test('the first request that is not plain takes its connection to the library', async () => {
  socket.write(`${ask('one')}\r\n`);
  await expect.poll(() => heard).toContain('"one"');
  socket.write('GET /else HTTP/1.1\r\nhost: a\r\n\r\n');
  await expect.poll(() => heard).toContain('library /else');
  socket.write(`${ask('two')}\r\n`);
  await expect.poll(() => heard).toContain('library /api/v3/echo?text=two');
  expect(libraryCount).toBe(2);
});

test('a request that is to be left alone is left to the library', async () => {
  socket.write(`${ask('one').replace('host: a', 'host: office')}\r\n`);
  await expect.poll(() => heard).toContain('library /api/v3/echo?text=one');
});

test('a request in pieces is read by the library from its first piece on', async () => {
  socket.write(`${HEAD}${FORM}content-length: 8\r\n\r\ntext`);
  await expect.poll(() => libraryCount).toBe(1);
  socket.write('=two');
  await expect.poll(() => heard).toContain('library /api/v3/echo');
  expect(libraryCount).toBe(1);
});

test('who does not wait for their answer is answered in order', async () => {
  socket.write(`${ask('wait')}\r\n`);
  await expect.poll(() => held.length).toBe(1);
  socket.write(`${ask('two')}\r\n`);
  await isRead();
  socket.write(`${ask('three')}\r\n${ask('four')}\r\n`);
  await isRead();
  expect(heard).toBe('');
  held.pop()?.();
  await expect.poll(() => heard).toContain('four');
  const places = ['"wait"', 'two', 'three', 'four'].map((word) => heard.indexOf(word));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
});

test('who says no more is answered all the same, and then let go', async () => {
  socket.end(`${ask('wait')}\r\n`);
  await expect.poll(() => held.length).toBe(1);
  const ended = new Promise((resolve) => socket.once('end', resolve));
  held.pop()?.();
  await ended;
  expect(heard).toContain('"wait"');
});

test('at the end every connection is ended, also one that is asking', async () => {
  socket.write(`${ask('wait')}\r\n`);
  await expect.poll(() => held.length).toBe(1);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  way.close();
  await closed;
  held.pop()?.();
});
