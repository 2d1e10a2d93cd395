import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { closeCodes, officeLivePath } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { OPENING_COST } from './costs.ts';
import { createHosts } from './hosts.ts';
import { type OfficeSocket, serveOfficeSocket } from './office-socket.ts';
import { serveUpgrades } from './upgrades.ts';

/** Roles by cookie; a test takes them away. */
const roles = new Map([
  ['helper', 'support'],
  ['watcher', 'viewer'],
]);
const listeners = new Set<() => void>();
/** What may still be opened, in the unit of costs. */
let left = Number.POSITIVE_INFINITY;
let askedCount = 0;
let server: Server;
let entry: OfficeSocket;
let origin: string;

beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  origin = `http://127.0.0.1:${port}`;
  entry = serveOfficeSocket({
    ownOrigin: origin,
    costs: { of: () => ({ take: (cost) => (left -= cost) >= 0, isInDebt: () => left < 0 }) },
    lookups: {
      findAccount: () => undefined,
      readOperator: async ({ headers: { cookie = '' } }) => {
        askedCount += 1;
        const role = roles.get(cookie);
        return role === undefined ? undefined : { operatorId: 1, sessionId: 1, email: '', role };
      },
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
  serveUpgrades(server, [entry], { hosts: createHosts({ ownOrigin: origin }), report: () => {} });
});
afterAll(() => {
  entry?.close();
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

test('each that is tried costs, and none is looked up when nothing is left', async () => {
  left = 2 * OPENING_COST;
  askedCount = 0;
  const refusals: string[] = [];
  for (const cookie of ['made up 1', 'made up 2', 'made up 3']) {
    refusals.push(String((await once(connect(cookie), 'error'))[0]).slice(-3));
  }
  left = Number.POSITIVE_INFINITY;
  expect(refusals).toEqual(['401', '401', '429']);
  expect(askedCount).toBe(2);
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
