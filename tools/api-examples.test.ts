// Every example of the reference, run on a started server: the parameters that the document for
// machines has, and the programs that the page shows.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { openPages } from '../packages/e2e/src/dialect/page-calls.ts';
import { type StagedServer, startServer } from '../packages/e2e/src/stage/server.ts';
import {
  type CodeLanguage,
  codeLanguages,
  writeCode,
} from '../packages/web/src/products/site/reference/code.ts';
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

/** How a program in each language is kept, run, and asked for. */
const TOOLS: Readonly<
  Record<CodeLanguage, { file: string; command: readonly string[]; version: readonly string[] }>
> = {
  curl: { file: 'call.sh', command: ['bash'], version: ['curl', '--version'] },
  TypeScript: {
    file: 'call.mts',
    command: [process.execPath],
    version: [process.execPath, '--version'],
  },
  Python: { file: 'call.py', command: ['python3'], version: ['python3', '--version'] },
  Go: { file: 'call.go', command: ['go', 'run'], version: ['go', 'version'] },
};

const isHere = ([program = '', ...words]: readonly string[]) =>
  run(program, words).then(
    () => true,
    () => false,
  );
const found = await Promise.all(
  codeLanguages.map(async (language) =>
    (await isHere(TOOLS[language].version)) ? [language] : [],
  ),
);
/** Languages that this machine has: of the others no test says that it ran. */
const languages = found.flat();

/** What a reader has from calls before, by its place in the examples. */
const known = new Map<string, string>();

/** Keep the program for a call as the page shows it, filled in. @returns its file. */
function writeProgram(id: string, language: CodeLanguage): string {
  const call = findCall(document, id);
  if (call === undefined) throw new Error(`no call ${id}`);
  let text = writeCode(call, server.address, language);
  for (const [placed, value] of known) text = text.replaceAll(placed, value);
  const own = join(folder, language, id.replace('.', '-'));
  mkdirSync(own, { recursive: true });
  const file = join(own, TOOLS[language].file);
  writeFileSync(file, `${text}\n`);
  return file;
}

/** Run a program as a reader would, with his key in the environment. @returns what it printed. */
async function runProgram(id: string, language: CodeLanguage): Promise<string> {
  const [program = '', ...words] = TOOLS[language].command;
  const env = { ...process.env, KEY: keys.apiKey, SECRET: keys.secret };
  const { stdout } = await run(program, [...words, writeProgram(id, language)], { env });
  return stdout;
}

/** A program for a call without parameters differs from others of its kind by its path alone. */
function listTelling(): string[] {
  const kinds = new Set<string>();
  return Object.entries(examples).flatMap(([id, example]) => {
    const { method, role } = findRoute(id);
    const kind = Object.keys(example).length > 0 ? id : `${method} ${role}`;
    if (kinds.has(kind)) return [];
    kinds.add(kind);
    return [id];
  });
}

test.each(languages)('programs in %s print what the calls answer', async (language) => {
  for (const id of listTelling()) {
    const said = await runProgram(id, language);
    const told = Object(JSON.parse(said)) as Record<string, unknown>;
    const { code, listenKey: key, orderListId } = told;
    const refusal = refusedExamples[id];
    if (refusal !== undefined) expect({ id, code }).toEqual({ id, code: refusal });
    else expect({ id, said, isRefused: Number(code) < 0 }).toEqual({ id, said, isRefused: false });
    if (key !== undefined) known.set('LISTEN_KEY', String(key));
    if (id === 'api-lists.placeOco') known.set('orderListId=1', `orderListId=${orderListId}`);
  }
});

/** Complains about programs that the language would not take, those of every call at once. */
const CHECKS: Readonly<Record<CodeLanguage, readonly string[]>> = {
  curl: ['bash', '-c', 'for file in */call.sh; do bash -n "$file" || exit 1; done'],
  TypeScript: [
    'bash',
    '-c',
    '"$0" "$1" --noEmit --strict --module nodenext --types node --typeRoots "$2" */call.mts',
    process.execPath,
    join(house, 'node_modules/typescript/bin/tsc'),
    join(house, 'node_modules/@types'),
  ],
  Python: ['python3', '-W', 'error', '-m', 'compileall', '-q', '.'],
  Go: ['bash', '-c', 'printf "module calls\\n" > go.mod && ! gofmt -d . | grep . && go vet ./...'],
};

test.each(languages)('the program in %s for every call is well formed', async (language) => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  for (const id of ids) writeProgram(id, language);
  const [program = '', ...words] = CHECKS[language];
  const said = await run(program, words, { cwd: join(folder, language) }).then(
    () => '',
    (error: Error & { stdout: string }) => error.message + error.stdout,
  );
  expect({ said, count: ids.length > 250 }).toEqual({ said: '', count: true });
});

test('the example of the sdk follows a market', async () => {
  const file = join(house, 'packages/sdk/examples/watch-market.ts');
  const { stdout } = await run(process.execPath, [file, server.address, 'btc_usdt', '5']);
  expect(stdout).toMatch(/^\d+ markets\nsnapshot \d+ \d+ bids, \d+ asks\n/);
  expect(stdout).toMatch(/^diff \d+ /m);
});

test('the example of the sdk tells a person of his orders', async () => {
  const owner = await makeTrader(server.dataFolder, 'owner');
  const pages = openPages(server);
  await pages.signIn('owner@example.com');
  const file = join(house, 'packages/sdk/examples/own-orders.ts');
  const program = spawn(process.execPath, [file, server.address, pages.readCookie()]);
  let said = '';
  program.stdout.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  try {
    await expect.poll(() => said).toMatch(/^0 open orders$/m);
    const fields = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.001' };
    const query = signQuery({ symbol: 'BTCUSDT', ...fields, price: '30000' }, owner);
    const request = { path: '/api/v3/order', query, key: owner.apiKey };
    expect((await sendRaw(server.address, { method: 'POST', ...request })).status).toBe(200);
    await expect.poll(() => said).toMatch(/^btc_usdt buy 0.00100 NEW$/m);
    // What stands behind the order is told, too.
    await expect.poll(() => said).toMatch(/'USDT 99970\.0*'/);
  } finally {
    program.kill();
  }
});
