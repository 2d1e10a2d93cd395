// Everything that is served, asked for at each host in every spelling of its path: nothing of the
// back office answers at the site's, nor the other way round, whatever a target looks like.
import { type AddressInfo, connect } from 'node:net';
import { routes } from '@isobath/wire';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrderCounts, BinanceError, type Signing } from '../base/binance-api/index.ts';
import type { RouteHandler } from '../base/product/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { translatePlainly } from './answer.ts';
import { edgeEndpoints, type Endpoint, listEndpoints } from './endpoints.ts';
import { createHosts } from './hosts.ts';
import { createEdge, type EdgeOptions } from './http.ts';
import { refuseUpgrade, serveUpgrades } from './upgrades.ts';

const addresses = { ownOrigin: 'https://x.example', officeOrigin: 'https://office.example:8443' };
const [SITE, OFFICE, OTHER] = ['x.example', 'office.example:8443', 'other.example'];
const all = Object.values(routes).flatMap((owned) => Object.values(owned));
const handlers = all.map((route): RouteHandler => ({ route, handle: async () => ({}) }));
const sockets = edgeEndpoints.filter(({ path }) => /^\/(ws|stream|admin\/live)/.test(path));
const mounted = edgeEndpoints.filter((one) => !sockets.includes(one));
const plenty = { burst: 1e9, perSecond: 1e9 };
const some = { read: plenty, market: plenty, order: plenty };
const limits = { ...some, write: plenty, credential: plenty, upload: plenty };
const reported: unknown[] = [];
const counted: number[] = [];
let app: FastifyInstance;

