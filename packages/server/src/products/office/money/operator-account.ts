// Money of the operator's accounts on its way to and from a person: gifts from the promotion
// account, and money without a chain between the contra account of fiat money and a person's spot
// account. What came in that way is what may go out that way: the contra account is never above
// zero. Called for requests that two agreed to (postings.ts, works.ts).
import {
  AccountClass,
  type AccountId,
  AccountType,
  type AssetId,
  CommandKind,
  EventKind,
  type OwnerId,
  readRejectWord,
  Source,
  TransferReason,
} from '@isobath/core';
import { parseDecimal } from '@isobath/core/math';
import { ensureSpotAccount } from '../../../base/accounts/index.ts';
import { refuseWithCode } from '../../../base/commands/index.ts';
import type { Users } from '../../../base/credentials/index.ts';
import type { Platform } from '../../../base/modules/index.ts';
import { refuse } from '../../../base/product/index.ts';
import type { OperatorAccountGift } from '../works.ts';
import type { Posting } from './postings.ts';

/** Who acts for the house. */
const HOUSE = { ownerId: 1 as OwnerId, sessionId: 0 };

/** What the money goes through. */
export type OperatorAccountEntry = Pick<Platform, 'accounts' | 'commandClient' | 'markets'>;

type PostingEntry = Omit<OperatorAccountEntry, 'markets'>;

/** Open the contra account of fiat money unless it is there. */
async function ensureFiatAccount({ accounts, commandClient }: PostingEntry): Promise<AccountId> {
  const known = accounts.readOperatorAccount(AccountType.fiat);
  if (known !== undefined) return known;
  const outcome = await commandClient.try(
    {
      kind: CommandKind.openAccount,
      ownerId: HOUSE.ownerId,
      accountType: AccountType.fiat,
      scope: 0,
      isMock: false,
      accountClass: AccountClass.contra,
    },
    { caller: HOUSE, idempotencyKey: '', source: Source.operator },
  );
  const opened = outcome.events.find((event) => event.kind === EventKind.accountOpened);
  if (opened !== undefined) return opened.accountId;
  if (readRejectWord(outcome.code) === 'account_exists') return outcome.facts[0] as AccountId;
  throw refuseWithCode(outcome.code, outcome.facts);
}

function readReason({ ground, direction }: Posting): TransferReason {
  if (ground !== 'bank') return TransferReason.correction;
  return direction === 'credit' ? TransferReason.deposit : TransferReason.withdrawal;
}

/**
 * Move the money of one line, once for its number.
 *
 * @throws the engine's refusal; what is not available is not taken.
 */
export async function postOfOperatorAccount(
  entry: PostingEntry,
  posting: Posting,
): Promise<{ seq: number }> {
  const { ownerId, assetId, units, direction, approvalId, line } = posting;
  await ensureSpotAccount(entry, ownerId);
  const fiat = await ensureFiatAccount(entry);
  const spot = entry.accounts.readSpotAccount(ownerId);
  if (spot === undefined) throw refuse('object_not_found');
  const [fromAccountId, toAccountId] = direction === 'credit' ? [fiat, spot] : [spot, fiat];
  const outcome = await entry.commandClient.send(
    {
      kind: CommandKind.transfer,
      fromAccountId,
      toAccountId,
      assetId: assetId as AssetId,
      amountUnits: units,
      reason: readReason(posting),
      reference: approvalId,
    },
    { caller: HOUSE, idempotencyKey: `posting:${approvalId}:${line}`, source: Source.operator },
  );
  return { seq: outcome.sequence };
}

/**
 * Give.
 *
 * @throws object_not_found without such a coin or person, invalid for an amount finer than the
 *   coin, and the engine's own refusals (a promotion account that is too empty among them).
 */
export async function giveOfOperatorAccount(
  entry: OperatorAccountEntry & { readonly users: Users },
  gift: OperatorAccountGift,
): Promise<{ seq: string }> {
  const { accounts, markets, users } = entry;
  const coin = markets.coinByName(gift.asset);
  const user = await users.read(gift.ownerId);
  if (coin === undefined || user === undefined) throw refuse('object_not_found');
  await ensureSpotAccount(entry, gift.ownerId);
  const fromAccountId = accounts.readOperatorAccount(AccountType.operatorPromotions);
  const toAccountId = accounts.readSpotAccount(gift.ownerId);
  if (fromAccountId === undefined || toAccountId === undefined) throw refuse('object_not_found');
  const outcome = await entry.commandClient.send(
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
