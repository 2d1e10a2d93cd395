// The dialect's calls about single orders, onto our own operations. It knows the words of the
// dialect and no rule of money.
import { apiOrderRoutes, type DialectCanceled, type DialectOrderList } from '@isobath/wire';
import { readRejectWord } from '@isobath/core';
import { cutZeros, formatDecimal } from '@isobath/core/math';
import {
  DialectError,
  type DialectErrorBody,
  showDialectOrder,
  showOrderType,
  showSymbol,
  showTimeInForce,
  showWorkingTime,
  translateRefusal,
} from '../../../base/dialect/index.ts';
import type { Market } from '../../../base/market/index.ts';
import {
  type CallContext,
  type Caller,
  CallRefusal,
  type RouteHandler,
  serve,
} from '../../../base/product/index.ts';
import type { OrderRecord } from '../orders/order-rows.ts';
import { showOrderRow } from '../orders/show-order.ts';
import { type AmendedRecord, checkSpan } from './history.ts';
import { showLegName, showList } from './lists.ts';
import { readNewOrder } from './new-order.ts';
import { findOpenOrder, showCanceled, type SpotDialectParts } from './parts.ts';
import { readRates } from './rates.ts';
import { showPlaced } from './show-placed.ts';

/** An order number that no order has. */
const NO_ORDER = '9007199254740991';

type CancelReplaceCall = CallContext<typeof apiOrderRoutes.cancelReplace>;

/** MARKET and LIMIT tell everything unless asked otherwise, the others only that they are in. */
function readResponse({
  newOrderRespType,
  type,
}: {
  newOrderRespType?: 'ACK' | 'RESULT' | 'FULL' | undefined;
  type: string;
}) {
  return newOrderRespType ?? (type === 'MARKET' || type === 'LIMIT' ? 'FULL' : 'ACK');
}

/** A market order's size has a filter of its own. */
async function namingFilter<TResult>(type: string, work: () => Promise<TResult>): Promise<TResult> {
  try {
    return await work();
  } catch (error) {
    const isSize =
      error instanceof CallRefusal &&
      /^size_off_(lot|range)$/.test(error.word) &&
      type === 'MARKET';
    if (isSize) throw new DialectError('filter_failure', ['MARKET_LOT_SIZE']);
    throw error;
  }
}

/** Part of a cancel-replace that the engine refused, as the dialect tells it. */
function showRefusedPart(code: number, act: 'cancel' | 'place'): DialectErrorBody {
  const refusal = new CallRefusal({ word: readRejectWord(code) ?? 'internal', code });
  return (translateRefusal(refusal, act) ?? new DialectError('unknown')).show();
}

/** The order that a cancel-replace cancels, undefined when there is none. */
async function findReplaced(
  parts: SpotDialectParts,
  { query, caller }: CancelReplaceCall,
): Promise<OrderRecord | undefined> {
  const which = {
    symbol: query.symbol,
    orderId: query.cancelOrderId,
    origClientOrderId: query.cancelOrigClientOrderId,
  };
  if (which.orderId === undefined && which.origClientOrderId === undefined) {
    throw new DialectError('either_missing', ['cancelOrigClientOrderId', 'cancelOrderId']);
  }
  try {
    return await findOpenOrder(parts, caller, which);
  } catch (error) {
    const isUnknown = error instanceof DialectError && error.word === 'order_unknown';
    if (isUnknown) return undefined;
    throw error;
  }
}

/** Reasons for which the engine refuses the cancel, and with it the whole of a cancel-replace. */
const CANCEL_REASONS = new Set([
  'order_not_found',
  'market_state_forbids',
  'cancel_condition_not_met',
]);

async function cancelReplace(parts: SpotDialectParts, call: CancelReplaceCall) {
  const { query, caller } = call;
  const market = parts.symbols.read(query.symbol);
  const place = readNewOrder(query, market);
  const replaced = await findReplaced(parts, call);
  const body = {
    cancel: { orderId: replaced === undefined ? NO_ORDER : String(replaced.order_id) },
    condition: query.cancelRestrictions ?? ('ANY' as const),
    mode: query.cancelReplaceMode,
    place,
  };
  let answer: Awaited<ReturnType<typeof parts.operations.cancelReplace>>;
  try {
    answer = await parts.operations.cancelReplace(body, call);
  } catch (error) {
    if (!(error instanceof CallRefusal) || !CANCEL_REASONS.has(error.word)) throw error;
    throw new DialectError('replace_failed', [], {
      data: {
        cancelResult: 'FAILURE',
        newOrderResult: 'NOT_ATTEMPTED',
        cancelResponse: showRefusedPart(error.code, 'cancel'),
        newOrderResponse: null,
      },
    });
  }
  await parts.openOrders.catchUp(caller.ownerId);
  const isCanceled = answer.cancel.code === 200 && replaced !== undefined;
  const { order } = answer.place;
  const cancel = { market, at: answer.at, name: query.cancelNewClientOrderId };
  const told = {
    cancelResult: isCanceled ? ('SUCCESS' as const) : ('FAILURE' as const),
    newOrderResult: order === null ? ('FAILURE' as const) : ('SUCCESS' as const),
    cancelResponse: isCanceled
      ? showCanceled(replaced, cancel)
      : showRefusedPart(answer.cancel.code, 'cancel'),
    newOrderResponse:
      order === null
        ? showRefusedPart(answer.place.code, 'place')
        : showPlaced({ market, body: place, answer: order, listId: '0' }, readResponse(query)),
  };
  if (isCanceled && order !== null) return told;
  const word = isCanceled || order !== null ? 'replace_partly_failed' : 'replace_failed';
  throw new DialectError(word, [], { data: told });
}

