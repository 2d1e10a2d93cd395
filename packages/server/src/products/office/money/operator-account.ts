// Money without a chain, between the contra account of fiat money and a person's spot account.
// What came in that way is what may go out that way: the contra account is never above zero.
// Called for requests that two agreed to (postings.ts).
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
import { ensureSpotAccount } from '../../../base/accounts/index.ts';
import { refuseWithCode } from '../../../base/commands/index.ts';
import type { Platform } from '../../../base/modules/index.ts';
import { refuse } from '../../../base/product/index.ts';
import type { Posting } from './postings.ts';

/** Who acts for the house. */
const HOUSE = { ownerId: 1 as OwnerId, sessionId: 0 };

type PostingEntry = Pick<Platform, 'accounts' | 'commandClient'>;

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
