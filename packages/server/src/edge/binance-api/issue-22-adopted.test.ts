// A guest who is handed over to the Binance API when their address made too many connections: their
// line ends at once, whatever they still send on it. What is thrown would end the process, and
// fails the run of this test.
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createFanOut } from '../../base/feed/index.ts';
import { createCosts } from '../costs.ts';
import { createPeers } from '../peers.ts';
import { CONNECTS_MAX, createLineKeeper, type LineKeeper } from './lines.ts';

let server: Server;
let sockets: WebSocketServer;
let keeper: LineKeeper;

beforeEach(async () => {
  const readNowMs = () => 1_700_000_000_000;
  const peers = createPeers(['127.0.0.1']);
  const costs = createCosts(peers, readNowMs);
  const report = (error: unknown) => expect.unreachable(String(error));
  keeper = createLineKeeper({ readNowMs, fanOut: createFanOut(), peers, costs, report });
  server = createServer().listen(0, '127.0.0.1');
  sockets = new WebSocketServer({ server });
  await once(server, 'listening');
});
afterEach(() => {
  keeper.close();
  sockets.close();
  server.close();
});

const talk = { hear() {}, ended() {}, showShutdown: () => '', messagesPerSecond: 0 };

/** Adopt a line that is over, of the address of the real one. */
function adoptEnded(): void {
  const socket = Object.assign(new EventEmitter(), { readyState: WebSocket.CLOSED, close() {} });
  const raw = Object.assign(new EventEmitter(), { remoteAddress: '127.0.0.1' });
  const request = { socket: raw, headers: {} } as unknown as IncomingMessage;
  keeper.adopt({ socket: socket as unknown as WebSocket, request, text: '' }, () => talk);
  socket.emit('close');
}

test('bytes that are no frame end only the line that was one too many', async () => {
  for (let count = 0; count < CONNECTS_MAX; count += 1) adoptEnded();
  const connected = once(sockets, 'connection') as Promise<[WebSocket, IncomingMessage]>;
  const { port } = server.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}`, { autoPong: false });
  client.on('error', () => {});
  const refused = once(client, 'close');
  const [accepted, request] = await connected;
  await once(client, 'open');
  const closed = new Promise((resolve) => request.socket.once('close', resolve));
  accepted.removeAllListeners();
  keeper.adopt({ socket: accepted, request, text: '' }, () => expect.unreachable('let in'));
  // Its bits of extensions are set: nobody agreed on any.
  const bytes = Buffer.from([0xf1, 0x80, 0, 0, 0, 0]);
  Reflect.get(client, '_socket').write(bytes);
  expect((await refused)[0]).toBe(1008);
  await closed;
  expect(keeper.countOpen()).toBe(0);
});
