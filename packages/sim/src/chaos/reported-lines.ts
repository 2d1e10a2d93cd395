// What was told of orders, fills, trades and candles as lines to compare, and the columns of the
// product's rows that say the same in the same order. Used by stored-rows.ts on the real database,
// by ../l1/audit-rows.ts on the simulated one.
import type { Story, ReportedFill, ReportedOrder } from './story.ts';

/** Columns of `spot_orders`, as `showOrder` tells them. */
export const orderColumns: readonly string[] = [
  'order_id',
  'account_id',
  'instrument_id',
  'side',
  'order_type',
  'time_in_force',
  'status',
  'close_reason',
  'price_ticks',
  'size_lots',
  'executed_lots',
  'prevented_lots',
  'executed_quote_units',
  'client_order_id',
  'sequence',
  'created_at_ms',
];

/** Columns of `spot_fills`, as `showFill` tells them. */
export const fillColumns: readonly string[] = [
  'instrument_id',
  'trade_id',
  'order_id',
  'side',
  'is_maker',
  'price_ticks',
  'size_lots',
  'quote_units',
  'fee_units',
  'at_ms',
];

/** Columns of `public_trades`, as `showTrade` tells them. */
export const tradeColumns: readonly string[] = [
  'instrument_id',
  'trade_id',
  'price_ticks',
  'size_lots',
  'taker_side',
  'at_ms',
];

/** Columns of `candles`, as `listCandles` tells them. */
export const candleColumns: readonly string[] = [
  'instrument_id',
  'span_s',
  'open_ms',
  'open_ticks',
  'high_ticks',
  'low_ticks',
  'close_ticks',
  'base_lots',
  'quote_units',
  'trades_count',
];

/** An order. */
export function showOrder(it: ReportedOrder): string {
  const { orderId, accountId, instrumentId, side, orderType, timeInForce } = it;
  const terms = `${orderId} ${accountId} ${instrumentId} ${side} ${orderType} ${timeInForce}`;
  const state = `${it.status} ${it.closeReason} ${it.priceTicks} ${it.sizeLots}`;
  const done = `${it.executedLots} ${it.preventedLots} ${it.quoteUnits}`;
  return `${terms} ${state} ${done} ${it.name} ${it.sequence} ${it.atMs}`;
}

/** One side of a trade. */
export function showFill(it: ReportedFill): string {
  const { orderId, instrumentId, tradeId, side, isMaker, priceTicks, sizeLots } = it;
  const trade = `${instrumentId} ${tradeId} ${orderId} ${side} ${isMaker}`;
  return `${trade} ${priceTicks} ${sizeLots} ${it.quoteUnits} ${it.feeUnits} ${it.atMs}`;
}

/** A trade, from its taker's side. */
export function showTrade(it: ReportedFill): string {
  const { instrumentId, tradeId, priceTicks, sizeLots, side, atMs } = it;
  return `${instrumentId} ${tradeId} ${priceTicks} ${sizeLots} ${side} ${atMs}`;
}

/** All candles. */
export function listCandles(story: Story): string[] {
  return [...story.candles].map(([key, it]) => {
    const prices = `${it.openTicks} ${it.highTicks} ${it.lowTicks} ${it.closeTicks}`;
    return `${key} ${prices} ${it.lots} ${it.quoteUnits} ${it.tradesCount}`;
  });
}
