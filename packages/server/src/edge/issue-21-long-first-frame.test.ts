// The first frame on the bare /ws: a request of the trading dialect may be as long as on its own
// addresses, a frame of ours may not.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createFanOut, createHub } from '../base/feed/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { createCosts } from './costs.ts';
import { createLookups } from './lookups.ts';
import { createPeers } from './peers.ts';
import { type SocketEdge, serveSockets } from './socket.ts';

const server = createServer();
const adopted: string[] = [];
let edge: SocketEdge;
let address: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `127.0.0.1:${(server.address() as { port: number }).port}`;
  const peers = createPeers(['127.0.0.1']);
  const readNowMs = () => 1_000_000;
  const sessions = {
    read: async () => undefined,
    findOver: async () => [],
    onEnded: () => {},
    onDoubt: () => {},
  } as unknown as Sessions;
  edge = serveSockets({
    hub: createHub(),
    fanOut: createFanOut(),
    sessions,
    lookups: createLookups({ sessions, peers, readNowMs }),
    ownOrigin: `http://${address}`,
    peers,
    costs: createCosts(peers, readNowMs),
    readNowMs,
    report: (error) => console.error(error),
    isClosed: () => false,
    adopt: (socket, _request, text) => {
      adopted.push(text);
      socket.close(1000);
    },
  });
  server.on('upgrade', (...requested) => void edge.upgrade(...requested));
});
afterAll(async () => {
  await edge.close();
  server.close();
});

/** Say one thing. @returns the code that the line ends with. */
async function say(frame: object): Promise<number> {
  const socket = new WebSocket(`ws://${address}/ws`);
  await once(socket, 'open');
  socket.send(JSON.stringify(frame));
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}

test('1,024 names are taken over whole', async () => {
  const params = Array.from({ length: 1_024 }, (_none, at) => `coin${1_000 + at}usdt@kline_15m`);
  const frame = { method: 'SUBSCRIBE', params, id: 1 };
  expect(await say(frame)).toBe(1000);
  expect(adopted).toEqual([JSON.stringify(frame)]);
});

test('a frame of ours stays short', async () => {
  const channels = Array.from({ length: 1_024 }, (_none, at) => `trade:coin${1_000 + at}_usdt`);
  expect(await say({ op: 'subscribe', id: 1, channels })).toBe(1009);
});
