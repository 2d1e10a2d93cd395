// Who is told of money that came or left: each side of a payment, nobody of their own moves.
import { AccountType, type CoreEvent, EventKind, TransferReason } from '@isobath/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountDirectory } from '../../base/accounts/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import type { MarketRegistry } from '../../base/market/index.ts';
import { migrations } from '../../migrations.ts';
import { createReceipts } from './receipts.ts';

const [HOUSE, ANN, BEN] = [7, 1_000_001, 1_000_002];
/** Accounts by whose they are: the hundreds. */
const owners: Readonly<Record<number, number>> = { 1: HOUSE, 2: ANN, 3: BEN };
const [CHAIN, FEES, ANN_SPOT, ANN_OUT, BEN_SPOT] = [100, 101, 200, 201, 300];
const { deposit, withdrawal, internal, betweenAccounts } = TransferReason;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database?.stop());

const receipts = createReceipts({
  accounts: {
    readOwner: (accountId: number) => owners[Math.floor(accountId / 100)],
    readAccount: (_ownerId: number, type: AccountType) =>
      type === AccountType.operatorFee ? FEES : undefined,
  } as unknown as AccountDirectory,
  markets: {
    coinById: () => ({ coinId: 52, shortName: 'USDT', scale: 8 }),
  } as unknown as MarketRegistry,
});
type Moved = readonly [number, number, bigint, TransferReason];
const post = ([fromAccountId, toAccountId, amountUnits, reason]: Moved) =>
  ({
    kind: EventKind.transferPosted,
    fromAccountId,
    toAccountId,
    assetId: 52,
    amountUnits,
    reason,
  }) as unknown as CoreEvent;

test('each side of a payment is told once, nobody of moves between own accounts', async () => {
  const moves: Moved[] = [
    [CHAIN, ANN_SPOT, 150_000_000n, deposit],
    [ANN_SPOT, ANN_OUT, 120_000_000n, betweenAccounts],
    // A withdrawal to another customer: the amount, and its fee that comes back.
    [ANN_OUT, BEN_SPOT, 110_000_000n, internal],
    [ANN_OUT, ANN_SPOT, 10_000_000n, internal],
    [ANN_OUT, CHAIN, 30_000_000n, withdrawal],
    // Its fee, with the same reason: one group has one.
    [ANN_OUT, FEES, 1_000_000n, withdrawal],
  ];
  const events = moves.map(post);
  const step = { sequence: 9, atMs: 1, events } as never;
  // What is applied again after a fault is not told again.
  for (let times = 0; times < 2; times += 1) {
    await database.app.transaction((session) => receipts.apply([step], session));
  }
  const told = await database.owner.query(
    `SELECT owner_id, kind, facts, source_key FROM notices
     ORDER BY kind, owner_id, facts DESC`,
  );
  const say = (amount: string) => ({ coinId: '52', asset: 'USDT', amount });
  // Keys of the messages that were told before: built anew, nothing is told a second time.
  expect(told).toEqual([
    { owner_id: ANN, kind: 'deposit', facts: say('1.5'), source_key: 'transfer:9:0' },
    { owner_id: BEN, kind: 'deposit', facts: say('1.1'), source_key: 'transfer:9:2' },
    { owner_id: ANN, kind: 'withdrawal', facts: say('1.1'), source_key: 'transfer:9:2:out' },
    { owner_id: ANN, kind: 'withdrawal', facts: say('0.3'), source_key: 'transfer:9:4' },
  ]);
});
