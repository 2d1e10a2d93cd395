// Gifts of the operator's promotion account. A gift is a row and an intent that commit together,
// with the number of the approval as its key, so it is given once, however late it is carried out
// again. Called for requests that two agreed to (works.ts); how it ends: gift-end.ts.
import { AccountType, CommandKind, TransferReason } from '@isobath/core';
import { parseDecimal } from '@isobath/core/math';
import { ensureSpotAccount } from '../../../base/accounts/index.ts';
import { type CommandBody, refuseWithCode } from '../../../base/commands/index.ts';
import type { Session } from '../../../base/db/index.ts';
import type { Users } from '../../../base/credentials/index.ts';
import type { Platform } from '../../../base/modules/index.ts';
import { refuse } from '../../../base/product/index.ts';
import type { OperatorAccountGift } from '../works.ts';
import { operatorGiftConsumer } from './gift-end.ts';

/** What gifts stand on. */
export type GiftEntry = Pick<
  Platform,
  'accounts' | 'commandClient' | 'database' | 'intents' | 'markets'
> & { readonly users: Pick<Users, 'read'> };

async function readIntent(session: Session, giftId: number): Promise<number | undefined> {
  const [row] = await session.query<{ intent_id: number }>(
    'SELECT intent_id FROM operator_gifts WHERE gift_id = $1',
    [giftId],
  );
  return row?.intent_id;
}

function readUnits(amount: string, scale: number): bigint {
  try {
    return parseDecimal(amount, scale);
  } catch {
    throw refuse('invalid');
  }
}

/** The transfer of a gift; the person's account is opened unless it is there. */
async function makeTransfer(entry: GiftEntry, gift: OperatorAccountGift): Promise<CommandBody> {
  const { accounts, markets, users } = entry;
  const coin = markets.coinByName(gift.asset);
  const user = await users.read(gift.ownerId);
  if (coin === undefined || user === undefined) throw refuse('object_not_found');
  const amountUnits = readUnits(gift.amount, coin.scale);
  await ensureSpotAccount(entry, gift.ownerId);
  const fromAccountId = accounts.readOperatorAccount(AccountType.operatorPromotions);
  const toAccountId = accounts.readSpotAccount(gift.ownerId);
  if (fromAccountId === undefined || toAccountId === undefined) throw refuse('object_not_found');
  return {
    kind: CommandKind.transfer,
    fromAccountId,
    toAccountId,
    assetId: coin.coinId,
    amountUnits,
    reason: TransferReason.promotion,
    reference: gift.giftId,
  };
}

/** Write the gift and its intent, or find those that are there. @returns the intent's number. */
async function ensureWritten(entry: GiftEntry, gift: OperatorAccountGift): Promise<number> {
  const { database, intents } = entry;
  const known = await readIntent(database, gift.giftId);
  if (known !== undefined) return known;
  const command = await makeTransfer(entry, gift);
  return database.transaction(async (session) => {
    // Two who carry it out at once take turns.
    await session.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`gift ${gift.giftId}`]);
    const written = await readIntent(session, gift.giftId);
    if (written !== undefined) return written;
    const subject = String(gift.giftId);
    const intentId = await intents.write(session, {
      consumer: operatorGiftConsumer.name,
      subject,
      command,
    });
    await session.execute('INSERT INTO operator_gifts (gift_id, intent_id) VALUES ($1, $2)', [
      gift.giftId,
      intentId,
    ]);
    return intentId;
  });
}

/**
 * Give.
 *
 * @throws object_not_found without such a coin or person, invalid for an amount finer than the
 *   coin, outcome_unknown while the engine takes nothing (it is given later, and carrying it out
 *   again tells how it ended), and the engine's own refusals (a promotion account that is too
 *   empty among them).
 */
export async function giveOfOperatorAccount(
  entry: GiftEntry,
  gift: OperatorAccountGift,
): Promise<{ seq: string }> {
  const intentId = await ensureWritten(entry, gift);
  entry.intents.nudge();
  const ended = await entry.intents.waitFor(intentId);
  if (ended === undefined) throw refuse('outcome_unknown');
  if (!ended.isDone) throw refuseWithCode(ended.code, [], ended.sequence);
  return { seq: String(ended.sequence) };
}