async function cancelAll(
  parts: SpotDialectParts,
  call: Pick<CallContext, 'caller' | 'idempotencyKey'>,
  market: Market,
): Promise<(DialectCanceled | DialectOrderList)[]> {
  const { openOrders, operations } = parts;
  const { ownerId } = call.caller;
  await openOrders.catchUp(ownerId);
  const before = openOrders.list(ownerId, market.instrumentId);
  if (before.length === 0) throw new DialectError('order_unknown');
  const names = new Map(before.map((row) => [row.list_id, parts.listNames.read(row.list_id)]));
  const pendingLists = new Set(before.filter((row) => row.status === 2).map((row) => row.list_id));
  const answer = await operations.cancelAll(market.symbol, call);
  await openOrders.catchUp(ownerId);
  const ids = new Set(answer.orderIds.map(Number));
  const rows = before.filter((row) => ids.has(row.order_id));
  const show = (row: OrderRecord) => showCanceled(row, { market, at: answer.at });
  const single = rows.filter((row) => row.list_id === 0).map(show);
  const listIds = [...new Set(rows.map((row) => row.list_id))].filter((listId) => listId > 0);
  const lists = listIds.map((listId) => {
    const legs = rows.filter((row) => row.list_id === listId);
    const isOto = pendingLists.has(listId);
    return showList(
      { listId, name: names.get(listId) as string, isOto, isOpen: false, at: answer.at, market },
      legs.map(showLegName),
      legs.map(show),
    );
  });
  return [...single, ...lists];
}

/** Any order of the caller, open or closed. @throws DialectError -2013. */
async function findAnyOrder(
  parts: SpotDialectParts,
  caller: Caller,
  which: { symbol: string; orderId?: number | undefined; origClientOrderId?: string | undefined },
): Promise<OrderRecord> {
  const { orderId, origClientOrderId: clientOrderId } = which;
  if (orderId === undefined && clientOrderId === undefined) {
    throw new DialectError('either_missing', ['origClientOrderId', 'orderId']);
  }
  const { instrumentId } = parts.symbols.read(which.symbol);
  const { ownerId } = caller;
  await parts.openOrders.catchUp(ownerId);
  let row = parts.openOrders.find(ownerId, { orderId, clientOrderId });
  if (row === undefined) {
    await parts.openOrders.settle(ownerId);
    row = await parts.history.findOrder(ownerId, { orderId, clientOrderId });
  }
  if (row === undefined || row.instrument_id !== instrumentId) {
    throw new DialectError('no_such_order');
  }
  if (clientOrderId !== undefined && row.client_order_id !== clientOrderId) {
    throw new DialectError('client_id_mismatch');
  }
  return row;
}

async function amend(parts: SpotDialectParts, call: CallContext<typeof apiOrderRoutes.amend>) {
  const { query, caller } = call;
  const row = await findOpenOrder(parts, caller, query).catch((error: unknown) => {
    const isUnknown = error instanceof DialectError && error.word === 'order_unknown';
    throw isUnknown ? new DialectError('no_such_order') : error;
  });
  if (query.newClientOrderId !== undefined && query.newClientOrderId !== row.client_order_id) {
    throw new DialectError('not_required', ['newClientOrderId']);
  }
  const market = parts.symbols.read(query.symbol);
  const isSame = cutZeros(query.newQty) === cutZeros(showOrderRow(row, market).quantity);
  if (isSame) throw new DialectError('amend_no_change');
  const answer = await parts.operations.amend(
    { orderId: String(row.order_id), quantity: query.newQty },
    { ...call, readMarketOf: async () => market.symbol },
  );
  await parts.openOrders.catchUp(caller.ownerId);
  const shown = showOrderRow(row, market);
  return {
    transactTime: answer.at,
    executionId: Number(answer.seq),
    amendedOrder: {
      symbol: showSymbol(market.symbol),
      orderId: row.order_id,
      orderListId: row.list_id === 0 ? -1 : row.list_id,
      origClientOrderId: row.client_order_id,
      clientOrderId: row.client_order_id,
      price: shown.price,
      qty: answer.quantity,
      executedQty: shown.executedQuantity,
      preventedQty: shown.preventedQuantity,
      quoteOrderQty: shown.quoteAmount,
      cumulativeQuoteQty: shown.executedQuote,
      status: shown.status,
      timeInForce: showTimeInForce(shown),
      type: showOrderType(shown),
      side: shown.side === 'buy' ? ('BUY' as const) : ('SELL' as const),
      workingTime: showWorkingTime(shown),
      selfTradePreventionMode: shown.selfTradePrevention,
    },
  };
}

