// The dialect's calls about lists of orders. The engine knows a list by its number, not its name.
import { ListType } from '@isobath/core';
import {
  apiListRoutes,
  type BinanceCanceled,
  type BinanceNewOrder,
  type BinanceOrderList,
  type BinancePlaced,
  type PlaceOrderBody,
} from '@isobath/wire';
import { BinanceError, showSymbol } from '../../../base/binance-api/index.ts';
import type { Market } from '../../../base/market/index.ts';
import { type CallContext, type RouteHandler, serve } from '../../../base/product/index.ts';
import type { OrderRecord } from '../orders/order-rows.ts';
import { checkSpan, type ListRecord } from './history.ts';
import { placeMarked, readMark } from './marked-place.ts';
import { nameCancels, prepareCancel } from './named-cancel.ts';
import { type FieldNames, oldPairNames, type OrderWords, readNewOrder } from './new-order.ts';
import { checkGain, nameLegSize, type SpotBinanceParts } from './parts.ts';
import { showPlaced } from './show-placed.ts';

/** Which list is meant. */
interface WhichList {
  readonly listId: number | undefined;
  readonly name: string | undefined;
}

/** Number of a list from its number or name, 0 when nobody has it. @throws BinanceError -1102. */
async function readListId(
  { listNames }: SpotBinanceParts,
  ownerId: number,
  { listId, name }: WhichList,
): Promise<number> {
  if (listId !== undefined) return listId;
  if (name !== undefined) return listNames.find(ownerId, name);
  throw new BinanceError('either_missing', ['orderListId', 'origClientOrderId']);
}

/** What is shown of a list beside its orders. */
interface ShownList {
  readonly listId: number;
  readonly name: string;
  readonly isOto: boolean;
  readonly isOpen: boolean;
  readonly at: number;
  readonly market: Market;
}

/** A list as the dialect shows it; reports come with the calls that changed it. */
export function showList(
  list: ShownList,
  orders: readonly { orderId: number; clientOrderId: string }[],
  orderReports?: (BinanceCanceled | BinancePlaced)[],
): BinanceOrderList {
  const symbol = showSymbol(list.market.symbol);
  return {
    orderListId: list.listId,
    contingencyType: list.isOto ? 'OTO' : 'OCO',
    listStatusType: list.isOpen ? 'EXEC_STARTED' : 'ALL_DONE',
    listOrderStatus: list.isOpen ? 'EXECUTING' : 'ALL_DONE',
    listClientOrderId: list.name,
    transactionTime: list.at,
    symbol,
    orders: orders.map(({ orderId, clientOrderId }) => ({ symbol, orderId, clientOrderId })),
    ...(orderReports === undefined ? {} : { orderReports }),
  };
}

type Query = Readonly<Record<string, unknown>>;
type Prefix = 'working' | 'pending' | 'pendingAbove' | 'pendingBelow' | 'above' | 'below';

/** The order under a prefix; type, side and size may stand elsewhere. */
function readLeg(query: Query, prefix: Prefix, shared: Partial<OrderWords>): OrderWords {
  const field = <TValue>(name: string) => query[`${prefix}${name}`] as TValue;
  return {
    type: field('Type'),
    newClientOrderId: field('ClientOrderId'),
    price: field('Price'),
    stopPrice: field('StopPrice'),
    trailingDelta: field('TrailingDelta'),
    icebergQty: field('IcebergQty'),
    timeInForce: field('TimeInForce'),
    pegPriceType: field('PegPriceType'),
    strategyId: field('StrategyId'),
    strategyType: field('StrategyType'),
    selfTradePreventionMode: query.selfTradePreventionMode as never,
    ...shared,
  } as OrderWords;
}

const isLimit = ({ type }: OrderWords) => type === 'LIMIT_MAKER' || type === 'LIMIT';
const isStop = ({ type }: OrderWords) => type.startsWith('STOP_LOSS');
/** What a pair gains by: a limit, or one that waits to take a profit. */
const isGain = (words: OrderWords) => isLimit(words) || words.type.startsWith('TAKE_PROFIT');

