// Orders in the dialect's words, from the rows that questions and private events carry. It decides
// nothing. Called by the dialect's calls of spot and by its streams.
import type { OrderRow } from '@isobath/wire';
import { showSymbol } from './symbols.ts';

/** An order with what only the dialect tells of it. */
export interface BinanceRow extends OrderRow {
  /** Since when it is no pending leg of a list, 0 = it still is or never was more. */
  readonly liveAt: number;
  /** Since when it works in the book, 0 = not. */
  readonly workingAt: number;
  /** Since when it trails the price, 0 = not. */
  readonly trailingAt: number;
  readonly strategyId?: number | undefined;
  readonly strategyType?: number | undefined;
  /** The last match of their own that was prevented, where it is known. */
  readonly preventedMatchId?: number | undefined;
}

/** The dialect's word for an order type. */
export type BinanceOrderType =
  | 'LIMIT'
  | 'LIMIT_MAKER'
  | 'MARKET'
  | 'STOP_LOSS'
  | 'STOP_LOSS_LIMIT'
  | 'TAKE_PROFIT'
  | 'TAKE_PROFIT_LIMIT';

const TYPES: Readonly<Record<OrderRow['type'], BinanceOrderType>> = {
  limit: 'LIMIT',
  market: 'MARKET',
  stop_limit: 'STOP_LOSS_LIMIT',
  stop_market: 'STOP_LOSS',
  take_profit_limit: 'TAKE_PROFIT_LIMIT',
  take_profit_market: 'TAKE_PROFIT',
  trailing_stop: 'STOP_LOSS',
};

/** Type of an order; one that never takes is a LIMIT_MAKER there. */
export function showOrderType(row: Pick<OrderRow, 'type' | 'timeInForce'>): BinanceOrderType {
  if (row.type === 'limit' && row.timeInForce === 'POST_ONLY') return 'LIMIT_MAKER';
  return TYPES[row.type];
}

/** Time in force; a LIMIT_MAKER says GTC, as does a market order. */
export function showTimeInForce(row: Pick<OrderRow, 'type' | 'timeInForce'>): string {
  if (row.timeInForce === 'POST_ONLY' || row.type === 'market') return 'GTC';
  return row.timeInForce;
}

/** Number of an order's list, -1 without one. */
export function showListId(listId: string): number {
  return listId === '0' ? -1 : Number(listId);
}

const isZero = (text: string) => !/[1-9]/.test(text);

const LIMITS: ReadonlySet<OrderRow['type']> = new Set(['limit', 'stop_limit', 'take_profit_limit']);

/** Why an order expired, in the dialect's words; undefined where it has none. */
function readExpiryReason(row: BinanceRow): string | undefined {
  switch (row.closeReason) {
    case 'expiredImmediate':
      if (!LIMITS.has(row.type)) return 'INSUFFICIENT_LIQUIDITY';
      return row.timeInForce === 'FOK'
        ? 'UNFILLED_FOK_ORDER_EXPIRED'
        : 'UNFILLED_IOC_QUANTITY_EXPIRED';
    case 'expiredAtGuard':
      return 'EXECUTION_RULE_PRICE_RANGE_EXCEEDED';
    case 'amountSpent':
      return row.status === 'FILLED' ? undefined : 'REJECTED';
    case 'balanceExhausted':
    case 'triggerRejected':
      return 'REJECTED';
    case 'listSibling':
      return row.liveAt === 0 ? 'OTO_PHASE_ONE_EXPIRED' : 'OCO_TRIGGER';
    default:
      return undefined;
  }
}

/** Status of an order; one that ended with another of its list has expired there. */
function showStatus(row: Pick<OrderRow, 'status' | 'closeReason'>): OrderRow['status'] {
  return row.closeReason === 'listSibling' ? 'EXPIRED' : row.status;
}

/** Since when an order trails the price, -1 while it does not. */
function showTrailingTime(row: BinanceRow): number {
  return row.trailingAt === 0 ? -1 : row.trailingAt;
}

/** Price that a stop waits for; a trailing order has the one from which it trails. */
function showStopPrice(row: OrderRow): string {
  return row.trailingDeltaBps === 0 ? row.stopPrice : row.activationPrice;
}

/** Fields that only some orders have. */
function showConditional(row: BinanceRow) {
  const isTrailing = row.trailingDeltaBps > 0;
  const hasStop = !isZero(row.stopPrice);
  const expiryReason = readExpiryReason(row);
  const { strategyId, strategyType, preventedMatchId } = row;
  const isPrevented = row.status === 'EXPIRED_IN_MATCH' && preventedMatchId !== undefined;
  return {
    ...(hasStop || isTrailing ? { stopPrice: showStopPrice(row) } : {}),
    ...(isTrailing
      ? { trailingDelta: row.trailingDeltaBps, trailingTime: showTrailingTime(row) }
      : {}),
    ...(isZero(row.preventedQuantity) ? {} : { preventedQuantity: row.preventedQuantity }),
    ...(isPrevented ? { preventedMatchId } : {}),
    ...(strategyId === undefined ? {} : { strategyId }),
    ...(strategyType === undefined ? {} : { strategyType }),
    ...(expiryReason === undefined ? {} : { expiryReason }),
  };
}

/** The part that every answer about an order has. */
function showCore(row: OrderRow) {
  return {
    symbol: showSymbol(row.symbol),
    orderId: Number(row.orderId),
    orderListId: showListId(row.listId),
    clientOrderId: row.clientOrderId,
    price: row.price,
    // An order by quote amount has the size that it came to.
    origQty: isZero(row.quantity) ? row.executedQuantity : row.quantity,
    executedQty: row.executedQuantity,
    origQuoteOrderQty: row.quoteAmount,
    cummulativeQuoteQty: row.executedQuote,
    status: showStatus(row),
    timeInForce: showTimeInForce(row),
    type: showOrderType(row),
    side: row.side === 'buy' ? ('BUY' as const) : ('SELL' as const),
  };
}

/** Since when an order works in the book, -1 while it does not. */
export function showWorkingTime(row: BinanceRow): number {
  return row.workingAt === 0 ? -1 : row.workingAt;
}

/** An order as questions answer it. */
export function showBinanceOrder(row: BinanceRow) {
  return {
    ...showCore(row),
    stopPrice: showStopPrice(row),
    icebergQty: row.visibleQuantity,
    time: row.createdAt,
    updateTime: row.updatedAt,
    isWorking: row.workingAt > 0,
    workingTime: showWorkingTime(row),
    selfTradePreventionMode: row.selfTradePrevention,
    ...showConditional(row),
  };
}

/** An order as the answers to placing (RESULT) show it. */
export function showPlacedRow(row: BinanceRow, transactTime: number) {
  return {
    ...showCore(row),
    transactTime,
    workingTime: showWorkingTime(row),
    selfTradePreventionMode: row.selfTradePrevention,
    ...(isZero(row.visibleQuantity) ? {} : { icebergQty: row.visibleQuantity }),
    ...showConditional(row),
  };
}

/** An order as the answers to cancelling show it. @param clientOrderId - name of the cancel. */
export function showCanceledRow(
  row: BinanceRow,
  cancel: { transactTime: number; clientOrderId: string },
) {
  return {
    ...showCore(row),
    origClientOrderId: row.clientOrderId,
    clientOrderId: cancel.clientOrderId,
    transactTime: cancel.transactTime,
    status: 'CANCELED' as const,
    selfTradePreventionMode: row.selfTradePrevention,
    ...(isZero(row.visibleQuantity) ? {} : { icebergQty: row.visibleQuantity }),
    ...showConditional(row),
  };
}