/** An order keeps its name when it is amended. */
function showAmendment(row: AmendedRecord, market: Market) {
  const size = (lots: number) => formatDecimal(BigInt(lots), market.lotDecimals);
  return {
    symbol: showSymbol(market.symbol),
    orderId: row.order_id,
    executionId: row.sequence,
    origClientOrderId: row.client_order_id,
    newClientOrderId: row.client_order_id,
    origQty: size(row.from_lots),
    newQty: size(row.to_lots),
    time: row.at_ms,
  };
}

/**
 * A cancel may demand that nothing (or something) was executed. The engine asks this of a
 * cancel-replace only; here it is asked of the row as of the caller's newest step.
 */
function checkRestriction(row: OrderRecord, restriction: string | undefined): void {
  if (restriction === undefined) return;
  if ((row.executed_lots === 0) !== (restriction === 'ONLY_NEW')) {
    throw new DialectError('cancel_restricted');
  }
}

/** Make the calls. */
export function createOrderHandlers(parts: SpotDialectParts): RouteHandler[] {
  const { operations, symbols, openOrders, history } = parts;
  const showRow = (row: OrderRecord) =>
    showDialectOrder(showOrderRow(row, parts.markets.marketById(row.instrument_id) as Market));
  return [
    serve(apiOrderRoutes.place, async (call) => {
      const market = symbols.read(call.query.symbol);
      const body = readNewOrder(call.query, market);
      const answer = await namingFilter(call.query.type, () => operations.place(body, call));
      return showPlaced({ market, body, answer, listId: '0' }, readResponse(call.query));
    }),
    serve(apiOrderRoutes.test, async (call) => {
      const { query } = call;
      const market = symbols.read(query.symbol);
      const body = readNewOrder(query, market);
      await namingFilter(query.type, () => operations.test(body, call));
      if (query.computeCommissionRates !== true) return {};
      const { maker, taker } = readRates(parts, call.caller.ownerId, market);
      const none = { maker: '0.00000000', taker: '0.00000000' };
      return {
        standardCommissionForOrder: { maker, taker },
        specialCommissionForOrder: none,
        taxCommissionForOrder: none,
        discount: {
          enabledForAccount: false,
          enabledForSymbol: false,
          discountAsset: '',
          discount: '0.00000000',
        },
      };
    }),
    serve(apiOrderRoutes.order, async ({ query, caller }) =>
      showRow(await findAnyOrder(parts, caller, query)),
    ),
    serve(apiOrderRoutes.cancel, async (call) => {
      const { query, caller } = call;
      const row = await findOpenOrder(parts, caller, query);
      checkRestriction(row, query.cancelRestrictions);
      const answer = await operations.cancel({ orderId: String(row.order_id) }, call);
      await openOrders.catchUp(caller.ownerId);
      const market = symbols.read(query.symbol);
      return showCanceled(row, { market, at: answer.at, name: query.newClientOrderId });
    }),
    serve(apiOrderRoutes.cancelReplace, (call) => cancelReplace(parts, call)),
    serve(apiOrderRoutes.amend, (call) => amend(parts, call)),
    serve(apiOrderRoutes.amendments, async ({ query, caller }) => {
      const market = symbols.read(query.symbol);
      const { orderId, fromExecutionId: fromId, limit } = query;
      const { instrumentId } = market;
      await openOrders.settle(caller.ownerId);
      const wish = { ownerId: caller.ownerId, instrumentId, orderId, fromId, limit };
      return (await history.listAmendments(wish)).map((row) => showAmendment(row, market));
    }),
    serve(apiOrderRoutes.openOrders, async ({ query, caller }) => {
      const market = query.symbol === undefined ? undefined : symbols.read(query.symbol);
      await openOrders.catchUp(caller.ownerId);
      return openOrders.list(caller.ownerId, market?.instrumentId).map(showRow);
    }),
    serve(apiOrderRoutes.cancelAll, (call) =>
      cancelAll(parts, call, symbols.read(call.query.symbol)),
    ),
    serve(apiOrderRoutes.allOrders, async ({ query, caller }) => {
      checkSpan(query);
      const { instrumentId } = symbols.read(query.symbol);
      await openOrders.settle(caller.ownerId);
      const { orderId: fromId, startTime, endTime, limit } = query;
      const { ownerId } = caller;
      const wish = { ownerId, instrumentId, fromId, startTime, endTime, limit };
      return (await history.listOrders(wish)).map(showRow);
    }),
  ];
}