/**
 * Bring a pair into our order: the gain first, the stop second.
 * @throws BinanceError -1158, -1165, -1166: a pair is a gain with a stop beyond the price.
 */
function orderPair(
  above: OrderWords,
  below: OrderWords,
): readonly [gain: 'above' | 'below', stop: 'above' | 'below'] {
  const { side } = above;
  if (isLimit(above) && isStop(below) && side === 'BUY') {
    throw new BinanceError('buy_limit_must_be_below');
  }
  if (isLimit(below) && isStop(above) && side === 'SELL') {
    throw new BinanceError('sell_limit_must_be_above');
  }
  const isUpward = isGain(above) && isStop(below);
  if (!isUpward && !(isGain(below) && isStop(above))) {
    const hasLimit = isLimit(above) && isLimit(below);
    throw new BinanceError(hasLimit ? 'bad_combination' : 'list_type_unsupported');
  }
  // A waiting order on the wrong side of the price would fire at once: that is told of its price.
  if (isUpward === (side === 'BUY')) throw new BinanceError('list_prices_wrong');
  return isUpward ? ['above', 'below'] : ['below', 'above'];
}

/**
 * The lists among orders that began as a chain: they stay one when the first order is filled, which
 * only the tables remember.
 */
export async function readChains(
  { history, openOrders }: SpotBinanceParts,
  ownerId: number,
  rows: readonly OrderRecord[],
): Promise<ReadonlySet<number>> {
  // A list too new for the tables still waits for its first order.
  const waiting = rows.filter((row) => row.status === 2).map((row) => row.list_id);
  await openOrders.settle(ownerId);
  const stored = await history.listOpenLists(ownerId);
  const chains = stored.filter((list) => list.list_type !== ListType.oco);
  return new Set([...waiting, ...chains.map((list) => list.list_id)]);
}

interface Leg {
  readonly words: OrderWords;
  readonly names: FieldNames;
}

interface NamedList {
  readonly type: 'OCO' | 'OTO' | 'OTOCO';
  readonly symbol: string;
  readonly name: string | undefined;
}

