// Messages of a person's stream in the trading dialect: executions, balances, lists. It reads rows
// and events and decides nothing. Called by user-stream.ts.
import { Side, type TradeExecuted } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { OrderRow } from '@isobath/wire';
import {
  showListId,
  showOrderType,
  showSymbol,
  showTimeInForce,
  showWorkingTime,
} from '../../../base/dialect/index.ts';
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
  readonly counterOrderId: number;
  readonly price: string;
  readonly quantity: string;
}

/** An execution as it is told. */
export interface Execution {
  /** The order as it is right after. */
  readonly row: OrderRow;
  readonly word: ExecutionWord;
  /** Status when it differs from the row's: a last fill is told before the order closes. */
  readonly status?: OrderRow['status'];
  readonly fill?: ReportedFill | undefined;
  readonly prevention?: ReportedPrevention | undefined;
  /** Rises with each report of this installation. */
  readonly executionId: number;
  readonly atMs: number;
  readonly nowMs: number;
}

const OPEN_STATUSES: readonly string[] = ['NEW', 'PARTIALLY_FILLED'];

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

/** The dialect's executionReport. */
export function tellExecution(execution: Execution): StreamMessage {
  const { row, word, fill, prevention } = execution;
  const status = execution.status ?? row.status;
  const workingAtMs = showWorkingTime(row);
  const isOnBook = workingAtMs >= 0 && OPEN_STATUSES.includes(status) && row.type !== 'market';
  const isTrailing = row.type === 'trailing_stop';
  return (time) => ({
    e: 'executionReport',
    E: time(execution.nowMs),
    s: showSymbol(row.symbol),
    c: row.clientOrderId,
    S: row.side === 'buy' ? 'BUY' : 'SELL',
    o: showOrderType(row),
    f: showTimeInForce(row),
    q: row.quantity,
    p: row.price,
    P: row.stopPrice,
    ...(isTrailing ? { d: row.trailingDeltaBps } : {}),
    F: row.visibleQuantity,
    g: showListId(row.listId),
    C: word === 'CANCELED' ? row.clientOrderId : '',
    x: word,
    X: status,
    r: 'NONE',
    i: Number(row.orderId),
    z: row.executedQuantity,
    ...showFill(fill),
    T: time(execution.atMs),
    ...(prevention === undefined
      ? {}
      : {
          A: row.preventedQuantity,
          B: prevention.quantity,
          U: prevention.counterOrderId,
          pL: prevention.price,
          pl: prevention.quantity,
        }),
    I: execution.executionId,
    w: isOnBook,
    M: false,
    O: time(row.createdAt),
    Z: row.executedQuote,
    Q: row.quoteAmount,
    ...(workingAtMs >= 0 ? { W: time(workingAtMs) } : {}),
    V: row.selfTradePrevention,
  });
}

/** A balance as a report shows it. */
export interface ReportedBalance {
  readonly coin: Coin;
  readonly availableUnits: bigint;
  readonly heldUnits: bigint;
}

/** Balances that may have changed, as they are after it. */
export function tellPosition(
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
export function tellBalanceChange(change: {
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
export interface ToldList {
  readonly listId: number;
  readonly name: string;
  readonly symbol: string;
  readonly contingency: 'OCO' | 'OTO';
  readonly orders: readonly { readonly orderId: number; readonly clientOrderId: string }[];
}

/** The dialect's listStatus. */
export function tellList(
  list: ToldList,
  at: { readonly isDone: boolean; readonly atMs: number; readonly nowMs: number },
): StreamMessage {
  return (time) => ({
    e: 'listStatus',
    E: time(at.nowMs),
    s: showSymbol(list.symbol),
    g: list.listId,
    c: list.contingency,
    l: at.isDone ? 'ALL_DONE' : 'EXEC_STARTED',
    L: at.isDone ? 'ALL_DONE' : 'EXECUTING',
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
