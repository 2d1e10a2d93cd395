// What a person reads of their deposits, over the real tables.
import { TransferReason } from '@isobath/core';
import { capitalRecordRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from './base/db/testing.ts';
import type { CallContext, RouteHandler } from './base/product/index.ts';
import { migrations } from './migrations.ts';
import {
  createDepositReader,
  createDepositRecordRoutes,
} from './products/capital/deposits/records.ts';
import { createRewardReader } from './products/capital/rewards.ts';
import { localNetworks, writeNetwork } from './sandbox/chains/networks.ts';
import { makeMarketFixture } from './testing/market-fixture.ts';

const [ANN, BOB] = [1_000_001, 1_000_002];
const USDT = 52;
const { evm: NETWORK } = localNetworks;

let db: TestDatabase;
let handlers: RouteHandler[];

interface Wanted {
  readonly ownerId?: number;
  readonly txHash: string;
  readonly status: number;
  readonly block?: string | null;
  readonly units?: string | null;
}

/** A row; the block is the twentieth unless it is lost. */
async function write({ ownerId = ANN, txHash, status, block = '0xb', units = null }: Wanted) {
  await db.owner.execute(
    `INSERT INTO deposits (network_id, tx_hash, place, kind, owner_id, asset_id, address,
       block_hash, height, raw, units, status, needed, intent_id, seen_at_ms, credited_at_ms,
       reason)
     VALUES ($1, $2, 'log:0', 'chain', $3, $4, '0xAdd', $5, $6, 1234567, $7, $8, 12, $9, 1000, $10,
       $11)`,
    [
      NETWORK,
      txHash,
      ownerId,
      USDT,
      block,
      block === null ? null : 20,
      units,
      status,
      units === null ? null : Number(`0x${txHash.slice(-4)}`),
      status === 3 ? 2_000 : 0,
      status === 11 ? 'screening' : '',
    ],
  );
}

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  const token = { symbol: 'USDT', decimals: 6, address: '0x01', codeHash: '0x02' };
  await writeNetwork(db.app, 'evm', { genesisHash: '0x01', tokens: [token] });
  await db.owner.execute(
    `INSERT INTO chain_cursor (network_id, height, hash, head_height) VALUES ($1, 24, '0xc', 25)`,
    [NETWORK],
  );
  await write({ txHash: '0xaa01', status: 3, units: '123456700' });
  await write({ txHash: '0xaa02', status: 1 });
  await write({ txHash: '0xaa03', status: 1, block: null });
  await write({ txHash: '0xaa04', status: 3, units: '123456700', block: null });
  await write({ txHash: '0xaa05', status: 11 });
  await write({ txHash: '0xbb01', status: 1, ownerId: BOB });
  const { markets } = makeMarketFixture();
  handlers = createDepositRecordRoutes(createDepositReader({ database: db.app, markets }), {
    withdrawals: async () => ({ rows: [], nextCursor: '' }),
    rewards: createRewardReader({ database: db.app, markets }),
  });
});
afterAll(() => db?.stop());

interface Page {
  readonly rows: { readonly txHash: string; readonly missing: string }[];
  readonly nextCursor: string;
}

async function ask(given: object = {}, name: 'deposits' | 'both' = 'deposits'): Promise<Page> {
  const route = capitalRecordRoutes[name];
  const handler = handlers.find((one) => one.route === route);
  const query = route.query?.parse(given);
  return (await handler?.handle({ caller: { ownerId: ANN }, query } as CallContext)) as Page;
}
const hashesOf = ({ rows }: Page) => rows.map(({ txHash }) => txHash.slice(-2));

