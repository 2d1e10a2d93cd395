// Every example of the reference, run on a started server: the parameters that the document for
// machines has, and, of the programs that the page shows, one for each kind of call. Those of every
// call are well formed; api-examples.prove.ts runs them all.
import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { routes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTrader, sendRaw, signQuery } from '../packages/e2e/src/binance-api/client.ts';
import { openPages } from '../packages/e2e/src/binance-api/page-calls.ts';
import { examples, refusedExamples } from './api/examples.ts';
import { house } from './checks/test-workspace.ts';
import {
  documentedIds,
  findLanguages,
  findRoute,
  kindOf,
  Reader,
} from './testing/example-programs.ts';

const run = promisify(execFile);
const languages = await findLanguages();
let reader: Reader;

beforeAll(async () => {
  reader = await Reader.open();
});
afterAll(async () => {
  await reader.close();
});

test('every call of the trading API has an example', () => {
  const names = Object.entries(routes).flatMap(([product, owned]) =>
    product.startsWith('api-') ? Object.keys(owned).map((name) => `${product}.${name}`) : [],
  );
  expect(names.filter((name) => !(name in examples))).toEqual([]);
});

test('the examples work, one after the other', async () => {
  let listenKey = 'LISTEN_KEY';
  for (const [id, example] of Object.entries(examples)) {
    const { method, path, role } = findRoute(id);
    const own = Object.fromEntries(
      Object.entries(example).map(([name, value]) => [
        name,
        name === 'listenKey' ? listenKey : value,
      ]),
    );
    const query = role.startsWith('key_')
      ? signQuery(own, reader.keys)
      : new URLSearchParams(own).toString();
    const key = role.startsWith('key') ? { key: reader.keys.apiKey } : {};
    const { status, reported } = await sendRaw(reader.server.address, {
      method,
      path,
      query,
      ...key,
    });
    const refusal = refusedExamples[id];
    if (refusal === undefined) expect({ id, status, reported }).toMatchObject({ id, status: 200 });
    else expect({ id, code: reported.code }).toEqual({ id, code: refusal });
    if (path.startsWith('/hk-web')) expect({ id, code: reported.code }).toEqual({ id, code: 200 });
    listenKey = String(reported['listenKey'] ?? listenKey);
  }
});

/** A call of each kind, in an order in which they work: an order is placed before it is changed. */
const oneOfEachKind = [
  'api-market.ping',
  'api-market.tickerPrice',
  'api-contracts.stockInfo',
  'api-orders.place',
  'api-orders.order',
  'api-orders.amend',
  'api-orders.cancelAll',
  'api-user-stream.startUserStream',
  'api-user-stream.keepUserStream',
  'api-user-stream.endUserStream',
  'api-wallet.apiRestrictions',
  'api-wallet.delistSchedule',
  'api-wallet.fundingAssets',
  'api-wallet.withdraw',
  'api-wallet.transfer',
];

test('a program is run for each kind of call', () => {
  const kinds = new Set(Object.keys(examples).map(kindOf));
  expect(new Set(oneOfEachKind.map(kindOf))).toEqual(kinds);
});

test.each(languages)('programs in %s print what the calls answer', async (language) => {
  await reader.expectAnswers(oneOfEachKind, language);
});

test.each(languages)('the program in %s for every call is well formed', async (language) => {
  expect(documentedIds.length).toBeGreaterThan(250);
  expect(await reader.complainAboutAll(language)).toBe('');
});

test('the example of the sdk follows a market', async () => {
  const file = join(house, 'packages/sdk/examples/watch-market.ts');
  const { stdout } = await run(process.execPath, [file, reader.server.address, 'btc_usdt', '5']);
  expect(stdout).toMatch(/^\d+ markets\nsnapshot \d+ \d+ bids, \d+ asks\n/);
  expect(stdout).toMatch(/^diff \d+ /m);
});

test('the example of the sdk tells a person of their orders', async () => {
  const owner = await makeTrader(reader.server.dataFolder, 'owner');
  const pages = openPages(reader.server);
  await pages.signIn('owner@example.com');
  const file = join(house, 'packages/sdk/examples/own-orders.ts');
  const program = spawn(process.execPath, [file, reader.server.address, pages.readCookie()]);
  let said = '';
  program.stdout.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  try {
    await expect.poll(() => said).toMatch(/^0 open orders$/m);
    const fields = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.001' };
    const query = signQuery({ symbol: 'BTCUSDT', ...fields, price: '30000' }, owner);
    const request = { path: '/api/v3/order', query, key: owner.apiKey };
    expect((await sendRaw(reader.server.address, { method: 'POST', ...request })).status).toBe(200);
    await expect.poll(() => said).toMatch(/^btc_usdt buy 0.00100 NEW$/m);
    // What stands behind the order is told, too.
    await expect.poll(() => said).toMatch(/'USDT 99970\.0*'/);
  } finally {
    program.kill();
  }
});
