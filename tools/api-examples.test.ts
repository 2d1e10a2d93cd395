// Every example of the reference, run on a started server: the parameters that the document for
// machines has, and the programs that the page shows.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { type Route, routes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type KeyPair,
  makeTrader,
  sendRaw,
  signQuery,
  waitForMarket,
} from '../packages/e2e/src/dialect/client.ts';
import { type StagedServer, startServer } from '../packages/e2e/src/stage/server.ts';
import { type CodeLanguage, writeCode } from '../packages/web/src/products/site/reference/code.ts';
import {
  findCall,
  type ReferenceDocument,
} from '../packages/web/src/products/site/reference/reference.ts';
import { examples, refusedExamples } from './api/examples.ts';
import { house } from './checks/test-workspace.ts';

const document = JSON.parse(
  readFileSync(join(house, 'docs/api/openapi.json'), 'utf8'),
) as ReferenceDocument;
let server: StagedServer;
let keys: KeyPair;
let folder: string;
let listenKey = 'LISTEN_KEY';

beforeAll(async () => {
  server = await startServer();
  folder = mkdtempSync(join(tmpdir(), 'examples-'));
  keys = await makeTrader(server.dataFolder, 'reader', { permissions: 'read,spot,transfer' });
  await waitForMarket(server.address);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

function findRoute(id: string): Route {
  const [product = '', name = ''] = id.split('.');
  const owned = (routes as Readonly<Record<string, Readonly<Record<string, Route>>>>)[product];
  const route = owned?.[name];
  if (route === undefined) throw new Error(`no call ${id}`);
  return route;
}

test('every call of the trading API has an example', () => {
  const names = Object.entries(routes).flatMap(([product, owned]) =>
    product.startsWith('api-') ? Object.keys(owned).map((name) => `${product}.${name}`) : [],
  );
  expect(names.filter((name) => !(name in examples))).toEqual([]);
});

test('the examples work, one after the other', async () => {
  for (const [id, example] of Object.entries(examples)) {
    const { method, path, role } = findRoute(id);
    const own = Object.fromEntries(
      Object.entries(example).map(([name, value]) => [
        name,
        name === 'listenKey' ? listenKey : value,
      ]),
    );
    const query = role.startsWith('key_')
      ? signQuery(own, keys)
      : new URLSearchParams(own).toString();
    const key = role.startsWith('key') ? { key: keys.apiKey } : {};
    const { status, told } = await sendRaw(server.address, { method, path, query, ...key });
    const refusal = refusedExamples[id];
    if (refusal === undefined) expect({ id, status, told }).toMatchObject({ id, status: 200 });
    else expect({ id, code: told.code }).toEqual({ id, code: refusal });
    if (path.startsWith('/hk-web')) expect({ id, code: told.code }).toEqual({ id, code: 200 });
    listenKey = String(told['listenKey'] ?? listenKey);
  }
});

const run = promisify(execFile);

/** Run a sample as a reader would, with his key in the environment. @returns what it printed. */
async function runCode(id: string, language: CodeLanguage): Promise<string> {
  const call = findCall(document, id);
  if (call === undefined) throw new Error(`no call ${id}`);
  const text = writeCode(call, server.address, language);
  const file = join(
    folder,
    `${id}.${{ curl: 'sh', TypeScript: 'mts', Python: 'py', Go: 'go' }[language]}`,
  );
  writeFileSync(file, text);
  const program = { curl: 'bash', TypeScript: process.execPath, Python: 'python3', Go: 'go' }[
    language
  ];
  const words = language === 'Go' ? ['run', file] : [file];
  const env = { ...process.env, KEY: keys.apiKey, SECRET: keys.secret };
  const { stdout } = await run(program, words, { env });
  return stdout;
}

/** Languages that this machine has; TypeScript is always there. */
async function findLanguages(): Promise<CodeLanguage[]> {
  const tools = {
    curl: ['curl', '--version'],
    Python: ['python3', '--version'],
    Go: ['go', 'version'],
  };
  const found: CodeLanguage[] = ['TypeScript'];
  for (const [language, [program = '', ...words]] of Object.entries(tools)) {
    const isThere = await run(program, words).then(
      () => true,
      () => false,
    );
    if (isThere) found.push(language as CodeLanguage);
  }
  return found;
}

test.each([
  ['api-market.depth', 'lastUpdateId'],
  ['api-account.account', 'balances'],
  ['api-orders.test', '{}'],
  ['api-user-stream.startUserStream', 'listenKey'],
  ['market.tradeInfo', 'digit'],
])('the programs for %s run as they are shown', async (id, told) => {
  for (const language of await findLanguages()) {
    const said = await runCode(id, language);
    expect({ language, said }).toEqual({ language, said: expect.stringContaining(told) });
  }
});
