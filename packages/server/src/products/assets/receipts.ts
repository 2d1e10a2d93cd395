// Tells people what came into their accounts from outside or left them: deposits, withdrawals,
// gifts of the house, corrections. Run by the projector, in one group with the orders' rows, which
// know whose an account is.
import { EventKind, TransferReason, type TransferPosted } from '@isobath/core';
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
};
const KINDS_OUT: Kinds = {
  [TransferReason.withdrawal]: 'withdrawal',
  [TransferReason.correction]: 'correction_out',
};

/** What the messages are made from. */
export interface ReceiptParts {
  readonly accounts: AccountDirectory;
  readonly markets: MarketRegistry;
}

function describe(
  { accounts, markets }: ReceiptParts,
  transfer: TransferPosted,
  where: { readonly sequence: number; readonly place: number; readonly atMs: number },
): Notification | undefined {
  const toOwnerId = accounts.readOwner(transfer.toAccountId);
  const isIn = toOwnerId >= PERSON_ID_MIN;
  const ownerId = isIn ? toOwnerId : accounts.readOwner(transfer.fromAccountId);
  const kind = (isIn ? KINDS_IN : KINDS_OUT)[transfer.reason];
  const coin = markets.coinById(transfer.assetId);
  if (kind === undefined || ownerId < PERSON_ID_MIN || coin === undefined) return undefined;
  return {
    ownerId,
    kind,
    sourceKey: `transfer:${where.sequence}:${where.place}`,
    atMs: where.atMs,
    facts: {
      coinId: String(coin.coinId),
      asset: coin.shortName,
      amount: cutZeros(formatDecimal(transfer.amountUnits, coin.scale)),
    },
  };
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
          const notification = describe(parts, event, { sequence, place, atMs });
          if (notification !== undefined) notifications.push(notification);
        });
      }
      await writeNotifications(session, notifications);
    },
  };
}
