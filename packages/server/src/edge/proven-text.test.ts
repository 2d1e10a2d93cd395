// The text that a proof is about is the text that was sent, byte for byte.
import { addressBookRoutes, defineRoute, withdrawRoutes, z } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CallContext, type GivenProof, serve } from '../base/product/index.ts';
import { startTestDatabase } from '../base/db/testing.ts';
import { createSessions } from '../base/sessions/index.ts';
import { sessionMigrations } from '../base/sessions/tables.ts';
import { createEdge } from './http.ts';

const ORIGIN = 'http://localhost:4870';
const own = {
  cookie: '',
  'x-requested-with': 'isobath',
  'sec-fetch-site': 'same-origin',
  origin: ORIGIN,
};
const plain = defineRoute({
  method: 'POST',
  role: 'user',
  owner: 'caller',
  rate: 'write',
  path: '/hk-web/plain',
  summary: 'Wants no proof.',
  body: z.object({}),
  answer: z.object({}),
});

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let app: FastifyInstance;
let seen: GivenProof | undefined;

beforeAll(async () => {
  database = await startTestDatabase({ migrations: sessionMigrations });
  const sessions = createSessions(database.app, Date.now);
  const { token } = await sessions.create({ ownerId: 1_000_007, ip: '::1', device: 'test' });
  own.cookie = `__Host-session=${token}`;
  const note = async ({ proof }: Pick<CallContext, 'proof'>) => {
    seen = proof;
    return {} as never;
  };
  app = createEdge({
    handlers: [
      serve(withdrawRoutes.submit, note),
      serve(addressBookRoutes.remove, note),
      serve(plain, note),
    ],
    sessions,
    translate: (_locale, word) => word,
    ownOrigin: ORIGIN,
    mode: 'sandbox',
    readNowMs: Date.now,
    report: (error) => console.error(error),
  });
});
afterAll(async () => {
  await app.close();
  await database.stop();
});
beforeEach(() => {
  seen = undefined;
});

const BODY = '{ "coinId":1,"networkId":1, "address":"x","amount":"1","clientId":"a" }';

async function send(headers: Record<string, string>, payload = BODY) {
  const url = withdrawRoutes.submit.path;
  const type = { 'content-type': 'application/json', ...own, ...headers };
  return (await app.inject({ method: 'POST', url, headers: type, payload })).json();
}

test('a body is kept as it was sent, with the proof of version 1', async () => {
  expect(await send({ sign: 'proof', bver: '1' })).toMatchObject({ code: 200 });
  expect(seen).toEqual({ sign: 'proof', text: BODY });
  const form = 'coinId=1&networkId=1&address=x&amount=1&clientId=a';
  await send({ 'content-type': 'application/x-www-form-urlencoded' }, form);
  expect(seen).toEqual({ sign: '', text: form });
});

test.each([{ sign: 'proof' }, { sign: 'proof', bver: '2' }, { bver: '1' }])(
  '%j is no proof',
  async (headers) => {
    await send(headers as Record<string, string>);
    expect(seen?.sign).toBe('');
  },
);

test('of a GET it is the query', async () => {
  const url = `${addressBookRoutes.remove.path}?id=5&x=%20?`;
  await app.inject({ method: 'GET', url, headers: { ...own, sign: 'proof', bver: '1' } });
  expect(seen).toEqual({ sign: 'proof', text: 'id=5&x=%20?' });
});

test('a GET that wants a proof comes from our own pages only', async () => {
  const url = `${addressBookRoutes.remove.path}?id=5`;
  const { cookie } = own;
  const foreign = { cookie, 'sec-fetch-site': 'cross-site', sign: 'proof', bver: '1' };
  const answer = await app.inject({ method: 'GET', url, headers: foreign });
  expect(answer.statusCode).toBe(403);
  expect(seen).toBeUndefined();
});

test('other calls keep no text, and their bodies are read as before', async () => {
  const post = (payload: string) =>
    app.inject({
      method: 'POST',
      url: plain.path,
      headers: { ...own, 'content-type': 'application/json', sign: 'proof', bver: '1' },
      payload,
    });
  expect((await post('{}')).statusCode).toBe(200);
  expect(seen).toBeUndefined();
  for (const broken of ['{', '', '{"__proto__":{}}']) {
    expect((await post(broken)).json(), broken).toMatchObject({ code: 10_001 });
  }
});
