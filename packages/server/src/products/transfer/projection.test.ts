// Which transfers of the engine are a person's own: not those that set money aside for a withdrawal
// or give it back.
import { AccountType, type CoreEvent, EventKind, TransferReason } from '@isobath/core';
import { expect, test } from 'vitest';
import { createAccountDirectory } from '../../base/accounts/index.ts';
import type { Session } from '../../base/db/index.ts';
import { createTransferProjection } from './projection.ts';

test('what goes to and comes back from the account of withdrawals is no transfer', async () => {
  const accounts = createAccountDirectory();
  for (const [accountId, accountType] of [
    [1, AccountType.spot],
    [2, AccountType.outgoing],
    [3, AccountType.contract],
  ] as const) {
    const account = { accountId, ownerId: 1_000_001, accountType, scope: 0, isMock: false };
    accounts.apply({ kind: EventKind.accountOpened, ...account } as unknown as CoreEvent);
  }
  const move = (fromAccountId: number, toAccountId: number) => ({
    kind: EventKind.transferPosted,
    fromAccountId,
    toAccountId,
    assetId: 52,
    amountUnits: 5n,
    reason: TransferReason.betweenAccounts,
    reference: 1,
  });
  const written: { target_type: number }[] = [];
  const execute = async (_text: string, values: readonly unknown[]) => {
    written.push(...JSON.parse(values[0] as string));
  };
  const session = { execute } as unknown as Session;
  const events = [move(1, 2), move(2, 1), move(1, 3)] as unknown as CoreEvent[];
  const steps = [{ sequence: 9, atMs: 1, events }];
  await createTransferProjection(accounts).apply(steps as never, session);
  expect(written.map(({ target_type }) => target_type)).toEqual([AccountType.contract]);
});
