// Money without a chain on its way into the engine: between the contra account of fiat money and a
// person's spot account. What came in that way is what may go out that way: the contra account is
// never above zero. Made for requests that two agreed to (products/office/money).
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
import { refuseWithCode } from './base/commands/index.ts';
import { refuse } from './base/product/index.ts';
import type { EdgeModules } from './edge-modules.ts';
import { ensureSpotAccount } from './products/account/index.ts';
import type { Posting } from './products/office/index.ts';

/** Who acts for the house. */
const HOUSE = { ownerId: 1 as OwnerId, sessionId: 0 };

/** What the money goes through. */
export interface PostingEntry {
  readonly modules: Pick<EdgeModules, 'accounts' | 'commandClient'>;
}

/** Open the contra account of fiat money unless it is there. */
async function ensureFiatAccount({ modules }: PostingEntry): Promise<AccountId> {
  const known = modules.accounts.readOperatorAccount(AccountType.fiat);
  if (known !== undefined) return known;
  const outcome = await modules.commandClient.try(
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
  await ensureSpotAccount(entry.modules, ownerId);
  const fiat = await ensureFiatAccount(entry);
  const spot = entry.modules.accounts.readSpotAccount(ownerId);
  if (spot === undefined) throw refuse('object_not_found');
  const [fromAccountId, toAccountId] = direction === 'credit' ? [fiat, spot] : [spot, fiat];
  const outcome = await entry.modules.commandClient.send(
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
