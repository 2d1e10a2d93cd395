// Whether a person may deposit and withdraw over networks now, as programs are told of an account.
// It refuses nothing: who asks for a withdrawal is judged then.
// Used by products that tell of accounts.
import { hasSecondFactor, readSecurityLock } from '../credentials/index.ts';
import { readCoinNetworks } from '../custody/index.ts';
import type { Session } from '../db/index.ts';
import { createIdentityRecords, readPassedType } from './identity.ts';

/** What reading them stands on. */
export interface MoneyRightsParts {
  readonly database: Session;
  readonly readWithdrawLimit: (identityType: number) => Promise<string>;
  readonly readNowMs: () => number;
}

/** Some network takes, or sends, some coin now; to withdraw, the person may do so as well. */
export interface MoneyRights {
  readonly canDeposit: boolean;
  readonly canWithdraw: boolean;
}

/** Read them. */
export async function readMoneyRights(
  { database, readWithdrawLimit, readNowMs }: MoneyRightsParts,
  ownerId: number,
): Promise<MoneyRights> {
  const coins = [...(await readCoinNetworks(database)).values()];
  const canDeposit = coins.some(({ rechargeAble }) => rechargeAble);
  if (!coins.some(({ withdrawAble }) => withdrawAble)) return { canDeposit, canWithdraw: false };
  const [records, hasFactor, lockMs] = await Promise.all([
    createIdentityRecords(database).list(ownerId),
    hasSecondFactor(database, ownerId),
    readSecurityLock(database, ownerId, readNowMs()),
  ]);
  const limit = await readWithdrawLimit(readPassedType(records));
  return { canDeposit, canWithdraw: hasFactor && lockMs === 0 && /[1-9]/.test(limit) };
}
