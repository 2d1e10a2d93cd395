// Tells people what came into their accounts from outside or left them: deposits, withdrawals,
// gifts of the house, corrections. Run by the projector, in one group with the orders' rows, which
// know whose an account is.
import { AccountType, EventKind, TransferReason, type TransferPosted } from '@isobath/core';
import { cutZeros, formatDecimal } from '@isobath/core/math';
import { type AccountDirectory, PERSON_ID_MIN } from '../../base/accounts/index.ts';
import type { MarketRegistry } from '../../base/market/index.ts';
import {
  type Notification,
  type NotificationKind,
  writeNotifications,
} from '../../base/notifications/index.ts';
import type { Projection } from '../../base/projections/index.ts';

type Kinds = Readonly<Partial<Record<TransferReason, NotificationKind>>>;

const KINDS_IN: Kinds = {
  [TransferReason.deposit]: 'deposit',
  [TransferReason.promotion]: 'reward',
  [TransferReason.correction]: 'correction_in',
  [TransferReason.internal]: 'deposit',
};
const KINDS_OUT: Kinds = {
  [TransferReason.withdrawal]: 'withdrawal',
  [TransferReason.correction]: 'correction_out',
  [TransferReason.internal]: 'withdrawal',
};

/** Owner of the house's accounts. */
const HOUSE = 1;

/** What the messages are made from. */
export interface ReceiptParts {
  readonly accounts: AccountDirectory;
  readonly markets: MarketRegistry;
}

/** The fee of a withdrawal goes with it in one group, and is no withdrawal of its own. */
function isFee({ accounts }: ReceiptParts, { reason, toAccountId }: TransferPosted): boolean {
  if (reason !== TransferReason.withdrawal) return false;
  return toAccountId === accounts.readAccount(HOUSE, AccountType.operatorFee, 0);
}

function describe(
  parts: ReceiptParts,
  transfer: TransferPosted,
  where: { readonly sequence: number; readonly place: number; readonly atMs: number },
): Notification[] {
  const { accounts, markets } = parts;
  const coin = markets.coinById(transfer.assetId);
  const fromOwnerId = accounts.readOwner(transfer.fromAccountId);
  const toOwnerId = accounts.readOwner(transfer.toAccountId);
  // What somebody moves between accounts of their own, a fee that comes back among it, is no news.
  if (coin === undefined || fromOwnerId === toOwnerId || isFee(parts, transfer)) return [];
  const facts = {
    coinId: String(coin.coinId),
    asset: coin.shortName,
    amount: cutZeros(formatDecimal(transfer.amountUnits, coin.scale)),
  };
  const sourceKey = `transfer:${where.sequence}:${where.place}`;
  const sides = [
    { ownerId: toOwnerId, kind: KINDS_IN[transfer.reason] },
    { ownerId: fromOwnerId, kind: KINDS_OUT[transfer.reason] },
  ];
  const told = sides.flatMap(({ ownerId, kind }) =>
    kind === undefined || ownerId < PERSON_ID_MIN ? [] : [{ ownerId, kind, facts }],
  );
  // One message of a transfer has its name, as it had before there could be two.
  return told.map((one, place) => ({
    ...one,
    sourceKey: place === 0 ? sourceKey : `${sourceKey}:out`,
    atMs: where.atMs,
  }));
}

/** Make the projection; it empties no table, for a message once told stays told. */
export function createReceipts(parts: ReceiptParts): Projection {
  return {
    name: 'receipts',
    tables: [],
    async load() {},
    async apply(steps, session) {
      const notifications: Notification[] = [];
      for (const { sequence, atMs, events } of steps) {
        events.forEach((event, place) => {
          if (event.kind !== EventKind.transferPosted) return;
          notifications.push(...describe(parts, event, { sequence, place, atMs }));
        });
      }
      await writeNotifications(session, notifications);
    },
  };
}
