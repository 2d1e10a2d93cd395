import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { closeCodes, officeLivePath } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createHosts } from './hosts.ts';
import { type OfficeSocket, serveOfficeSocket } from './office-socket.ts';
import { serveUpgrades } from './upgrades.ts';

/** Roles by cookie; a test takes them away. */
const roles = new Map([
  ['helper', 'support'],
  ['watcher', 'viewer'],
]);
const listeners = new Set<() => void>();
let server: Server;
let door: OfficeSocket;
let origin: string;

beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  origin = `http://127.0.0.1:${port}`;
  door = serveOfficeSocket({
    ownOrigin: origin,
    readOperator: async ({ cookie = '' }) => {
      const role = roles.get(cookie);
      return role === undefined ? undefined : { operatorId: 1, sessionId: 1, email: '', role };
    },
    listen: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    report: (error) => {
      throw error;
    },
    lookEveryMs: 20,
  });
  serveUpgrades(server, [door], { hosts: createHosts({ ownOrigin: origin }), report: () => {} });
});
afterAll(() => {
  door?.close();
  server?.close();
});

function connect(cookie: string, from = origin): WebSocket {
  const headers = { cookie, origin: from };
  return new WebSocket(`${origin.replace('http', 'ws')}${officeLivePath}`, { headers });
}

test.each([
  ['helper', 'https://evil.example', 403],
  ['', undefined, 401],
  ['nobody', undefined, 401],
  ['watcher', undefined, 401],
])('%j from %s is not let in', async (cookie, from, status) => {
  const [error] = await once(connect(cookie, from), 'error');
  expect(String(error)).toContain(String(status));
});

test('whoever may read the desk hears that something is new, until the right is gone', async () => {
  const socket = connect('helper');
  await once(socket, 'open');
  const heard = once(socket, 'message');
  for (const listener of listeners) listener();
  expect(String((await heard)[0])).toBe('{"ch":"desk"}');
  roles.set('helper', 'viewer');
  const [code] = await once(socket, 'close');
  expect(code).toBe(closeCodes.auth);
});
