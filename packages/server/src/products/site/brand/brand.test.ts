// Name, accent and picture of the house over a real database: what is set shows, what is broken or
// gone counts as not set, and only real pictures are kept.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brandRoutes, siteRoutes } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditLog, makeAuditKey } from '../../../base/audit/index.ts';
import { startTestDatabase } from '../../../base/db/testing.ts';
import { makePng } from '../../../base/pictures/testing.ts';
import { createSessions } from '../../../base/sessions/index.ts';
import { translatePlainly } from '../../../edge/answer.ts';
import { createEdge } from '../../../edge/http.ts';
import { migrations } from '../../../migrations.ts';
import { checkWebConfig, writeWebConfig } from '../configuration/read-config.ts';
import { createSiteRoutes } from '../routes.ts';
import { readBrandName } from './brand.ts';
import { createBrandRoutes } from './routes.ts';

const ORIGIN = 'http://127.0.0.1:4870';
const ours = { origin: ORIGIN, 'x-requested-with': 'isobath', 'sec-fetch-site': 'same-origin' };
const plain = { name: '', accent: 'lime', picture: '' };

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let app: FastifyInstance;
const folder = mkdtempSync(join(tmpdir(), 'isobath-brand-'));

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  const kept = { key: makeAuditKey('00'), dataFolder: folder, readNowMs: Date.now };
  app = createEdge({
    handlers: [
      ...createBrandRoutes(database.app, createAuditLog(database.app, kept)),
      ...createSiteRoutes({ database: database.app, mode: 'sandbox' } as never),
    ],
    sessions: createSessions(database.app, Date.now),
    translate: translatePlainly,
    ownOrigin: ORIGIN,
    readOperator: async (headers) =>
      headers['x-role'] === undefined
        ? undefined
        : { operatorId: 7, sessionId: 1, email: 'o@example.com', role: String(headers['x-role']) },
    mode: 'sandbox',
    readNowMs: Date.now,
    report: (error) => console.error(error),
  });
});
afterAll(async () => {
  await app?.close();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const readShown = async () => {
  const answer = await app.inject({ method: 'GET', url: siteRoutes.webConfig.path });
  return answer.json().data.brand;
};
const set = (value: unknown) => writeWebConfig(database.app, 'brand', value);
const upload = async (picture: string, role = 'administrator') => {
  const headers = { ...ours, 'x-role': role, cookie: `__Secure-office=${role}` };
  const { path: url } = brandRoutes.addBrandPicture;
  return (await app.inject({ method: 'POST', url, headers, payload: { picture } })).json();
};

test('what is set shows, and names the house; what is broken counts as not set', async () => {
  expect(await readShown()).toEqual(plain);
  expect(await readBrandName(database.app)).toBe('Isobath');
  await set({ name: 'Fairlead', accent: 'aqua', picture: '' });
  expect(await readShown()).toEqual({ name: 'Fairlead', accent: 'aqua', picture: '' });
  expect(await readBrandName(database.app)).toBe('Fairlead');
  await set({ name: 'Fairlead', accent: 'crimson', picture: '' });
  expect(await readShown()).toEqual(plain);
});

test.each([
  [{ ...plain, name: 'x'.repeat(25) }],
  [{ ...plain, name: 'A\nB' }],
  [{ ...plain, name: '<b>' }],
  [{ ...plain, accent: '#ff0000' }],
  [{ ...plain, picture: '../etc/passwd' }],
  [{ ...plain, more: 1 }],
])('%j may not be set', (value) => {
  expect(checkWebConfig('brand', value, [])).toBeTypeOf('string');
});

test('a picture is kept by who may, shown by its name, and worn once it is named', async () => {
  expect((await upload(makePng(128).toString('base64'), 'viewer')).code).toBe(10_004);
  expect((await upload(makePng(63).toString('base64'))).code).toBe(10_001);
  expect((await upload(makePng(1_025).toString('base64'))).code).toBe(10_001);
  expect((await upload(Buffer.from('<svg onload="x()"/>').toString('base64'))).code).toBe(10_001);
  const picture = makePng(128).toString('base64');
  const { name } = (await upload(picture)).data;
  const show = (one: string) => app.inject({ method: 'GET', url: `/hk-web/public/brand/${one}` });
  const shown = await show(name);
  expect(shown.headers['content-type']).toBe('image/png');
  expect(shown.rawPayload.toString('base64')).toBe(picture);
  expect((await show('0'.repeat(32))).statusCode).toBe(404);
  await set({ ...plain, picture: name });
  expect((await readShown()).picture).toBe(name);
  await set({ ...plain, picture: '0'.repeat(32) });
  expect((await readShown()).picture).toBe('');
});

test('the twenty newest stay, and the one that is worn', async () => {
  const { name: worn } = (await upload(makePng(128).toString('base64'))).data;
  await set({ ...plain, picture: worn });
  for (let turn = 0; turn < 21; turn += 1) await upload(makePng(128).toString('base64'));
  const [{ count }] = await database.app.query<{ count: number }>(
    'SELECT count(*) AS count FROM brand_pictures',
  );
  expect(count).toBe(21);
  expect((await readShown()).picture).toBe(worn);
});
