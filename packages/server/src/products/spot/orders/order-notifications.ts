// Tells people what became of their orders while they were away: filled, expired, refused at their
// trigger, ended with a rest, taken back by the dead-man switch. What they did themselves they are
// not told. Run by the projector, in one group with the orders' rows.
import { CloseReason, OrderType, Side } from '@isobath/core';
import { cutZeros, formatDecimal } from '@isobath/core/math';
import type { Market, MarketRegistry } from '../../../base/market/index.ts';
import {
  type Notification,
  type NotificationKind,
  writeNotifications,
} from '../../../base/notifications/index.ts';
import type { OrderReader } from './order-reader.ts';
import type { OrderRecord } from './order-rows.ts';
import { showOrderStatus } from './show-order.ts';

const CLOSED = 3;

const KINDS: Readonly<Partial<Record<CloseReason, NotificationKind>>> = {
  [CloseReason.expiredAtTime]: 'order_expired',
  [CloseReason.triggerRejected]: 'order_refused',
  [CloseReason.deadMan]: 'orders_dead_man',
};

/** Reasons for which an order ends at once with a rest that the market did not fill. */
const RESTS: ReadonlySet<number> = new Set([
  CloseReason.expiredImmediate,
  CloseReason.expiredAtGuard,
  CloseReason.balanceExhausted,
  CloseReason.amountSpent,
]);

/** Whether an order waited for a price or another order: else its answer told how it ended. */
function hasWaited(row: OrderRecord): boolean {
  const isAtOnce = row.order_type === OrderType.limit || row.order_type === OrderType.market;
  return !isAtOnce || row.list_id > 0;
}

function chooseKind(row: OrderRecord): NotificationKind | undefined {
  if (showOrderStatus(row) === 'FILLED') {
    return row.side === Side.buy ? 'order_filled_buy' : 'order_filled_sell';
  }
  if (RESTS.has(row.close_reason)) return hasWaited(row) ? 'order_rest_expired' : undefined;
  return KINDS[row.close_reason as CloseReason];
}

/** Average price, cut to the market's decimals. */
function calculateAverage(row: OrderRecord, market: Market): string {
  if (row.executed_lots === 0) return formatDecimal(0n, market.priceDecimals);
  const perTickLot = market.unitsPerTickLot;
  const ticks = BigInt(row.executed_quote_units) / (BigInt(row.executed_lots) * perTickLot);
  return formatDecimal(ticks, market.priceDecimals);
}

/** The message about a closed order, undefined when there is nothing to tell. */
export function describeClosed(row: OrderRecord, market: Market): Notification | undefined {
  const kind = chooseKind(row);
  if (kind === undefined) return undefined;
  return {
    ownerId: row.owner_id,
    kind,
    sourceKey: `order:${row.order_id}`,
    atMs: row.updated_at_ms,
    facts: {
      orderId: String(row.order_id),
      symbol: market.symbol,
      pair: `${market.base.shortName}/${market.quote.shortName}`,
      base: market.base.shortName,
      quote: market.quote.shortName,
      quantity: cutZeros(formatDecimal(BigInt(row.size_lots), market.lotDecimals)),
      executed: cutZeros(formatDecimal(BigInt(row.executed_lots), market.lotDecimals)),
      average: calculateAverage(row, market),
    },
  };
}

/** Make what writes the messages; it empties no table, for a message once told stays told. */
export function createOrderNotifications({
  markets,
}: {
  readonly markets: MarketRegistry;
}): OrderReader {
  let notifications: Notification[] = [];
  return {
    tables: [],
    async load() {},
    reset() {
      notifications = [];
    },
    take({ touched }) {
      for (const row of touched) {
        if (row.status !== CLOSED) continue;
        const market = markets.marketById(row.instrument_id);
        const notification = market && describeClosed(row, market);
        if (notification !== undefined) notifications.push(notification);
      }
    },
    write: (session) => writeNotifications(session, notifications),
  };
}
