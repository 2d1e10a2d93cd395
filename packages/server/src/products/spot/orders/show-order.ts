// An order's row in the wire's words. Used by questions and by the private channel.
import { type CloseReason, OrderType, Side, TimeInForce } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { OrderRow, OrderStatus } from '@isobath/wire';
import type { BinanceRow } from '../../../base/binance-api/index.ts';
import { type Market, SELF_TRADE_WORDS } from '../../../base/market/index.ts';
import { isAmountTaken, showClosedStatus, showCloseReason } from '../answers.ts';
import type { OrderTag } from './order-tags.ts';
import type { OrderRecord } from './order-rows.ts';

const TYPES = [
  [OrderType.limit, 'limit'],
  [OrderType.market, 'market'],
  [OrderType.stopLimit, 'stop_limit'],
  [OrderType.stopMarket, 'stop_market'],
  [OrderType.takeProfitLimit, 'take_profit_limit'],
  [OrderType.takeProfitMarket, 'take_profit_market'],
  [OrderType.trailingStop, 'trailing_stop'],
] as const;
const TYPE_WORDS: Readonly<Record<number, OrderRow['type']>> = Object.fromEntries(TYPES);
const TYPE_NUMBERS = new Map<string, number>(TYPES.map(([number, word]) => [word, number]));

/** A type as it is stored. */
export function readTypeNumber(type: OrderRow['type']): number {
  return TYPE_NUMBERS.get(type) ?? 0;
}

const TIME_WORDS: Record<number, OrderRow['timeInForce']> = {
  [TimeInForce.gtc]: 'GTC',
  [TimeInForce.ioc]: 'IOC',
  [TimeInForce.fok]: 'FOK',
  [TimeInForce.gtd]: 'GTD',
  [TimeInForce.postOnly]: 'POST_ONLY',
};

/** Status word of an order as its row is now. */
export function showOrderStatus(row: ShownRecord): OrderStatus {
  if (row.status === 3) {
    const hasTakenAmount = isAmountTaken(row.size_lots, row.executed_lots);
    return showClosedStatus(row.close_reason as CloseReason, hasTakenAmount);
  }
  if (row.status === 2) return 'PENDING_NEW';
  return row.executed_lots > 0 ? 'PARTIALLY_FILLED' : 'NEW';
}

/** The columns that are shown. */
export type ShownRecord = Omit<
  OrderRecord,
  'owner_id' | 'account_id' | 'sequence' | 'live_at_ms' | 'working_at_ms' | 'trailing_at_ms'
>;

/** A row of the table as the wire shows it. */
export function showOrderRow(row: ShownRecord, market: Market): OrderRow {
  const price = (ticks: number) => formatDecimal(BigInt(ticks), market.priceDecimals);
  const size = (lots: number) => formatDecimal(BigInt(lots), market.lotDecimals);
  const quote = (units: string) => formatDecimal(BigInt(units), market.quote.scale);
  return {
    orderId: String(row.order_id),
    clientOrderId: row.client_order_id,
    symbol: market.symbol,
    side: row.side === Side.buy ? 'buy' : 'sell',
    type: TYPE_WORDS[row.order_type],
    timeInForce: TIME_WORDS[row.time_in_force],
    status: showOrderStatus(row),
    isDormant: row.status === 1,
    price: price(row.price_ticks),
    quantity: size(row.size_lots),
    quoteAmount: quote(row.quote_amount_units),
    executedQuantity: size(row.executed_lots),
    executedQuote: quote(row.executed_quote_units),
    preventedQuantity: size(row.prevented_lots),
    stopPrice: price(row.stop_price_ticks),
    trailingDeltaBps: row.trailing_delta_bps,
    activationPrice: price(row.activation_price_ticks),
    visibleQuantity: size(row.visible_lots),
    // An order packed before this was stored has none.
    slippageBps: row.slippage_bps ?? 0,
    selfTradePrevention: SELF_TRADE_WORDS[row.self_trade_mode] as OrderRow['selfTradePrevention'],
    expireAt: row.expire_at_ms,
    listId: String(row.list_id),
    closeReason: showCloseReason(row.close_reason),
    createdAt: row.created_at_ms,
    updatedAt: row.updated_at_ms,
  };
}

/** The same with what the trading dialect tells beside. */
export function showBinanceRow(
  row: OrderRecord,
  market: Market,
  mark: OrderTag | undefined,
): BinanceRow {
  return {
    ...showOrderRow(row, market),
    ...mark,
    liveAt: row.live_at_ms,
    workingAt: row.working_at_ms,
    trailingAt: row.trailing_at_ms,
  };
}
