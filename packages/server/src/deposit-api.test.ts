// Deposits in the trading dialect, over the real tables.
import type { AssetId } from '@isobath/core';
import { apiCapitalRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from './base/db/testing.ts';
import type { CallContext, RouteHandler } from './base/product/index.ts';
import { migrations } from './migrations.ts';
import { createDepositAddresses } from './products/capital/addresses.ts';
import { createCapitalBinance } from './products/capital/binance-api/index.ts';
import { createDepositReader } from './products/capital/deposits/records.ts';
import { createWithdrawalSearch } from './products/capital/withdrawals/records.ts';
import { localNetworks, writeNetwork } from './sandbox/chains/networks.ts';
import { makeMarketFixture } from './testing/market-fixture.ts';

const ANN = 1_000_001;
const [BTC, USDT] = [1, 52];
const ADDRESS = '0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650';

let db: TestDatabase;
let handlers: RouteHandler[];

async function write(txHash: string, status: number, atMs: number): Promise<void> {
  await db.owner.execute(
    `INSERT INTO deposits (network_id, tx_hash, place, kind, owner_id, asset_id, address,
       block_hash, height, raw, units, status, needed, intent_id, seen_at_ms,
       credited_at_ms, reason)
     VALUES ($1, $2, 'log:0', 'chain', $3, $4, $5, '0xb', 20, 1234567, $6, $7, 12, $8, $9, $10,
       $11)`,
    [
      localNetworks.evm,
      txHash,
      ANN,
      USDT,
      ADDRESS,
      status === 1 ? null : '123456700',
      status,
      status === 1 ? null : Number(txHash),
      atMs,
      status === 3 ? atMs : 0,
      status === 4 ? 'no_owner' : '',
    ],
  );
}

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  const token = { symbol: 'USDT', decimals: 6, address: '0x01', codeHash: '0x02' };
  await writeNetwork(db.app, 'evm', { genesisHash: '0x01', tokens: [token] });
  await writeNetwork(db.app, 'bitcoin', undefined);
  await db.owner.execute(`UPDATE networks SET state = 'open' WHERE network_id = $1`, [
    localNetworks.evm,
  ]);
  await db.owner.execute(
    `INSERT INTO deposit_addresses (family, index, address, statement)
     VALUES ('evm', 0, $1, 'stated')`,
    [ADDRESS],
  );
  await write('0x1', 3, 1_000);
  await write('0x2', 1, 2_000);
  await write('0x3', 4, 3_000);
  const { markets } = makeMarketFixture();
  const database = db.app;
  const readNowMs = () => 5_000;
  handlers = createCapitalBinance({
    database,
    markets,
    addresses: createDepositAddresses({ database, checkStatement: async () => true, readNowMs }),
    readUnits: async () => ({
      sequence: 1,
      balances: [{ assetId: BTC as AssetId, availableUnits: 5n, heldUnits: 7n }],
    }),
    readAccountUnits: async () => [{ assetId: BTC as AssetId, availableUnits: 3n, heldUnits: 0n }],
    readDeposits: createDepositReader({ database, markets }),
    searchWithdrawals: createWithdrawalSearch({ database, markets }),
    submit: async () => {
      throw new Error('nothing is withdrawn here');
    },
    readNowMs,
  });
});
afterAll(() => db?.stop());

type Name = keyof typeof apiCapitalRoutes;
async function ask<TAnswer>(name: Name, given: object = {}): Promise<TAnswer> {
  const route = apiCapitalRoutes[name];
  const handler = handlers.find((one) => one.route === route);
  const query = route.query?.parse(given);
  return route.answer.parse(
    await handler?.handle({ caller: { ownerId: ANN }, query } as CallContext),
  ) as TAnswer;
}

test('coins have their balance and the networks that list them', async () => {
  const coins = await ask<{ coin: string; networkList: object[] }[]>('coins');
  const find = (name: string) => coins.find(({ coin }) => coin === name);
  expect(find('BTC')).toMatchObject({
    free: '0.0000000005',
    locked: '0.0000000007',
    withdrawing: '0.0000000003',
    depositAllEnable: false,
    networkList: [],
  });
  expect(find('USDT')).toMatchObject({ depositAllEnable: true, withdrawAllEnable: true });
  expect(find('USDT')?.networkList).toEqual([
    expect.objectContaining({
      network: 'ETH',
      coin: 'USDT',
      isDefault: true,
      depositEnable: true,
      withdrawIntegerMultiple: '0.000001',
      minConfirm: 12,
      contractAddress: '0x01',
    }),
  ]);
});

test('where a coin is deposited, by network or the first that takes it', async () => {
  const own = { address: ADDRESS, coin: 'USDT', tag: '', url: '' };
  expect(await ask('depositAddress', { coin: 'USDT' })).toEqual(own);
  expect(await ask('depositAddress', { coin: 'USDT', network: 'ETH' })).toEqual(own);
  const refused = (code: number) => expect.objectContaining({ code });
  await expect(ask('depositAddress', { coin: 'NONE' })).rejects.toEqual(refused(-4018));
  await expect(ask('depositAddress', { coin: 'BTC' })).rejects.toEqual(refused(-4040));
  const other = { coin: 'USDT', network: 'BTC' };
  await expect(ask('depositAddress', other)).rejects.toEqual(refused(-4040));
});

test('deposits in the states of the dialect, page after page', async () => {
  const hashesOf = async (given: object) =>
    (await ask<{ txId: string }[]>('deposits', given)).map(({ txId }) => txId);
  const [, waiting] = await ask<object[]>('deposits');
  expect(waiting).toEqual({
    id: expect.any(String),
    amount: '1.23456700',
    coin: 'USDT',
    network: 'ETH',
    status: 0,
    address: ADDRESS,
    addressTag: '',
    txId: '0x2',
    insertTime: 2_000,
    transferType: 0,
    confirmTimes: '0/12',
    unlockConfirm: 12,
    walletType: 0,
  });
  expect(await hashesOf({})).toEqual(['0x3', '0x2', '0x1']);
  expect(await hashesOf({ status: '1' })).toEqual(['0x1']);
  expect(await hashesOf({ status: '7' })).toEqual(['0x3']);
  expect(await hashesOf({ coin: 'BTC' })).toEqual([]);
  expect(await hashesOf({ offset: '1', limit: '1' })).toEqual(['0x2']);
  expect(await hashesOf({ startTime: '1500', endTime: '2500', txId: '0x' })).toEqual(['0x2']);
  const tooLong = ask('deposits', { startTime: '1', endTime: String(91 * 86_400_000) });
  await expect(tooLong).rejects.toMatchObject({ code: -4047 });
});

test('whether coins move at all', async () => {
  expect(await ask('assetDetail', { asset: 'USDT' })).toEqual({
    USDT: expect.objectContaining({ depositStatus: true, withdrawStatus: true }),
  });
  expect(await ask('assetDetail', { asset: 'BTC' })).toEqual({
    BTC: {
      minWithdrawAmount: '0.0000000000',
      depositStatus: false,
      withdrawFee: 0,
      withdrawStatus: false,
    },
  });
});
