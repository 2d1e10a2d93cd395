// From a request on the page of local chains to what the chain has: rows, the real node and the
// wallet outside.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChainRequest, localChainRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../../tools/testing/wait.ts';
import { startTestDatabase, type TestDatabase } from './base/db/testing.ts';
import type { CallContext, RouteHandler } from './base/product/index.ts';
import { migrations } from './migrations.ts';
import { createChainRequestRoutes } from './sandbox/chain-requests.ts';
import { runLocalChains } from './sandbox/chains/index.ts';

const [EVM, BITCOIN] = [101, 102];
const [BTC, ETH, USDT] = [1, 2, 52];
const TO = '0x00000000000000000000000000000000000a11ce';

let db: TestDatabase;
let folder: string;
let chains: Awaited<ReturnType<typeof runLocalChains>> | undefined;
let handlers: RouteHandler[];
const troubles: string[] = [];

const open = () =>
  runLocalChains({
    database: db.app,
    dataFolder: folder,
    publicUrl: 'http://localhost:4870',
    report: (text) => troubles.push(text),
    blockEveryMs: 5,
  });

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  folder = mkdtempSync(join(tmpdir(), 'isobath-requests-'));
  handlers = createChainRequestRoutes({ database: db.app, readNowMs: Date.now });
  chains = await open();
});
afterAll(async () => {
  await chains?.stop();
  await db?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask<TAnswer>(name: keyof typeof localChainRoutes, given: object = {}) {
  const route = localChainRoutes[name];
  const handler = handlers.find((one) => one.route === route);
  if (handler === undefined) throw new Error(`${name} is not served`);
  const parsed: object = 'body' in route ? { body: route.body.parse(given) } : { query: given };
  return (await handler.handle({ caller: { ownerId: 7 }, ...parsed } as CallContext)) as TAnswer;
}

type Known = ReturnType<typeof localChainRoutes.read.answer.parse>;
const read = () => ask<Known>('read');

/** Ask, and wait for the outcome. */
async function carryOut(
  name: 'send' | 'mine' | 'reorganise',
  given: object,
): Promise<ChainRequest> {
  const { requestId } = await ask<{ requestId: string }>(name, given);
  return waitFor(`the outcome of ${name}`, async () => {
    const { requests } = await read();
    const own = requests.find(({ id }) => id === requestId);
    return (own?.state === 'done' || own?.state === 'failed') && own;
  });
}

const chainOf = async (networkId: number) => {
  const found = (await read()).chains.find((one) => one.networkId === networkId);
  if (found === undefined) throw new Error(`no chain ${networkId}`);
  return found;
};
const heldOf = async (networkId: number, coinId: number) =>
  (await chainOf(networkId)).holdings.find((held) => held.coinId === coinId)?.amount;

test('both chains and what the wallet outside has are told once they run', async () => {
  await waitFor('both chains', async () => (await read()).chains.length === 2);
  expect(await heldOf(EVM, ETH)).toBe('100.000000000000000000');
  expect(await heldOf(EVM, USDT)).toBe('100000.000000');
  expect(await heldOf(BITCOIN, BTC)).toBe('50.00000000');
  expect(await chainOf(EVM)).toMatchObject({ name: 'Local Ethereum', replaceableCount: 11 });
});

test('the wallet pays a coin and a token, and its rest is told', async () => {
  const sent = await carryOut('send', {
    networkId: EVM,
    coinId: USDT,
    address: TO,
    amount: '12.5',
  });
  expect(sent).toMatchObject({ state: 'done', amount: '12.500000', reason: '' });
  expect(sent.txHash).toMatch(/^0x[0-9a-f]{64}$/);
  await waitFor('the rest', async () => (await heldOf(EVM, USDT)) === '99987.500000');
  const { outsideAddress } = await chainOf(BITCOIN);
  const own = { networkId: BITCOIN, coinId: BTC, address: outsideAddress, amount: '1' };
  expect((await carryOut('send', own)).txHash).toMatch(/^[0-9a-f]{64}$/);
});

test('a foreign address, too much and too fine an amount are told as what they are', async () => {
  const send = { networkId: EVM, coinId: ETH, address: TO, amount: '1' };
  const { outsideAddress: foreign } = await chainOf(BITCOIN);
  expect(await carryOut('send', { ...send, address: foreign })).toMatchObject({
    state: 'failed',
    reason: 'address',
  });
  expect(await carryOut('send', { ...send, amount: '1000000' })).toMatchObject({
    state: 'failed',
    reason: 'balance',
  });
  const fine = { ...send, coinId: USDT, amount: '0.0000001' };
  await expect(ask('send', fine)).rejects.toMatchObject({ word: 'amount_not_raw' });
  await expect(ask('send', { ...send, networkId: 9 })).rejects.toMatchObject({
    word: 'object_not_found',
  });
});

test('blocks are made, and so many replaced that no credited deposit vanishes', async () => {
  const before = (await chainOf(EVM)).height;
  expect((await carryOut('mine', { networkId: EVM, count: 3 })).state).toBe('done');
  await waitFor('three blocks', async () => (await chainOf(EVM)).height === before + 3);
  expect((await carryOut('reorganise', { networkId: EVM, count: 2 })).state).toBe('done');
  await waitFor('one more block', async () => (await chainOf(EVM)).height === before + 4);
  const tooDeep = { networkId: EVM, count: 12 };
  await expect(ask('reorganise', tooDeep)).rejects.toMatchObject({ word: 'invalid' });
});

test('the last payment can be left out of the new blocks', async () => {
  const rest = await heldOf(EVM, USDT);
  await carryOut('send', { networkId: EVM, coinId: USDT, address: TO, amount: '7' });
  await waitFor('the payment', async () => (await heldOf(EVM, USDT)) !== rest);
  const given = { networkId: EVM, count: 1, isLastLeftOut: true };
  expect((await carryOut('reorganise', given)).state).toBe('done');
  await waitFor('the payment to be gone', async () => (await heldOf(EVM, USDT)) === rest);
});

test('what was taken when the process ended is not done a second time', async () => {
  await chains?.stop();
  await db.app.execute(
    `INSERT INTO sandbox_chain_requests (network_id, kind, count, state, asked_at_ms)
     VALUES ($1, 'mine', 5, 'taken', 1)`,
    [EVM],
  );
  const { height } = await chainOf(EVM);
  chains = await open();
  await waitFor('it to be given up', async () => (await read()).requests[0]?.state === 'failed');
  expect((await chainOf(EVM)).height).toBe(height);
  expect(troubles).toEqual([]);
});
