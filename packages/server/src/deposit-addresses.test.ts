// From a signer's new seed to an address that a person is shown, over the real signer, pipe and
// database: the pool, its statements, who may write, and what people do with their addresses.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPipe, startSigner } from '@isobath/signer/client';
import { listSignerArguments, SIGNER_PASSPHRASE } from '@isobath/signer/program';
import { depositRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../../tools/testing/wait.ts';
import { createStatementCheck, readOwnAddresses } from './base/custody/index.ts';
import { startTestDatabase, type TestDatabase } from './base/db/testing.ts';
import type { CallContext, RouteHandler } from './base/product/index.ts';
import { runCustody, type RunningCustody } from './custody/index.ts';
import { migrations } from './migrations.ts';
import { createDepositAddresses } from './products/capital/addresses.ts';
import { createCapitalRoutes } from './products/capital/routes.ts';
import { localNetworks, makePolicy, writeNetwork } from './sandbox/chains/networks.ts';

const PASSPHRASE = 'a passphrase of tests';
const [ANN, BOB] = [1_000_001, 1_000_002];
const USDT = 52;
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const POOL_SIZE = 20;
const evm = {
  genesisHash: '0x01',
  tokens: [{ symbol: 'USDT', decimals: 6, address: TOKEN, codeHash: '0x02' }],
};
const bitcoin = { genesisHash: '03', tokens: [] };

let db: TestDatabase;
let signer: ChildProcess;
let custody: RunningCustody;
let handlers: RouteHandler[];
const troubles: unknown[] = [];

function start(): Promise<RunningCustody> {
  signer = startSigner(join(db.folder, 'signer'), PASSPHRASE);
  return runCustody({
    database: db.app,
    pipe: readPipe(signer),
    dataFolder: db.folder,
    mode: 'sandbox',
    readNowMs: Date.now,
    report: (error) => troubles.push(error),
    poolSize: POOL_SIZE,
  });
}

const countFree = async () => {
  const rows = await db.app.query<{ family: string; free: number }>(
    `SELECT family, count(*)::int AS free FROM deposit_addresses WHERE owner_id IS NULL
     GROUP BY family ORDER BY family`,
  );
  return Object.fromEntries(rows.map(({ family, free }) => [family, free]));
};
const isFull = () =>
  waitFor('the pool to be full', async () => {
    const free = await countFree();
    return free['evm'] === POOL_SIZE && free['btc_regtest'] === POOL_SIZE;
  });

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  await writeNetwork(db.app, 'evm', { ...evm, tokens: evm.tokens.map(inSmallLetters) });
  await writeNetwork(db.app, 'bitcoin', bitcoin);
  const folder = join(db.folder, 'signer');
  mkdirSync(folder, { mode: 0o700 });
  const policy = makePolicy(
    [
      ['evm', evm],
      ['bitcoin', bitcoin],
    ],
    'http://localhost:4870',
  );
  const making = spawn(process.execPath, listSignerArguments('create', folder), {
    env: { [SIGNER_PASSPHRASE]: PASSPHRASE },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  making.stdin.end(JSON.stringify({ policy }));
  expect(await once(making, 'exit')).toEqual([0, null]);
  custody = await start();
  await isFull();
  await db.owner.execute(`UPDATE networks SET state = 'open'`);
  const addresses = createDepositAddresses({
    database: db.app,
    checkStatement: createStatementCheck(db.folder),
    readNowMs: Date.now,
  });
  handlers = createCapitalRoutes({ database: db.app, addresses });
});
afterAll(async () => {
  await custody?.stop();
  signer?.kill('SIGKILL');
  await db?.stop();
});

const inSmallLetters = <T extends { readonly address: string }>(token: T): T => ({
  ...token,
  address: token.address.toLowerCase(),
});

interface Address {
  readonly addressId: number;
  readonly address: string;
  readonly isSelected: boolean;
  readonly remark: string;
}

async function ask<TAnswer = Address>(
  name: keyof typeof depositRoutes,
  ownerId: number,
  given: object = {},
): Promise<TAnswer> {
  const route = depositRoutes[name];
  const handler = handlers.find((one) => one.route === route);
  if (handler === undefined) throw new Error(`${name} is not served`);
  const parsed: object = 'body' in route ? { body: route.body.parse(given) } : { query: given };
  return (await handler.handle({ caller: { ownerId }, ...parsed } as CallContext)) as TAnswer;
}

test('networks say what they take of a coin', async () => {
  const all = await ask<{ networkId: number }[]>('networks', ANN);
  expect(all.map(({ networkId }) => networkId)).toEqual([101, 102]);
  expect(await ask('networks', ANN, { coinId: USDT })).toEqual([
    {
      networkId: localNetworks.evm,
      name: 'Local Ethereum',
      family: 'evm',
      confirmations: 12,
      arrivalSeconds: 24,
      minRecharge: '1.000000',
      memoNeeded: false,
      rechargeAble: true,
      withdrawAble: true,
      suspendedReason: '',
      explorer: '',
    },
  ]);
});

test('two first questions at once give one address, and every later one the same', async () => {
  const question = { coinId: USDT, networkId: localNetworks.evm };
  const first = await Promise.all([1, 2, 3].map(() => ask('coinAddress', ANN, question)));
  expect(new Set(first.map(({ address }) => address)).size).toBe(1);
  expect(await ask('coinAddress', ANN, question)).toMatchObject({
    address: first[0]?.address,
    minRecharge: '1.000000',
    confirmations: 12,
    contract: TOKEN.toLowerCase(),
  });
  const other = await ask('coinAddress', BOB, question);
  expect(other.address).not.toBe(first[0]?.address);
  const wrong = ask('coinAddress', ANN, { coinId: USDT, networkId: localNetworks.bitcoin });
  await expect(wrong).rejects.toMatchObject({ word: 'object_not_found' });
});

test('ten addresses, one selected, each with its own words, and nobody else’s', async () => {
  const networkId = localNetworks.bitcoin;
  const made: Address[] = [];
  for (let count = 0; count < 10; count += 1) {
    made.push(await ask('create', ANN, { networkId, remark: `number ${count}` }));
  }
  const more = ask('create', ANN, { networkId });
  await expect(more).rejects.toMatchObject({ code: 20_421, facts: { max: '10' } });
  const [first] = made;
  await ask('select', ANN, { addressId: first?.addressId });
  await ask('remark', ANN, { addressId: first?.addressId, remark: 'savings' });
  const listed = await ask<Address[]>('list', ANN, { networkId });
  expect(listed).toHaveLength(10);
  expect(listed.map(({ isSelected }) => isSelected)).toEqual([true, ...Array(9).fill(false)]);
  expect(listed[0]).toMatchObject({ addressId: first?.addressId, remark: 'savings' });
  expect(await ask('coinAddress', ANN, { coinId: 1, networkId })).toMatchObject({
    address: first?.address,
  });
  for (const name of ['select', 'remark'] as const) {
    const foreign = ask(name, BOB, { addressId: first?.addressId, remark: 'mine' });
    await expect(foreign).rejects.toMatchObject({ word: 'object_not_found' });
  }
});

test('an address that the signer did not state is never shown', async () => {
  const question = { coinId: USDT, networkId: localNetworks.evm };
  const { addressId, address } = await ask('coinAddress', BOB, question);
  const put = (text: string) =>
    db.owner.execute('UPDATE deposit_addresses SET address = $2 WHERE address_id = $1', [
      addressId,
      text,
    ]);
  await put('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
  const swapped = ask('coinAddress', BOB, question);
  await expect(swapped).rejects.toMatchObject({ code: 20_401 });
  await put(address);
  expect(await ask('coinAddress', BOB, question)).toMatchObject({ address });
});

test('a halted network gives no address', async () => {
  const { evm: networkId } = localNetworks;
  const set = (state: string, reason: string) =>
    db.owner.execute('UPDATE networks SET state = $2, halt_reason = $3 WHERE network_id = $1', [
      networkId,
      state,
      reason,
    ]);
  await set('halted', 'difference');
  for (const name of ['coinAddress', 'create'] as const) {
    const refused = ask(name, BOB, { coinId: USDT, networkId });
    await expect(refused).rejects.toMatchObject({ code: 20_401 });
  }
  await set('open', '');
});

test('a second custody begins where the first was, and the first writes no more', async () => {
  const before = await db.app.query('SELECT length, hash FROM signer_log_head');
  expect(before).toHaveLength(1);
  const first = { custody, signer };
  custody = await start();
  await isFull();
  // What the first would write at its next look is refused, which ends it.
  await db.owner.execute(
    `DELETE FROM deposit_addresses WHERE owner_id IS NULL AND family = 'btc_regtest'`,
  );
  await expect(first.custody.ended).rejects.toThrow('another custody has begun');
  await isFull();
  await first.custody.stop();
  first.signer.kill('SIGKILL');
  expect(await db.app.query('SELECT length, hash FROM signer_log_head')).toEqual(before);
  const [row] = await db.app.query<{ epoch: number }>('SELECT epoch FROM custody_epochs');
  expect(row?.epoch).toBe(2);
});

test('the house has its addresses stated; a strange one ends the reading', async () => {
  const read = async () => (await readOwnAddresses(db.app, db.folder)).addresses;
  await waitFor('the house to be stated', async () => (await read()).length >= 4);
  const house = (await read()).filter(({ account }) => account !== 1);
  expect(
    house.map(({ family, account, change, statement }) => [
      family,
      account,
      change,
      statement.length,
    ]),
  ).toEqual([
    ['btc_regtest', 0, 0, 128],
    ['btc_regtest', 0, 1, 0],
    ['evm', 0, 0, 128],
    ['evm', 2, 0, 128],
  ]);
  // Change, about which nothing is stated, must be of the pinned key, too.
  for (const { family, account, change, address } of house) {
    const place = [family, account, change] as const;
    const where = 'family = $1 AND account = $2 AND change = $3';
    const write = (text: string) =>
      db.owner.execute(`UPDATE house_addresses SET address = $4 WHERE ${where}`, [...place, text]);
    await write(`${address}0`);
    await expect(read()).rejects.toThrow('does not state');
    await write(address);
  }
  expect(await read()).toHaveLength(house.length);
});
