// Orders in the dialect's words, from the rows that questions and private events carry. It decides
// nothing. Called by the dialect's calls of spot and by its streams.
import type { OrderRow } from '@isobath/wire';
import { showSymbol } from './symbols.ts';

/** The dialect's word for an order type. */
export type DialectOrderType =
  | 'LIMIT'
  | 'LIMIT_MAKER'
  | 'MARKET'
  | 'STOP_LOSS'
  | 'STOP_LOSS_LIMIT'
  | 'TAKE_PROFIT'
  | 'TAKE_PROFIT_LIMIT';

const TYPES: Readonly<Record<OrderRow['type'], DialectOrderType>> = {
  limit: 'LIMIT',
  market: 'MARKET',
  stop_limit: 'STOP_LOSS_LIMIT',
  stop_market: 'STOP_LOSS',
  take_profit_limit: 'TAKE_PROFIT_LIMIT',
  take_profit_market: 'TAKE_PROFIT',
  trailing_stop: 'STOP_LOSS',
};

/** Type of an order; one that never takes is a LIMIT_MAKER there. */
export function showOrderType(row: Pick<OrderRow, 'type' | 'timeInForce'>): DialectOrderType {
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

/** Fields that only some orders have. */
function showConditional(row: OrderRow) {
  const isTrailing = row.type === 'trailing_stop';
  const hasStop = !isZero(row.stopPrice);
  return {
    ...(hasStop || isTrailing ? { stopPrice: row.stopPrice } : {}),
    ...(isTrailing ? { trailingDelta: row.trailingDeltaBps } : {}),
    ...(isZero(row.preventedQuantity) ? {} : { preventedQuantity: row.preventedQuantity }),
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
    // An order by quote amount has the size it came to.
    origQty: isZero(row.quantity) ? row.executedQuantity : row.quantity,
    executedQty: row.executedQuantity,
    origQuoteOrderQty: row.quoteAmount,
    cummulativeQuoteQty: row.executedQuote,
    status: row.status,
    timeInForce: showTimeInForce(row),
    type: showOrderType(row),
    side: row.side === 'buy' ? ('BUY' as const) : ('SELL' as const),
  };
}

/** Since when an order works in the book, -1 while it does not. */
export function showWorkingTime(row: OrderRow): number {
  return row.isDormant || row.status === 'PENDING_NEW' ? -1 : row.createdAt;
}

/** An order as questions answer it. */
export function showDialectOrder(row: OrderRow) {
  return {
    ...showCore(row),
    stopPrice: row.stopPrice,
    icebergQty: row.visibleQuantity,
    time: row.createdAt,
    updateTime: row.updatedAt,
    isWorking: showWorkingTime(row) >= 0,
    workingTime: showWorkingTime(row),
    selfTradePreventionMode: row.selfTradePrevention,
    ...showConditional(row),
  };
}

/** An order as the answers to placing (RESULT) show it. */
export function showPlacedRow(row: OrderRow, transactTime: number) {
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
  row: OrderRow,
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
