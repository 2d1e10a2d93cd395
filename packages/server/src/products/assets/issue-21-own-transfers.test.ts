// A transfer between own accounts is one line that names both; where one account alone is shown it
// is that account's part; a file has every part with its account, so that each column adds up.
import { AccountType, type CoreEvent, EventKind, TransferReason } from '@isobath/core';
import { assetsRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountDirectory } from '../../base/accounts/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { createMarketRegistry } from '../../base/market/index.ts';
import type { CallContext } from '../../base/product/index.ts';
import { migrations } from '../../migrations.ts';
import { createMoveRoutes } from './moves.ts';

const OWNER = 1_000_001;
const USDT = 52;
const [SPOT, CONTRACT, MARGIN] = [11, 12, 13];
const { deposit, betweenAccounts } = TransferReason;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  // Sequence, account, change, reason: both parts of a transfer stand one behind the other.
  const rows: readonly (readonly [number, number, number, number])[] = [
    [1, SPOT, 100, deposit],
    [2, SPOT, -40, betweenAccounts],
    [2, CONTRACT, 40, betweenAccounts],
    [3, CONTRACT, -15, betweenAccounts],
    [3, MARGIN, 15, betweenAccounts],
    // From somebody else: the part before it in the table is not its own.
    [4, SPOT, 40, betweenAccounts],
  ];
  for (const [place, [sequence, account, change, reason]] of rows.entries()) {
    await database.owner.execute(
      'INSERT INTO balance_moves VALUES ($1, $2, $3, $4, $5, $6, 7, $7, $8)',
      [place + 1, OWNER, account, USDT, `${change}00`, reason, sequence, 1_000 * sequence],
    );
  }
});
afterAll(() => database.stop());

function makeHandlers() {
  const accounts = createAccountDirectory();
  for (const [accountId, accountType] of [
    [SPOT, AccountType.spot],
    [CONTRACT, AccountType.contract],
    [MARGIN, AccountType.crossMargin],
  ] as const) {
    const account = { accountId, accountType, ownerId: OWNER, scope: 0, isMock: false };
    accounts.apply({ kind: EventKind.accountOpened, ...account } as unknown as CoreEvent);
  }
  const markets = createMarketRegistry();
  markets.nameCoin({ coinId: USDT, shortName: 'USDT', name: 'Tether USD' });
  const coin = { kind: EventKind.assetDefined, assetId: USDT, scale: 2, isMock: false };
  markets.apply(coin as unknown as CoreEvent);
  return createMoveRoutes({
    database: database.app,
    markets,
    accounts,
    waitForStep: async () => {},
  });
}

function ask(route: (typeof assetsRoutes)['moves' | 'movesFile'], query: object): Promise<unknown> {
  const handler = makeHandlers().find((one) => one.route === route);
  const call = { caller: { ownerId: OWNER }, query, setHeader: () => {} };
  return Promise.resolve(handler?.handle(call as unknown as CallContext));
}

async function read(query: object): Promise<string[]> {
  type Row = { change: string; reason: string; fromType: number | null; toType: number | null };
  const { rows } = (await ask(assetsRoutes.moves, query)) as { rows: Row[] };
  return rows.map(({ change, reason, fromType, toType }) =>
    [change, reason, ...(fromType === null ? [] : [`${fromType} to ${toType}`])].join(' '),
  );
}

test('of all accounts each transfer is one line, from one account to the other', async () => {
  expect(await read({})).toEqual([
    '40.00 between_accounts',
    '15.00 between_accounts 5 to 6',
    '40.00 between_accounts 2 to 5',
    '100.00 deposit',
  ]);
});

test('pages neither lose a transfer nor tell it twice', async () => {
  const all = await read({});
  type Page = { rows: { seq: string }[]; nextCursor: string };
  const published: string[] = [];
  for (let cursor: string | undefined = undefined; cursor !== ''; ) {
    const page: Page = (await ask(assetsRoutes.moves, { cursor, limit: 1 })) as Page;
    published.push(...page.rows.map(({ seq }) => seq));
    cursor = page.nextCursor;
  }
  expect(published).toEqual(['4', '3', '2', '1']);
  expect(published).toHaveLength(all.length);
});

test('of one account it is what it took from there or gave to it', async () => {
  expect(await read({ type: 2 })).toEqual([
    '40.00 between_accounts',
    '-40.00 between_accounts 2 to 5',
    '100.00 deposit',
  ]);
  expect(await read({ type: 5 })).toEqual([
    '-15.00 between_accounts 5 to 6',
    '40.00 between_accounts 2 to 5',
  ]);
});

test('a file has every part with its account', async () => {
  const csv = (await ask(assetsRoutes.movesFile, { zone: 'UTC' })) as AsyncIterable<string>;
  let text = '';
  for await (const part of csv) text += String(part);
  const lines = text.trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',').slice(3, 6).join(' '))).toEqual([
    'spot USDT 40.00',
    'cross_margin USDT 15.00',
    'contract USDT -15.00',
    'contract USDT 40.00',
    'spot USDT -40.00',
    'spot USDT 100.00',
  ]);
});
