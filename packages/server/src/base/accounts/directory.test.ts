// Which account the operator has of a type: one a scope, and never one of made-up money.
import { AccountType, type CoreEvent, EventKind } from '@isobath/core';
import { expect, test } from 'vitest';
import { createAccountDirectory } from './index.ts';

function openAll(rows: readonly (readonly [number, AccountType, number, boolean])[]) {
  const accounts = createAccountDirectory();
  for (const [accountId, accountType, scope, isMock] of rows) {
    const account = { accountId, ownerId: 1, accountType, scope, isMock };
    accounts.apply({ kind: EventKind.accountOpened, ...account } as unknown as CoreEvent);
  }
  return accounts;
}

test('accounts of chains are told apart by their network', () => {
  const accounts = openAll([
    [1, AccountType.chain, 0, false],
    [2, AccountType.chain, 7, false],
    [3, AccountType.operatorInsurance, 2, false],
  ]);
  expect(accounts.readOperatorAccount(AccountType.chain)).toBe(1);
  expect(accounts.readOperatorAccount(AccountType.chain, 7)).toBe(2);
  expect(accounts.readOperatorAccount(AccountType.chain, 8)).toBeUndefined();
  expect(accounts.readOperatorAccount(AccountType.operatorInsurance)).toBeUndefined();
  expect(accounts.readOperatorAccount(AccountType.operatorInsurance, 2)).toBe(3);
});

test('an account of made-up money does not take the place of the real one', () => {
  const accounts = openAll([
    [1, AccountType.operatorFee, 0, false],
    [2, AccountType.operatorFee, 0, true],
  ]);
  expect(accounts.readOperatorAccount(AccountType.operatorFee)).toBe(1);
});
