// A new product is made in a copy of the whole house, checked, built, opened and taken away again.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { format } from './checks/format.ts';
import { importLaw } from './checks/import-law.ts';
import { lint } from './checks/lint.ts';
import { listFiles } from './checks/source-files.ts';
import type { Finding, Step } from './checks/step.ts';
import { copyHouse } from './checks/test-workspace.ts';
import { types } from './checks/types.ts';
import { unused } from './checks/unused.ts';
import { spellProduct } from './new-product/names.ts';
import { deleteProduct, makeProduct } from './new-product.ts';
import { tidy } from './tidy/tidy.ts';

const name = 'tulip-fund';

/** Starts what the product needs, asks its call and its page, prints both answers. */
const opening = `
import * as fund from './src/products/tulip-fund/index.ts';
import { loadSpeak } from './src/edge/speak.ts';
import { createEdge, isCallPath } from './src/edge/http.ts';
import { createInProcessClient } from './src/edge/client.ts';
import { startTestDatabase } from './src/base/db/testing.ts';
import { createSessions } from './src/base/sessions/index.ts';
import { EventKind } from '@isobath/core';
import { mountPages } from './src/pages/index.ts';
import { migrations } from './src/migrations.ts';
import { listHandlers } from './src/products.ts';
import { createConfigurationRoutes, createSiteRoutes } from './src/products/site/index.ts';

const database = await startTestDatabase({ migrations });
const site = createSiteRoutes({ mode: 'sandbox', canSignIn: true, database: database.app });
const region = { mode: 'open', region: '', reason: '' };
site.push(...createConfigurationRoutes({ database: database.app, findRegion: () => region }));
const handlers = listHandlers({ database: database.app, rooms: [{ handlers: site }] });
const events = [{ kind: EventKind.accountOpened, accountId: 7 }, { kind: EventKind.eraBegun }];
await database.app.transaction((session) =>
  fund.createTulipFundProjection().apply([{ sequence: 1, atMs: 1, events }], session));
const speak = await loadSpeak();
const report = (error) => console.error(error);
const sessions = createSessions(database.app, Date.now);
const edge = { handlers, sessions, speak, ownOrigin: 'http://localhost', mode: 'sandbox',
  readNowMs: Date.now, report };
const app = createEdge(edge);
const guest = { ownerId: 0, sessionId: 0, ip: '', device: '', locale: 'en_US', visitorId: '',
  steppedUpUntilMs: 0, requestId: '' };
await mountPages(app, { mode: 'sandbox', origin: 'http://localhost', isCallPath, report,
  answerUnknownCall: async () => ({}), takePage: () => 0,
  readMaintenance: () => ({ isOn: false, endsAtMs: 0 }),
  identify: async () => ({ client: createInProcessClient(handlers, guest, speak),
    isSignedIn: false, isLimited: false, savedLocale: '' }) });
const call = await app.inject({ url: '/hk-web/tulip-fund/state' });
const page = await app.inject({ url: '/en_US/tulip-fund' });
console.log(JSON.stringify({ call: call.json(), status: page.statusCode, html: page.body }));
await app.close();
await database.stop();
process.exit(0);
`;

function readAll(root: string): Map<string, string> {
  const files = listFiles(root).filter((path) => !path.startsWith('packages/web/build/'));
  return new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function run(root: string, folder: string, parameters: string[], input = '') {
  const options = { cwd: join(root, folder), input, encoding: 'utf8' } as const;
  const result = spawnSync(process.execPath, parameters, options);
  expect(result.status, `${parameters.join(' ')}\n${result.stdout}\n${result.stderr}`).toBe(0);
  return result.stdout;
}

async function findingsAbout(root: string, step: Step): Promise<Finding[]> {
  const { findings } = await step.run(root);
  const isOurs = ({ file, message }: Finding) => /tulip-?fund/i.test(`${file} ${message}`);
  return findings.filter(isOurs);
}

test('names are spelt in every way a product needs, and bad ones refused', () => {
  expect(spellProduct(name)).toEqual({ kebab: name, camel: 'tulipFund', pascal: 'TulipFund' });
  for (const bad of ['Tulip', 'tulip_fund', '-tulip', 'tulip-', '', 'a'.repeat(25)]) {
    expect(() => spellProduct(bad), bad).toThrow('is not a product name');
  }
});

test('a product is made, checked, built, opened and deleted without a trace', async () => {
  using house = copyHouse();
  const { root } = house;
  const before = readAll(root);
  makeProduct(root, name);
  expect(() => makeProduct(root, name)).toThrow('exists already');
  run(root, '.', ['tools/generate.ts']);
  for (const step of [format, types, lint, importLaw, tidy, unused]) {
    expect(await findingsAbout(root, step), step.name).toEqual([]);
  }
  const router = join(root, 'node_modules/@react-router/dev/bin.cjs');
  run(root, 'packages/web', [router, 'build']);
  const said = run(root, 'packages/server', ['--input-type=module-typescript', '-'], opening);
  const { call, status, html } = JSON.parse(said.trim().split('\n').at(-1) ?? '');
  expect(call).toEqual({ code: 200, message: 'OK', data: { entries: '1' } });
  expect(status).toBe(200);
  expect(html).toContain('<h1>TulipFund</h1>');
  expect(html).toContain('Entries: 1');
  deleteProduct(root, name);
  run(root, '.', ['tools/generate.ts']);
  expect(readAll(root)).toEqual(before);
}, 400_000);