/** Make the calls. */
export function createListHandlers(parts: SpotBinanceParts): RouteHandler[] {
  const { operations, history, listNames, openOrders } = parts;

  /** @throws BinanceError -2010 when an open list of the caller has that name. */
  async function placeNamed(
    legs: readonly PlaceOrderBody[],
    call: Pick<CallContext, 'caller' | 'idempotencyKey'>,
    { type, symbol, name }: NamedList,
  ) {
    if (name === undefined) return operations.placeList({ type, legs }, call);
    const { ownerId } = call.caller;
    await openOrders.catchUp(ownerId);
    if (listNames.isTaken(ownerId, name)) throw new BinanceError('duplicate_order');
    const { instrumentId } = parts.symbols.read(symbol);
    const legName = legs[0].clientOrderId as string;
    const endWaiting = listNames.expect({ ownerId, instrumentId, legName, name });
    try {
      const answer = await operations.placeList({ type, legs }, call);
      await listNames.store({ listId: Number(answer.listId), ownerId, name });
      return answer;
    } finally {
      await openOrders.tryCatchUp(ownerId);
      endWaiting();
    }
  }

  async function place(
    call: Pick<CallContext, 'caller' | 'idempotencyKey'>,
    list: NamedList & {
      legs: readonly Leg[];
      response?: BinanceNewOrder['newOrderRespType'];
    },
  ): Promise<BinanceOrderList> {
    const market = parts.symbols.read(list.symbol);
    const bodies: PlaceOrderBody[] = list.legs.map(({ words, names }) =>
      readNewOrder(words, market, names),
    );
    if (list.type !== 'OTO') checkGain(bodies[list.type === 'OCO' ? 0 : 1]);
    const marks = list.legs.map(({ words }) => readMark(words));
    const expected = bodies.map(({ clientOrderId }, at) => ({
      instrumentId: market.instrumentId,
      clientOrderId: clientOrderId as string,
      mark: marks[at],
    }));
    const answer = await placeMarked(
      parts,
      { caller: call.caller, expected },
      {
        place: () =>
          placeNamed(bodies, call, list).catch((error: unknown) => {
            throw nameLegSize(error, bodies, market);
          }),
        listPlaced: ({ orders }) => orders,
      },
    );
    const reports = answer.orders.map((order, at) =>
      showPlaced(
        { market, body: bodies[at], answer: order, listId: answer.listId, mark: marks[at] },
        list.response ?? 'RESULT',
      ),
    );
    return showList(
      {
        listId: Number(answer.listId),
        name: list.name ?? `list-${answer.listId}`,
        isOto: list.type !== 'OCO',
        isOpen: answer.orders.some(({ status }) => /NEW|PARTIALLY/.test(status)),
        at: answer.at,
        market,
      },
      reports,
      reports,
    );
  }

  function readPair(
    query: Query,
    prefixes: readonly [Prefix, Prefix],
    shared: { readonly words: Partial<OrderWords>; readonly quantity: string },
  ): Leg[] {
    const words = {
      above: readLeg(query, prefixes[0], shared.words),
      below: readLeg(query, prefixes[1], shared.words),
    };
    const prefixOf = { above: prefixes[0], below: prefixes[1] };
    return orderPair(words.above, words.below).map((place) => ({
      words: words[place],
      names: { prefix: prefixOf[place], other: { quantity: shared.quantity } },
    }));
  }

  /** No market takes them, which its `opoAllowed` says. */
  async function refuseOpo(symbol: string): Promise<never> {
    parts.symbols.read(symbol);
    throw new BinanceError('opo_unsupported');
  }

  function readWorking(query: Query): Leg {
    const words = readLeg(query, 'working', {
      side: query.workingSide as OrderWords['side'],
      quantity: query.workingQuantity as string,
    });
    return { words, names: { prefix: 'working' } };
  }

  async function showStored(lists: readonly ListRecord[]): Promise<BinanceOrderList[]> {
    const ids = lists.map((list) => list.list_id);
    const legs = await history.listLegs(ids);
    const names = await listNames.readAll(ids);
    return lists.map((list, at) =>
      showList(
        {
          listId: list.list_id,
          name: names[at],
          isOto: list.list_type !== ListType.oco,
          isOpen: list.is_open,
          at: list.updated_at_ms,
          market: parts.markets.marketById(list.instrument_id) as Market,
        },
        legs.filter((leg) => leg.list_id === list.list_id).map(showLegName),
      ),
    );
  }

  return [
    serve(apiListRoutes.placeOco, (call) => {
      const { query } = call;
      const words = { side: query.side, quantity: query.quantity };
      const shared = { words, quantity: 'quantity' };
      return place(call, {
        type: 'OCO',
        symbol: query.symbol,
        name: query.listClientOrderId,
        legs: readPair(query, ['above', 'below'], shared),
        response: query.newOrderRespType,
      });
    }),
    serve(apiListRoutes.placeOldOco, (call) => {
      const { query } = call;
      const shared = {
        side: query.side,
        quantity: query.quantity,
        selfTradePreventionMode: query.selfTradePreventionMode,
      };
      const limit: OrderWords = {
        ...shared,
        type: 'LIMIT_MAKER',
        price: query.price,
        newClientOrderId: query.limitClientOrderId,
        icebergQty: query.limitIcebergQty,
        strategyId: query.limitStrategyId,
        strategyType: query.limitStrategyType,
      };
      if (query.stopPrice === undefined && query.trailingDelta === undefined) {
        throw new BinanceError('either_missing', ['stopPrice', 'trailingDelta']);
      }
      const stop: OrderWords = {
        ...shared,
        type: query.stopLimitPrice === undefined ? 'STOP_LOSS' : 'STOP_LOSS_LIMIT',
        price: query.stopLimitPrice,
        stopPrice: query.stopPrice,
        trailingDelta: query.trailingDelta,
        icebergQty: query.stopIcebergQty,
        timeInForce: query.stopLimitTimeInForce,
        newClientOrderId: query.stopClientOrderId,
        strategyId: query.stopStrategyId,
        strategyType: query.stopStrategyType,
      };
      const legs = [
        { words: limit, names: oldPairNames.limit },
        { words: stop, names: oldPairNames.stop },
      ];
      const { symbol, newOrderRespType: response, listClientOrderId: name } = query;
      return place(call, { type: 'OCO', symbol, name, legs, response });
    }),
    serve(apiListRoutes.placeOto, (call) => {
      const { query } = call;
      const pending = readLeg(query, 'pending', {
        side: query.pendingSide,
        quantity: query.pendingQuantity,
      });
      return place(call, {
        type: 'OTO',
        symbol: query.symbol,
        name: query.listClientOrderId,
        legs: [readWorking(query), { words: pending, names: { prefix: 'pending' } }],
        response: query.newOrderRespType,
      });
    }),
    serve(apiListRoutes.placeOtoco, (call) => {
      const { query } = call;
      const words = { side: query.pendingSide, quantity: query.pendingQuantity };
      const shared = { words, quantity: 'pendingQuantity' };
      const pair = readPair(query, ['pendingAbove', 'pendingBelow'], shared);
      return place(call, {
        type: 'OTOCO',
        symbol: query.symbol,
        name: query.listClientOrderId,
        legs: [readWorking(query), ...pair],
        response: query.newOrderRespType,
      });
    }),
    serve(apiListRoutes.placeOpo, ({ query }) => refuseOpo(query.symbol)),
    serve(apiListRoutes.placeOpoco, ({ query }) => refuseOpo(query.symbol)),
    serve(apiListRoutes.cancelList, async (call) => {
      const { query, caller } = call;
      const market = parts.symbols.read(query.symbol);
      const which = { listId: query.orderListId, name: query.listClientOrderId };
      const listId = await readListId(parts, caller.ownerId, which);
      await openOrders.catchUp(caller.ownerId);
      const legs = openOrders
        .list(caller.ownerId, market.instrumentId)
        .filter((row) => row.list_id === listId);
      if (listId === 0 || legs.length === 0) throw new BinanceError('order_unknown');
      const isOto = (await readChains(parts, caller.ownerId, legs)).has(listId);
      const name = listNames.read(listId);
      const cancel = prepareCancel(parts, nameCancels(legs, query.newClientOrderId));
      const send = () => operations.cancelList(String(listId), call);
      const { at, orderIds } = await cancel.send(caller, send);
      // A leg that was filled meanwhile may still stand among the open ones: it was not canceled.
      const closed = legs.filter((leg) => orderIds.includes(String(leg.order_id)));
      const reports = closed.map((leg) => cancel.show(leg, { market, at }));
      const list = { listId, name, isOto, isOpen: false, at, market };
      return showList(list, closed.map(showLegName), reports);
    }),
    serve(apiListRoutes.list, async ({ query, caller }) => {
      const which = { listId: query.orderListId, name: query.origClientOrderId };
      const listId = await readListId(parts, caller.ownerId, which);
      await openOrders.settle(caller.ownerId);
      const found = await history.findList(caller.ownerId, listId);
      if (found === undefined) throw new BinanceError('no_such_list');
      return (await showStored([found]))[0];
    }),
    serve(apiListRoutes.allLists, async ({ query, caller }) => {
      checkSpan(query);
      await openOrders.settle(caller.ownerId);
      const { fromId, startTime, endTime, limit } = query;
      const request = { ownerId: caller.ownerId, fromId, startTime, endTime, limit };
      return showStored(await history.listLists(request));
    }),
    serve(apiListRoutes.openLists, async ({ caller }) => {
      await openOrders.settle(caller.ownerId);
      return showStored(await history.listOpenLists(caller.ownerId));
    }),
  ];
}

/** Number and name of a leg. */
export function showLegName(row: OrderRecord): { orderId: number; clientOrderId: string } {
  return { orderId: row.order_id, clientOrderId: row.client_order_id };
}
