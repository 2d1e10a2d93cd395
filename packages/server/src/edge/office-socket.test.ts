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
  ['broken', 'support'],
  ['other', 'support'],
]);
/** Cookies of those who cannot be looked up. */
const failing = new Set<string>();
const reported: unknown[] = [];
/** Who paid for opening. */
const accounts = new Set<string | undefined>();
const listeners = new Set<() => void>();
/** What may still be opened, in the unit of costs. */
let left = Number.POSITIVE_INFINITY;
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
    costs: {
      of(_request, account) {
        accounts.add(account);
        return { take: (cost) => (left -= cost) >= 0, isInDebt: () => left < 0 };
      },
    },
    lookups: {
      findAccount: ({ headers: { cookie } }) => `operator of ${cookie}`,
      readOperator: async ({ headers: { cookie = '' } }) => {
        if (failing.has(cookie)) throw new Error('no rows');
        const role = roles.get(cookie);
        return role === undefined ? undefined : { operatorId: 1, sessionId: 1, email: '', role };
      },
    },
    listen: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    report: (error) => void reported.push(error),
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

test('each that is opened costs its account, once it is known who it is', async () => {
  left = 2 * OPENING_COST;
  const outcomes: string[] = [];
  for (const cookie of ['helper', 'made up', 'helper', 'helper']) {
    const socket = connect(cookie);
    const opened = once(socket, 'open').then(() => 'open');
    const refused = once(socket, 'unexpected-response').then(
      ([, { statusCode, headers }]) => `${statusCode} ${headers['retry-after']}`,
    );
    outcomes.push(await Promise.race([opened, refused]));
    socket.on('error', () => {});
    socket.terminate();
  }
  left = Number.POSITIVE_INFINITY;
  expect(outcomes).toEqual(['open', '401 undefined', 'open', '429 1']);
  expect(accounts).toEqual(new Set(['operator of helper']));
});

test('one who cannot be looked at ends the look of nobody else, nor is sent away', async () => {
  const [broken, other] = [connect('broken'), connect('other')];
  await Promise.all([once(broken, 'open'), once(other, 'open')]);
  failing.add('broken');
  const ended = once(other, 'close');
  roles.delete('other');
  expect((await ended)[0]).toBe(closeCodes.auth);
  expect(reported).toContainEqual(new Error('no rows'));
  expect(broken.readyState).toBe(WebSocket.OPEN);
  failing.clear();
  broken.terminate();
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
