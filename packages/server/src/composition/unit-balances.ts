// Balances of accounts as the engine has them in memory at this moment, asked over its socket. They
// are never older than a step that the asker names: an engine that is starting, or that no longer
// writes and does not know it yet, has not seen it. It names no coin and formats nothing. Called by
// the rooms of the edge.
import type { AccountId } from '@isobath/core';
import type { AccountDirectory } from '../base/accounts/index.ts';
import { refuse } from '../base/product/index.ts';
import { GIVE_UP_MS } from '../base/projections/index.ts';
import type { EngineClient } from '../engine/index.ts';
import type { UnitBalance } from '../base/modules/index.ts';

/** One balance as the engine answers it; amounts as text in base units. */
interface BalanceAnswer {
  readonly assetId: number;
  readonly availableUnits: string;
  readonly heldUnits: string;
}

const ASK_AGAIN_AFTER_MS = 50;

/** Ask until the answer is as of a step or later. @errors behind when that takes two seconds. */
async function askSince<TAnswer extends { readonly sequence: number }>(
  ask: () => Promise<TAnswer>,
  minSequence: number,
): Promise<TAnswer> {
  const untilMs = performance.now() + GIVE_UP_MS;
  for (;;) {
    const answer = await ask();
    if (answer.sequence >= minSequence) return answer;
    if (performance.now() >= untilMs) throw refuse('behind');
    await new Promise((resolve) => {
      setTimeout(resolve, ASK_AGAIN_AFTER_MS);
    });
  }
}

/**
 * Balances of one account that are not zero, and the sequence they are as of.
 *
 * @errors behind when the engine has not seen a step within two seconds.
 */
export async function readUnitsOf(
  engine: EngineClient,
  accountId: AccountId | undefined,
  minSequence: number,
) {
  if (accountId === undefined) return { sequence: 0, balances: [] };
  const ask = () =>
    engine.ask<{ sequence: number; balances: readonly BalanceAnswer[] }>('balances', { accountId });
  const { sequence, balances } = await askSince(ask, minSequence);
  return { sequence, balances: balances.map(readAmounts) };
}

function readAmounts({ assetId, availableUnits, heldUnits }: BalanceAnswer): UnitBalance {
  return {
    assetId,
    availableUnits: BigInt(availableUnits),
    heldUnits: BigInt(heldUnits),
  };
}

/**
 * Some balances of many people's spot accounts with one question.
 *
 * @errors behind when the engine has not seen a step within two seconds.
 */
export async function readSomeUnits(
  engine: EngineClient,
  accounts: AccountDirectory,
  given: {
    readonly requested: readonly {
      readonly ownerId: number;
      readonly assetIds: readonly number[];
    }[];
    readonly minSequence: number;
  },
): Promise<UnitBalance[][]> {
  const input = {
    requested: given.requested.map(({ ownerId, assetIds }) => ({
      accountId: accounts.readSpotAccount(ownerId) ?? 0,
      assetIds,
    })),
  };
  const ask = () =>
    engine.ask<{ sequence: number; balances: readonly (readonly BalanceAnswer[])[] }>(
      'some-balances',
      input,
    );
  const { balances } = await askSince(ask, given.minSequence);
  return balances.map((one) => one.map(readAmounts));
}
