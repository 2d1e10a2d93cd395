// Money on its way out stands in an account of its own (107). People see it as held in their spot
// account: setting it aside and giving it back is no movement, what leaves and its fee are.
import { AccountType, type CoreEvent, EventKind, TransferReason } from '@isobath/core';
import { assetsRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountDirectory } from '../../base/accounts/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { createMarketRegistry, createValuer } from '../../base/market/index.ts';
import type { CallContext } from '../../base/product/index.ts';
import { migrations } from '../../migrations.ts';
import { createMoveRoutes } from './moves.ts';
import { listAccountIds, readOverview } from './overview.ts';

const OWNER = 1_000_001;
const USDT = 52;
const [SPOT, OUTGOING, CONTRACT] = [11, 12, 13];
const { deposit, withdrawal, fee, betweenAccounts } = TransferReason;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  const rows: readonly (readonly [number, number, number, number])[] = [
    [1, SPOT, 100, deposit],
    [2, SPOT, -40, betweenAccounts],
    [2, OUTGOING, 40, betweenAccounts],
    [3, SPOT, -7, betweenAccounts],
    [3, CONTRACT, 7, betweenAccounts],
    // One withdrawal of 20 with its fee, one that was taken back.
    [4, OUTGOING, -20, withdrawal],
    [4, OUTGOING, -1, fee],
    [5, OUTGOING, -19, betweenAccounts],
    [5, SPOT, 19, betweenAccounts],
  ];
  for (const [place, [sequence, account, change, reason]] of rows.entries()) {
    await database.owner.execute(
      'INSERT INTO balance_moves VALUES ($1, $2, $3, $4, $5, $6, 7, $7, $8)',
      [place + 1, OWNER, account, USDT, `${change}00`, reason, sequence, 1_000 * sequence],
    );
  }
});
afterAll(() => database.stop());

const accounts = createAccountDirectory();
for (const [accountId, accountType] of [
  [SPOT, AccountType.spot],
  [OUTGOING, AccountType.outgoing],
  [CONTRACT, AccountType.contract],
] as const) {
  const account = { accountId, accountType, ownerId: OWNER, scope: 0, isMock: false };
  accounts.apply({ kind: EventKind.accountOpened, ...account } as unknown as CoreEvent);
}
const markets = createMarketRegistry();
markets.nameCoin({ coinId: USDT, shortName: 'USDT', name: 'Tether USD' });
markets.apply({
  kind: EventKind.assetDefined,
  assetId: USDT,
  scale: 2,
  isMock: false,
} as unknown as CoreEvent);

async function ask(route: (typeof assetsRoutes)['moves' | 'movesFile'], query: object) {
  const parts = { database: database.app, markets, accounts, waitForStep: async () => {} };
  const handler = createMoveRoutes(parts).find((one) => one.route === route);
  const call = { caller: { ownerId: OWNER }, query, setHeader: () => {} };
  return handler?.handle(call as unknown as CallContext);
}

test.each([[{}], [{ type: 2 }]])(
  'movements of %j name what left and its fee alone',
  async (query) => {
    const { rows } = (await ask(assetsRoutes.moves, query)) as {
      rows: { change: string; reason: string }[];
    };
    expect(rows.map(({ change, reason }) => `${change} ${reason}`)).toEqual([
      '-1.00 fee',
      '-20.00 withdrawal',
      'type' in query ? '-7.00 between_accounts' : '7.00 between_accounts',
      '100.00 deposit',
    ]);
  },
);

test('a file names the spot account, and adds up to what is there', async () => {
  const csv = (await ask(assetsRoutes.movesFile, { zone: 'UTC' })) as AsyncIterable<string>;
  let text = '';
  for await (const part of csv) text += String(part);
  const lines = text.trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',').slice(3, 6).join(' '))).toEqual([
    'spot USDT -1.00',
    'spot USDT -20.00',
    'contract USDT 7.00',
    'spot USDT -7.00',
    'spot USDT 100.00',
  ]);
});

test('the overview has it as held in the spot account, and in every total', async () => {
  const units: Readonly<Record<number, bigint>> = { [SPOT]: 5_300n, [OUTGOING]: 1_900n };
  const parts = {
    accounts,
    markets,
    readAccountUnits: async (ownerId: number, type: AccountType, scope: number) => {
      const accountId = accounts.readAccount(ownerId, type, scope) ?? 0;
      const availableUnits = units[accountId] ?? 0n;
      return availableUnits === 0n ? [] : [{ assetId: USDT, availableUnits, heldUnits: 0n }];
    },
  };
  const overview = await readOverview(
    parts,
    OWNER,
    createValuer(markets, () => 0),
  );
  expect(overview.totalUnits).toBe(7_200n);
  expect(overview.accounts.find(({ type }) => type === AccountType.spot)?.units).toBe(7_200n);
  expect(
    overview.coins.map(({ availableUnits, heldUnits }) => [availableUnits, heldUnits]),
  ).toEqual([[5_300n, 1_900n]]);
  expect(listAccountIds(accounts, OWNER, undefined)).toEqual([SPOT, CONTRACT, OUTGOING]);
  expect(listAccountIds(accounts, OWNER, AccountType.contract)).toEqual([CONTRACT]);
});
