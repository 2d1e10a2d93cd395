// Money of the house for one person: from the promotion account, by name of the coin, once for a
// number. Made for people that the operator's tool creates and for gifts that two agreed to.
import { AccountType, CommandKind, type OwnerId, Source, TransferReason } from '@isobath/core';
import { parseDecimal } from '@isobath/core/math';
import type { Users } from './base/credentials/index.ts';
import { refuse } from './base/product/index.ts';
import type { EdgeModules } from './edge-modules.ts';
import { ensureSpotAccount } from './products/account/index.ts';
import type { OperatorAccountGift } from './products/office/index.ts';

/** Who acts when the house gives. */
const HOUSE = { ownerId: 1 as OwnerId, sessionId: 0 };

/**
 * Give.
 *
 * @throws object_not_found without such a coin or person, invalid for an amount finer than the
 *   coin, and the engine's own refusals (a promotion account that is too empty among them).
 */
export async function giveOfOperatorAccount(
  { modules, users }: { modules: EdgeModules; users: Users },
  gift: OperatorAccountGift,
): Promise<{ seq: string }> {
  const coin = modules.markets.coinByName(gift.asset);
  const user = await users.read(gift.ownerId);
  if (coin === undefined || user === undefined) throw refuse('object_not_found');
  await ensureSpotAccount(modules, gift.ownerId);
  const fromAccountId = modules.accounts.readOperatorAccount(AccountType.operatorPromotions);
  const toAccountId = modules.accounts.readSpotAccount(gift.ownerId);
  if (fromAccountId === undefined || toAccountId === undefined) throw refuse('object_not_found');
  const outcome = await modules.commandClient.send(
    {
      kind: CommandKind.transfer,
      fromAccountId,
      toAccountId,
      assetId: coin.coinId,
      amountUnits: readUnits(gift.amount, coin.scale),
      reason: TransferReason.promotion,
      reference: gift.giftId,
    },
    { caller: HOUSE, idempotencyKey: `approval:${gift.giftId}`, source: Source.operator },
  );
  return { seq: String(outcome.sequence) };
}

function readUnits(amount: string, scale: number): bigint {
  try {
    return parseDecimal(amount, scale);
  } catch {
    throw refuse('invalid');
  }
}