test('newest first, and not what only a lost block had', async () => {
  const page = await ask();
  expect(hashesOf(page)).toEqual(['05', '04', '02', '01']);
  expect(page.rows[2]).toEqual({
    id: expect.any(String),
    at: 1_000,
    coinId: USDT,
    networkId: NETWORK,
    amount: '1.23456700',
    fee: '0.00000000',
    address: '0xAdd',
    memo: '',
    txHash: '0xaa02',
    confirmations: 6,
    needed: 12,
    status: 1,
    missing: '',
    reason: '',
    steps: [{ word: 'seen', at: 1_000 }],
  });
  expect(page.rows[0]).toMatchObject({ status: 11, reason: 'screening' });
  const credited = {
    status: 3,
    confirmations: 0,
    steps: [
      { word: 'seen', at: 1_000 },
      { word: 'credited', at: 2_000 },
    ],
  };
  expect(page.rows[1]).toMatchObject(credited);
});

test('by coin, status, time and words, page after page', async () => {
  expect(hashesOf(await ask({ status: '3' }))).toEqual(['04', '01']);
  expect(hashesOf(await ask({ coinId: '1' }))).toEqual([]);
  expect(hashesOf(await ask({ from: '1001' }))).toEqual([]);
  expect(hashesOf(await ask({ to: '1000', text: 'AA02' }))).toEqual(['02']);
  expect(hashesOf(await ask({ text: '0xadd' }))).toHaveLength(4);
  const first = await ask({ limit: '3' });
  expect(hashesOf(first)).toEqual(['05', '04', '02']);
  const second = await ask({ limit: '3', cursor: first.nextCursor });
  expect(hashesOf(second)).toEqual(['01']);
  expect(second.nextCursor).toBe('');
});

test('records of one type', async () => {
  expect(hashesOf(await ask({ type: '1' }, 'both'))).toEqual(['05', '04', '02', '01']);
});

test('rewards and corrections, not the deposits and fees beside them', async () => {
  const { deposit, promotion, correction, fee } = TransferReason;
  const moves = [
    [1, ANN, 500, deposit],
    [2, ANN, 700, promotion],
    [3, BOB, 900, promotion],
    [4, ANN, -200, correction],
    [5, ANN, -1, fee],
  ] as const;
  for (const [id, owner, change, reason] of moves) {
    await db.owner.execute('INSERT INTO balance_moves VALUES ($1, $2, 7, $3, $4, $5, 0, $1, $6)', [
      id,
      owner,
      USDT,
      `${change}000000`,
      reason,
      1_000 * id,
    ]);
  }
  const page = await ask({ type: '4', limit: '1' }, 'both');
  const taken = {
    id: '4',
    at: 4_000,
    coinId: USDT,
    amount: '-2.00000000',
    status: 3,
    reason: 'correction',
    steps: [{ word: 'credited', at: 4_000 }],
  };
  expect(page).toMatchObject({ rows: [taken], nextCursor: '4' });
  const given = { id: '2', amount: '7.00000000', reason: 'reward', txHash: '' };
  const rest = await ask({ type: '4', cursor: '4' }, 'both');
  expect(rest).toMatchObject({ rows: [given], nextCursor: '' });
  for (const none of [{ status: '1' }, { coinId: '1' }, { from: '4001' }, { text: 'a' }]) {
    expect((await ask({ type: '4', ...none }, 'both')).rows, JSON.stringify(none)).toEqual([]);
  }
  const { answer } = capitalRecordRoutes.both;
  expect(answer.parse(page)).toEqual(page);
});

test('deposits below the minimum say what is missing until all are credited', async () => {
  const carl = 1_000_003;
  for (const [txHash, raw] of [
    ['0xcc01', '300000'],
    ['0xcc02', '250000'],
  ]) {
    await write({ txHash: txHash ?? '', status: 10, units: '1', ownerId: carl });
    await db.owner.execute('UPDATE deposits SET raw = $2 WHERE tx_hash = $1', [txHash, raw ?? '']);
  }
  const route = capitalRecordRoutes.deposits;
  const handler = handlers.find((one) => one.route === route);
  const call = { caller: { ownerId: carl }, query: route.query?.parse({}) };
  const page = route.answer.parse(await handler?.handle(call as unknown as CallContext));
  // The minimum is 1 USDT.
  expect(page.rows.map(({ missing }) => Number(missing))).toEqual([0.45, 0.45]);
  const { rows } = await ask();
  expect(new Set(rows.map(({ missing }) => missing))).toEqual(new Set(['']));
});
