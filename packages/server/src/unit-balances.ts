// Balances of accounts as the engine has them in memory at this moment, asked over its socket. It
// names no coin and formats nothing. Called by the rooms of the edge.
import type { AccountId } from '@isobath/core';
import type { AccountDirectory } from './base/accounts/index.ts';
import type { EngineClient } from './engine/index.ts';
import type { UnitBalance } from './products/assets/index.ts';

/** One balance as the engine answers it; amounts as text in base units. */
interface BalanceAnswer {
  readonly assetId: number;
  readonly availableUnits: string;
  readonly heldUnits: string;
}

/** Balances of an owner's spot account that are not zero, and the sequence they are as of. */
export type ReadUnitBalances = (
  ownerId: number,
) => Promise<{ sequence: number; balances: readonly UnitBalance[] }>;

/** Balances of one account that are not zero, and the sequence they are as of. */
export async function readUnitsOf(engine: EngineClient, accountId: AccountId | undefined) {
  if (accountId === undefined) return { sequence: 0, balances: [] };
  const answer = await engine.ask<{ sequence: number; balances: readonly BalanceAnswer[] }>(
    'balances',
    { accountId },
  );
  return { sequence: answer.sequence, balances: answer.balances.map(readAmounts) };
}

function readAmounts({ assetId, availableUnits, heldUnits }: BalanceAnswer): UnitBalance {
  return {
    assetId,
    availableUnits: BigInt(availableUnits),
    heldUnits: BigInt(heldUnits),
  };
}

/** Some balances of many people's spot accounts with one question. */
export async function readSomeUnits(
  engine: EngineClient,
  accounts: AccountDirectory,
  asked: readonly { readonly ownerId: number; readonly assetIds: readonly number[] }[],
): Promise<UnitBalance[][]> {
  const { balances } = await engine.ask<{ balances: readonly (readonly BalanceAnswer[])[] }>(
    'some-balances',
    {
      asked: asked.map(({ ownerId, assetIds }) => ({
        accountId: accounts.readSpotAccount(ownerId) ?? 0,
        assetIds,
      })),
    },
  );
  return balances.map((one) => one.map(readAmounts));
}
