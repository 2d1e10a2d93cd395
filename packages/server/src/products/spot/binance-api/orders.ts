// The dialect's calls about single orders, onto our own operations. It knows the words of the
// dialect and no rule of money.
import {
  apiOrderRoutes,
  type BinanceCanceled,
  type BinanceNewOrder,
  type BinanceOrderList,
} from '@isobath/wire';
import { cutZeros, formatDecimal } from '@isobath/core/math';
import {
  BinanceError,
  showBinanceOrder,
  showOrderType,
  showSymbol,
  showTimeInForce,
  showWorkingTime,
} from '../../../base/binance-api/index.ts';
import type { Market } from '../../../base/market/index.ts';
import {
  type CallContext,
  type Caller,
  refuse,
  type RouteHandler,
  serve,
} from '../../../base/product/index.ts';
import type { OrderTag } from '../orders/order-tags.ts';
import type { OrderRecord } from '../orders/order-rows.ts';
import { showBinanceRow, showOrderRow } from '../orders/show-order.ts';
import { cancelReplace } from './cancel-replace.ts';
import { type AmendedRecord, checkSpan } from './history.ts';
import { readChains, showLegName, showList } from './lists.ts';
import { placeMarked, readMark } from './marked-place.ts';
import { nameCancel, nameCancels, prepareCancel } from './named-cancel.ts';
import { checkSize, isAtMarket, makeClientOrderId, readNewOrder } from './new-order.ts';
import { findOpen, findOpenOrder, nameMarketSize, type SpotBinanceParts } from './parts.ts';
import { readRates } from './rates.ts';
import { readResponse, showPlaced } from './show-placed.ts';

/** Work for an order at market. */
async function namingMarketSize<TResult>(work: () => Promise<TResult>): Promise<TResult> {
  try {
    return await work();
  } catch (error) {
    throw nameMarketSize(error);
  }
}

/** Not async: the other orders wait for one promise less. */
function namingFilter<TResult>(
  type: BinanceNewOrder['type'],
  work: () => Promise<TResult>,
): Promise<TResult> {
  return isAtMarket(type) ? namingMarketSize(work) : work();
}

async function cancelAll(
  parts: SpotBinanceParts,
  call: Pick<CallContext, 'caller' | 'idempotencyKey'>,
  market: Market,
): Promise<(BinanceCanceled | BinanceOrderList)[]> {
  const { openOrders, operations } = parts;
  const { ownerId } = call.caller;
  const isHere = await openOrders.tryCatchUp(ownerId);
  const before = openOrders.list(ownerId, market.instrumentId);
  if (before.length === 0) throw isHere ? new BinanceError('order_unknown') : refuse('behind');
  const names = new Map(before.map((row) => [row.list_id, parts.listNames.read(row.list_id)]));
  const chains = before.some((row) => row.list_id > 0)
    ? await readChains(parts, ownerId, before)
    : new Set<number>();
  const cancel = prepareCancel(parts, nameCancels(before));
  const answer = await cancel.send(call.caller, () => operations.cancelAll(market.symbol, call));
  const ids = new Set(answer.orderIds.map(Number));
  const rows = before.filter((row) => ids.has(row.order_id));
  const show = (row: OrderRecord) => cancel.show(row, { market, at: answer.at });
  const single = rows.filter((row) => row.list_id === 0).map(show);
  const listIds = [...new Set(rows.map((row) => row.list_id))].filter((listId) => listId > 0);
  const lists = listIds.map((listId) => {
    const legs = rows.filter((row) => row.list_id === listId);
    const isOto = chains.has(listId);
    return showList(
      { listId, name: names.get(listId) as string, isOto, isOpen: false, at: answer.at, market },
      legs.map(showLegName),
      legs.map(show),
    );
  });
  return [...single, ...lists];
}

/** Any order of the caller, open or closed. @throws BinanceError -2013. */
async function findAnyOrder(
  parts: SpotBinanceParts,
  caller: Caller,
  which: { symbol: string; orderId?: number | undefined; origClientOrderId?: string | undefined },
): Promise<OrderRecord> {
  const { orderId, origClientOrderId: clientOrderId } = which;
  if (orderId === undefined && clientOrderId === undefined) {
    throw new BinanceError('either_missing', ['origClientOrderId', 'orderId']);
  }
  const { instrumentId } = parts.symbols.read(which.symbol);
  const { ownerId } = caller;
  await parts.openOrders.catchUp(ownerId);
  const reference = { instrumentId, orderId, clientOrderId };
  let row = findOpen(parts, ownerId, reference);
  if (row === undefined) {
    await parts.openOrders.settle(ownerId);
    row = await parts.history.findOrder(ownerId, reference);
  }
  if (row === undefined) throw new BinanceError('no_such_order');
  if (clientOrderId !== undefined && row.client_order_id !== clientOrderId) {
    throw new BinanceError('client_id_mismatch');
  }
  return row;
}

/** The open list of an order, undefined without one. */
async function describeList(parts: SpotBinanceParts, row: OrderRecord, market: Market) {
  const { list_id: listId, owner_id: ownerId } = row;
  if (listId === 0) return undefined;
  const open = parts.openOrders.list(ownerId, row.instrument_id);
  const legs = open.filter((leg) => leg.list_id === listId);
  const isOto = (await readChains(parts, ownerId, legs)).has(listId);
  const name = parts.listNames.read(listId);
  const published = { listId, name, isOto, isOpen: true, at: 0, market };
  const list = showList(published, legs.map(showLegName));
  const { orderListId, contingencyType, listClientOrderId, symbol, orders } = list;
  const listOrderStatus = 'EXECUTING' as const;
  return {
    orderListId,
    contingencyType,
    listOrderStatus,
    listClientOrderId,
    symbol,
    orders,
  };
}

