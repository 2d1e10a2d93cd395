// Messages of a person's stream in the trading dialect: executions, balances, lists. It reads rows
// and events and decides nothing. Called by user-stream.ts.
import {
  type CoreEvent,
  EventKind,
  type SelfTradeTransferred,
  Side,
  type TradeExecuted,
} from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { OrderRow } from '@isobath/wire';
import { type BinanceRow, showBinanceOrder, showSymbol } from '../../../base/binance-api/index.ts';
import type { StreamMessage } from '../../../base/feed/index.ts';
import type { Coin, Market } from '../../../base/market/index.ts';

/** What happened to an order. */
export type ExecutionWord =
  | 'NEW'
  | 'CANCELED'
  | 'REPLACED'
  | 'EXPIRED'
  | 'TRADE'
  | 'TRADE_PREVENTION';

/** One side of one trade, in text. */
export interface ReportedFill {
  readonly tradeId: number;
  readonly price: string;
  readonly quantity: string;
  readonly quote: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly isMaker: boolean;
}

/** What self-trade prevention took from an order, in text. */
export interface ReportedPrevention {
  readonly matchId: number;
  readonly counterOrderId: number;
  readonly price: string;
  readonly quantity: string;
  readonly quote: string;
  /** Whether it moved to the other order in place of being taken from both. */
  readonly isTransfer: boolean;
}

/** An execution as it is told. */
export interface Execution {
  /** The order as it is right after. */
  readonly row: BinanceRow;
  readonly word: ExecutionWord;
  /** Status when it differs from the row's: a last fill is told before the order closes. */
  readonly status?: OrderRow['status'];
  readonly fill?: ReportedFill | undefined;
  readonly prevention?: ReportedPrevention | undefined;
  /** Name of the request that this comes of, and of the order before it; absent: of none. */
  readonly renamed?: { readonly to: string; readonly from: string } | undefined;
  /** Rises with each report of this installation. */
  readonly executionId: number;
  readonly atMs: number;
  readonly nowMs: number;
}

const OPEN_STATUSES: readonly string[] = ['NEW', 'PARTIALLY_FILLED'];

/** Whether an event fills orders: a trade, or what self-trade prevention moves between two. */
export function isFill(event: CoreEvent): event is TradeExecuted | SelfTradeTransferred {
  return event.kind === EventKind.tradeExecuted || event.kind === EventKind.selfTradeTransferred;
}

/** The fill of one side of a trade. */
export function readFill(trade: TradeExecuted, isMaker: boolean, market: Market): ReportedFill {
  const isBuyer = isMaker === (trade.takerSide === Side.sell);
  const coin = isBuyer ? market.base : market.quote;
  return {
    tradeId: trade.tradeId,
    price: formatDecimal(BigInt(trade.priceTicks), market.priceDecimals),
    quantity: formatDecimal(BigInt(trade.sizeLots), market.lotDecimals),
    quote: formatDecimal(trade.quoteUnits, market.quote.scale),
    fee: formatDecimal(isMaker ? trade.makerFeeUnits : trade.takerFeeUnits, coin.scale),
    feeAsset: coin.shortName,
    isMaker,
  };
}

function showFill(fill: ReportedFill | undefined) {
  return {
    l: fill?.quantity ?? '0',
    L: fill?.price ?? '0',
    n: fill?.fee ?? '0',
    N: fill?.feeAsset ?? null,
    t: fill?.tradeId ?? -1,
    m: fill?.isMaker ?? false,
    Y: fill?.quote ?? '0',
  };
}

function showPrevention(row: OrderRow, prevention: ReportedPrevention) {
  return {
    v: prevention.matchId,
    A: row.preventedQuantity,
    B: prevention.isTransfer ? '0' : prevention.quantity,
    // Matches belong to no group here.
    u: -1,
    U: prevention.counterOrderId,
    Cs: showSymbol(row.symbol),
    pl: prevention.quantity,
    pL: prevention.price,
    pY: prevention.quote,
  };
}

/**
 * The dialect's executionReport. What questions about the order answer, too, has one source: the
 * order as they show it.
 */