beforeAll(async () => {
  const refused = () => {
    throw new BinanceError('key_rejected');
  };
  const options: EdgeOptions = {
    ...addresses,
    handlers,
    limits,
    sessions: { peek: () => undefined, read: async () => undefined } as unknown as Sessions,
    translate: translatePlainly,
    mode: 'sandbox',
    binance: {
      signing: { admit: refused, admitNow: refused, admitKey: refused } as unknown as Signing,
      limits: { take: () => 1, addWeight: () => 1, refuseIfOver: () => {}, readUsed: () => 1 },
      orderCounts: createOrderCounts({ readNowMs: Date.now, readOwner: () => 0 }),
    },
    readNowMs: Date.now,
    report: (error) => void reported.push(error),
    measure: (_route, status) => void counted.push(status),
  };
  app = createEdge(options);
  for (const { path } of mounted) {
    app.get(path, (_request, reply: FastifyReply) => reply.header('x-reached', path).send('here'));
  }
  const accepts = (path: string) => sockets.some((one) => isAlike(one.path, path));
  const upgrade = (_request: unknown, socket: Parameters<typeof refuseUpgrade>[0]) =>
    refuseUpgrade(socket, '299 Let in');
  const report = (error: unknown) => void reported.push(error);
  const serving = { hosts: createHosts(addresses), report };
  serveUpgrades(app.server, [{ accepts, upgrade }], serving);
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const isAlike = (pattern: string, path: string) =>
  pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

interface Answer {
  readonly status: number;
  readonly reached: string;
  readonly location: string;
}

/** What of a text is one answer, undefined while it is not all there. */
function readAnswer(text: string): (Answer & { length: number }) | undefined {
  const end = text.indexOf('\r\n\r\n') + 4;
  if (end < 4) return undefined;
  const head = text.slice(0, end);
  const read = (name: string) => new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(head)?.[1] ?? '';
  const length = end + Number(read('content-length'));
  if (text.length < length) return undefined;
  const status = Number(head.split(' ')[1]);
  return { status, reached: read('x-reached'), location: read('location'), length };
}

/** Send requests on one connection, as they are. */
async function send(requests: readonly string[]): Promise<Answer[]> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const answers: Answer[] = [];
  let text = '';
  socket.setEncoding('latin1').write(requests.join(''));
  await new Promise<void>((resolve) => {
    socket.on('close', resolve).on('error', resolve);
    socket.on('data', (piece: string) => {
      text += piece;
      for (let one = readAnswer(text); one !== undefined; one = readAnswer(text)) {
        answers.push(one);
        text = text.slice(one.length);
      }
      if (answers.length >= requests.length) resolve();
    });
  });
  socket.destroy();
  return answers;
}

/** A path as a stranger may write it; the first three are what the router reads as the path. */
function spell(path: string): string[] {
  const encode = (text: string) =>
    text.replace(/[a-z]/gi, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return [
    path,
    `/${encode(path.slice(1, 2))}${path.slice(2)}`,
    encode(path).replaceAll('%6', '%6'.toUpperCase()),
    `${path}?next=/admin`,
    `/${path}`,
    `/.${path}`,
    `/x/..${path}`,
    `/\\${path.slice(1)}`,
    path.toUpperCase(),
    `${path};x`,
    `${path}%2f..%2fadmin`,
    `https://${SITE}${path}`,
    `https://${OFFICE}${path}`,
    `http://${OTHER}${path}`,
  ];
}
const MEANT = [0, 1, 2, 3];

const fill = ({ path }: Pick<Endpoint, 'path'>) =>
  path.replace(/:\w+/g, '1').replace(/\*$/, 'some');
const write = (method: string, target: string, host: string, more = '') =>
  `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\n${more}` +
  `${method === 'GET' ? '' : 'content-length: 0\r\n'}\r\n`;

/** Whose a path is, told from how it begins. */
function ownersOf({ path }: Pick<Endpoint, 'path'>): readonly string[] {
  if (/^\/(health\/|version|metrics)/.test(path)) return [SITE, OFFICE, OTHER];
  if (path.startsWith('/hk-web/public/')) return [SITE, OFFICE];
  return path.startsWith('/admin') ? [OFFICE] : [SITE];
}

test('every route is at its host only, however its path is written', async () => {
  const endpoints = listEndpoints(all).filter((one) => !sockets.some((s) => s.path === one.path));
  expect(endpoints.length).toBeGreaterThan(300);
  const wrong: unknown[] = [];
  for (const endpoint of endpoints) {
    const owners = ownersOf(endpoint);
    for (const host of [SITE, OFFICE, OTHER]) {
      const targets = spell(fill(endpoint));
      const requests = targets.map((target) => write(endpoint.method, target, host));
      const alone = requests.slice(0, 1);
      const answers = [...(await send(requests)), ...(await send(alone))];
      for (const [at, { status, reached }] of answers.entries()) {
        const target = targets[at] ?? 'alone';
        const isAtHome = owners.includes(host) && !target.includes('://');
        const isMeant = MEANT.includes(at) || target === 'alone';
        // At its own host another spelling may be another path there, at the site's a page.
        const isGood = isAtHome
          ? !isMeant || status !== 404
          : status === 404 || (host === SITE && reached === '/*');
        if (!isGood || status >= 500) {
          wrong.push([endpoint.method, target, host, status, reached]);
        }
      }
      if (answers.length !== targets.length + 1) wrong.push([endpoint.path, host, answers.length]);
    }
  }
  expect(wrong).toEqual([]);
  expect(reported).toEqual([]);
  expect(counted.filter((status) => status >= 500)).toEqual([]);
});

test('every WebSocket opens at its host only, and in one spelling', async () => {
  const requested = 'connection: upgrade\r\nupgrade: websocket\r\n';
  for (const endpoint of sockets) {
    for (const host of [SITE, OFFICE, OTHER]) {
      const isAtHome = ownersOf(endpoint).includes(host);
      for (const [at, target] of spell(fill(endpoint)).entries()) {
        const [{ status }] = await send([write('GET', target, host, requested)]);
        // Names of streams stand in the path; they are the streams' to judge.
        const isMeant =
          at === 0 || at === 3 || (endpoint.path.endsWith('*') && /^\/(ws|stream)\//.test(target));
        expect([target, host, status]).toEqual([target, host, isAtHome && isMeant ? 299 : 404]);
      }
    }
  }
});

test.each([
  [`host: ${SITE}\r\nHost: ${OFFICE}\r\n`, 404],
  [`Host: ${OFFICE}\r\nhost: ${SITE}\r\n`, 404],
  ['host: OFFICE.example:8443\r\n', 200],
  ['host: office.example\r\n', 404],
  ['host: office.example:443\r\n', 404],
  [`host: someone@${OFFICE}\r\n`, 404],
  [`host: ${OFFICE}/\r\n`, 404],
  ['host: \r\n', 404],
  ['', 400],
])('a console is asked for with %j: %d', async (lines, status) => {
  const [answer] = await send([`GET /admin HTTP/1.1\r\n${lines}\r\n`]);
  expect(answer.status).toBe(status);
});

test('the site is at its port’s other name, the bare office leads to the console', async () => {
  const ask = async (target: string, host: string) => (await send([write('GET', target, host)]))[0];
  expect(await ask('/', `${SITE}:443`)).toMatchObject({ reached: '/*' });
  expect(await ask('/', OFFICE)).toMatchObject({ status: 302, location: '/admin' });
  expect(await ask('/%zz', OFFICE)).toMatchObject({ status: 404, location: '' });
});

const JSON_BODY = 'content-type: application/json\r\n';
test.each([
  '/hk-web/account/login',
  '/admin/api/login',
  '/api/v3/order',
  '/nowhere',
  '/api/nowhere',
])('whatever is sent to %s, nothing of it counts as our fault', async (path) => {
  const host = path.startsWith('/admin') ? OFFICE : SITE;
  const post = (lines: string, body = '') => [
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${lines}\r\n${body}`,
  ];
  const sized = (body: string, lines: string) =>
    post(`${lines}content-length: ${body.length}\r\n`, body);
  counted.length = 0;
  const answers = [
    await send(sized('{"__proto__": {}}', JSON_BODY)),
    await send(sized('['.repeat(50_000), JSON_BODY)),
    await send(sized('{}', 'content-type: no/such; ;=\r\n')),
    await send(sized('{}', 'content-type: \u00ff\r\n')),
    await send(sized('{}', `${JSON_BODY}content-encoding: br\r\n`)),
    await send(sized('a=%', 'content-type: application/x-www-form-urlencoded\r\n')),
    await send(sized('--x', 'content-type: multipart/form-data; boundary=y\r\n')),
    await send(post(`${JSON_BODY}transfer-encoding: chunked\r\n`, 'zz\r\n')),
    await send(post(`${JSON_BODY}transfer-encoding: gzip\r\n`, 'x')),
    await send(post(`${JSON_BODY}content-length: 9999999\r\n`, '{')),
    await send(sized('', `${JSON_BODY}idempotency-key: ${'k'.repeat(500)}\r\n`)),
    await send(sized('{}', `${JSON_BODY}cookie: locale=%zz; __Host-session=%00; x=%\r\n`)),
    await send(sized('{}', `${JSON_BODY}x-locale: ../../x\r\naccept-language: ;q=,,*;q=9\r\n`)),
    await send(sized('{}', `${JSON_BODY}expect: 100-continue\r\nx-forwarded-for: ,,::\r\n`)),
  ];
  const cut = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  cut.end(post(`${JSON_BODY}content-length: 100\r\n`, '{"a":')[0]);
  await new Promise((resolve) => cut.on('close', resolve).resume());
  expect(
    answers
      .flat()
      .map(({ status }) => status)
      .filter((status) => status >= 500),
  ).toEqual([]);
  expect(answers.flat().length).toBeGreaterThan(10);
  expect(counted.filter((status) => status >= 500)).toEqual([]);
  expect(reported).toEqual([]);
});