async function amend(parts: SpotBinanceParts, call: CallContext<typeof apiOrderRoutes.amend>) {
  const { query, caller } = call;
  const row = await findOpenOrder(parts, caller, query).catch((error: unknown) => {
    const isUnknown = error instanceof BinanceError && error.word === 'order_unknown';
    throw isUnknown ? new BinanceError('no_such_order') : error;
  });
  // The row goes on changing: it will have the new name.
  const origClientOrderId = row.client_order_id;
  const newClientOrderId = query.newClientOrderId ?? makeClientOrderId();
  const market = parts.symbols.read(query.symbol);
  checkSize(query.newQty, 'newQty', { market });
  const isSame = cutZeros(query.newQty) === cutZeros(showOrderRow(row, market).quantity);
  if (isSame) throw new BinanceError('amend_no_change');
  const answer = await parts.operations.amend(
    { orderId: String(row.order_id), quantity: query.newQty, newClientOrderId },
    { ...call, readMarketOf: async () => market.symbol },
  );
  await parts.openOrders.tryCatchUp(caller.ownerId);
  const shown = showBinanceRow(row, market, undefined);
  const listStatus = await describeList(parts, row, market);
  return {
    transactTime: answer.at,
    executionId: Number(answer.seq),
    amendedOrder: {
      symbol: showSymbol(market.symbol),
      orderId: row.order_id,
      orderListId: row.list_id === 0 ? -1 : row.list_id,
      origClientOrderId,
      clientOrderId: newClientOrderId,
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
    ...(listStatus === undefined ? {} : { listStatus }),
  };
}

/** Of amendments from before names were kept, the order's own stands for both. */
function showAmendment(row: AmendedRecord, market: Market) {
  const size = (lots: number) => formatDecimal(BigInt(lots), market.lotDecimals);
  return {
    symbol: showSymbol(market.symbol),
    orderId: row.order_id,
    executionId: row.sequence,
    origClientOrderId: row.from_name ?? row.client_order_id,
    newClientOrderId: row.to_name ?? row.client_order_id,
    origQty: size(row.from_lots),
    newQty: size(row.to_lots),
    time: row.at_ms,
  };
}

/** Make the calls. */
export function createOrderHandlers(parts: SpotBinanceParts): RouteHandler[] {
  const { operations, symbols, openOrders, orderTags, history } = parts;
  const showRow = (row: OrderRecord, mark?: OrderTag, preventedMatchId?: number) => {
    const market = parts.markets.marketById(row.instrument_id) as Market;
    return showBinanceOrder({ ...showBinanceRow(row, market, mark), preventedMatchId });
  };
  const showStored = async (rows: readonly OrderRecord[]) => {
    // An open order comes from memory; its prevented matches stand in the tables alone.
    const prevented = rows.find((row) => row.prevented_lots > 0);
    if (prevented !== undefined) await openOrders.settle(prevented.owner_id);
    const [marks, matches] = await Promise.all([
      orderTags.readAll(rows.map((row) => row.order_id)),
      history.readPreventedIds(rows),
    ]);
    return rows.map((row) => showRow(row, marks.get(row.order_id), matches.get(row.order_id)));
  };
  return [
    serve(apiOrderRoutes.place, async (call) => {
      const market = symbols.read(call.query.symbol);
      const body = readNewOrder(call.query, market);
      const mark = readMark(call.query);
      const { instrumentId } = market;
      const expected = [{ instrumentId, clientOrderId: body.clientOrderId as string, mark }];
      const answer = await placeMarked(
        parts,
        { caller: call.caller, expected },
        {
          place: () => namingFilter(call.query.type, () => operations.place(body, call)),
          listPlaced: (placed) => [placed],
        },
      );
      return showPlaced({ market, body, answer, listId: '0', mark }, readResponse(call.query));
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
    serve(apiOrderRoutes.order, async ({ query, caller }) => {
      const row = await findAnyOrder(parts, caller, query);
      return (await showStored([row]))[0];
    }),
    serve(apiOrderRoutes.cancel, async (call) => {
      const { query, caller } = call;
      const row = await findOpenOrder(parts, caller, query);
      const cancel = prepareCancel(parts, nameCancel(parts, row, query.newClientOrderId));
      const condition = query.cancelRestrictions;
      const reference = { orderId: String(row.order_id), condition };
      const answer = await cancel.send(caller, () => operations.cancel(reference, call));
      return cancel.show(row, { market: symbols.read(query.symbol), at: answer.at });
    }),
    serve(apiOrderRoutes.cancelReplace, (call) => cancelReplace(parts, call)),
    serve(apiOrderRoutes.amend, (call) => amend(parts, call)),
    serve(apiOrderRoutes.amendments, async ({ query, caller }) => {
      const market = symbols.read(query.symbol);
      const { orderId, fromExecutionId: fromId, limit } = query;
      const { instrumentId } = market;
      await openOrders.settle(caller.ownerId);
      const request = { ownerId: caller.ownerId, instrumentId, orderId, fromId, limit };
      return (await history.listAmendments(request)).map((row) => showAmendment(row, market));
    }),
    serve(apiOrderRoutes.openOrders, async ({ query, caller }) => {
      const market = query.symbol === undefined ? undefined : symbols.read(query.symbol);
      await openOrders.catchUp(caller.ownerId);
      const rows = openOrders.list(caller.ownerId, market?.instrumentId);
      return rows.map((row) => showRow(row, orderTags.read(row.order_id)));
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
      const request = { ownerId, instrumentId, fromId, startTime, endTime, limit };
      return showStored(await history.listOrders(request));
    }),
  ];
}