export function publishExecution(execution: Execution): StreamMessage {
  const { row, word, fill, prevention, renamed } = execution;
  const order = showBinanceOrder(row);
  const status = execution.status ?? order.status;
  const { workingTime, trailingDelta, trailingTime = -1, strategyId, strategyType } = order;
  const expiryReason = word === 'EXPIRED' ? order.expiryReason : undefined;
  return (time) => ({
    e: 'executionReport',
    E: time(execution.nowMs),
    s: order.symbol,
    c: renamed?.to ?? order.clientOrderId,
    S: order.side,
    o: order.type,
    f: order.timeInForce,
    q: order.origQty,
    p: order.price,
    P: order.stopPrice,
    ...(trailingDelta === undefined
      ? {}
      : { d: trailingDelta, D: trailingTime < 0 ? trailingTime : time(trailingTime) }),
    F: order.icebergQty,
    g: order.orderListId,
    C: renamed?.from ?? (word === 'CANCELED' ? order.clientOrderId : ''),
    x: word,
    X: status,
    r: 'NONE',
    i: order.orderId,
    z: order.executedQty,
    ...showFill(fill),
    T: time(execution.atMs),
    ...(prevention === undefined ? {} : showPrevention(row, prevention)),
    ...(expiryReason === undefined ? {} : { eR: expiryReason }),
    I: execution.executionId,
    w: order.isWorking && OPEN_STATUSES.includes(status),
    M: false,
    O: time(order.time),
    Z: order.cummulativeQuoteQty,
    Q: order.origQuoteOrderQty,
    ...(strategyId === undefined ? {} : { j: strategyId }),
    ...(strategyType === undefined ? {} : { J: strategyType }),
    ...(workingTime >= 0 ? { W: time(workingTime) } : {}),
    V: order.selfTradePreventionMode,
  });
}

/** A balance as a report shows it. */
export interface ReportedBalance {
  readonly coin: Coin;
  readonly availableUnits: bigint;
  readonly heldUnits: bigint;
}

/** Balances that may have changed, as they are after it. */
export function publishPosition(
  balances: readonly ReportedBalance[],
  at: { readonly atMs: number; readonly nowMs: number },
): StreamMessage {
  return (time) => ({
    e: 'outboundAccountPosition',
    E: time(at.nowMs),
    u: time(at.atMs),
    B: balances.map(({ coin, availableUnits, heldUnits }) => ({
      a: coin.shortName,
      f: formatDecimal(availableUnits, coin.scale),
      l: formatDecimal(heldUnits, coin.scale),
    })),
  });
}

/** A change of a balance that no order made. */
export function publishBalanceChange(change: {
  readonly word: 'balanceUpdate' | 'externalLockUpdate';
  readonly coin: Coin;
  readonly units: bigint;
  readonly atMs: number;
  readonly nowMs: number;
}): StreamMessage {
  const { word, coin, units, atMs, nowMs } = change;
  return (time) => ({
    e: word,
    E: time(nowMs),
    a: coin.shortName,
    d: formatDecimal(units, coin.scale),
    T: time(atMs),
  });
}

/** An order list as it is told. */
export interface PublishedList {
  readonly listId: number;
  readonly name: string;
  readonly symbol: string;
  readonly contingency: 'OCO' | 'OTO';
  readonly orders: readonly { readonly orderId: number; readonly clientOrderId: string }[];
}

/** What happened to a list. */
export type ListWord = 'EXEC_STARTED' | 'UPDATED' | 'ALL_DONE';

/** The dialect's listStatus. */
export function publishListStatus(
  list: PublishedList,
  at: { readonly word: ListWord; readonly atMs: number; readonly nowMs: number },
): StreamMessage {
  return (time) => ({
    e: 'listStatus',
    E: time(at.nowMs),
    s: showSymbol(list.symbol),
    g: list.listId,
    c: list.contingency,
    l: at.word,
    L: at.word === 'ALL_DONE' ? 'ALL_DONE' : 'EXECUTING',
    r: 'NONE',
    C: list.name,
    T: time(at.atMs),
    O: list.orders.map(({ orderId, clientOrderId }) => ({
      s: showSymbol(list.symbol),
      i: orderId,
      c: clientOrderId,
    })),
  });
}
