// Upgrades that are refused. Whoever breaks a connection off ends nothing but that connection, at
// whatever moment: what is thrown outside of a call would end the process, and fails the run of
// these tests.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createHosts } from './hosts.ts';
import { refuseUpgrade, serveUpgrades } from './upgrades.ts';

let server: Server;
let refused = '429 Too Many Requests';

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepts = (path: string) => path === '/refused' || path === '/waits';
  const upgrade = async ({ url }: IncomingMessage, socket: Duplex) => {
    if (url === '/waits') await new Promise((resolve) => setTimeout(resolve, 20));
    refuseUpgrade(socket, refused);
  };
  serveUpgrades(server, [{ accepts, upgrade }], {
    hosts: createHosts({ ownOrigin: '' }),
    report: (error) => expect.unreachable(String(error)),
  });
});
afterEach(() => void server.close());

test.each([
  ['429 Too Many Requests', '1'],
  ['503 Service Unavailable', '1'],
  ['404 Not Found', undefined],
])('an upgrade that is refused with %s says when to come again: %s', async (status, after) => {
  const { port } = server.address() as AddressInfo;
  refused = status;
  const { statusCode, headers } = await new Promise<IncomingMessage>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/refused`);
    socket.on('error', () => {});
    socket.on('unexpected-response', (_request, response) => resolve(response));
  });
  expect([statusCode, headers['retry-after']]).toEqual([Number(status.slice(0, 3)), after]);
});

const head = (path: string) =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`;

test.each(['/nothing', '/refused', '/waits'])('a reset behind the head of %s', async (path) => {
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  const [serverEnd] = await connected;
  let errorListeners = 0;
  server.on('upgrade', () => (errorListeners = serverEnd.listenerCount('error')));
  const closed = new Promise((resolve) => serverEnd.once('close', resolve));
  client.write(head(path), () => client.resetAndDestroy());
  await closed;
  expect(errorListeners).toBeGreaterThan(0);
});
