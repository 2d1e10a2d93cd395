// The specification's face of spot: each call of /hk-web/spot onto one operation or question.
import { spotRoutes } from '@isobath/wire';
import type { MarketRegistry } from '../../base/market/index.ts';
import { type CallContext, refuse, type RouteHandler, serve } from '../../base/product/index.ts';
import type { OpenOrders } from './open-orders.ts';
import type { SpotOperations } from './operations.ts';
import type { SpotQueries } from './queries.ts';

/** Balances as the engine has them now. */
export type ReadSpotBalances = (
  ownerId: number,
  minSequence?: number,
) => Promise<{
  seq: string;
  rows: { coinId: number; asset: string; available: string; held: string }[];
}>;

/** What the routes lead to. */
export interface SpotRouteParts {
  readonly operations: SpotOperations;
  readonly queries: SpotQueries;
  readonly readBalances: ReadSpotBalances;
  readonly openOrders: OpenOrders;
  readonly markets: MarketRegistry;
}

/** Handlers of spot. */
export function createSpotRoutes(parts: SpotRouteParts): RouteHandler[] {
  const { operations, queries, openOrders, markets } = parts;

  /** Symbol of an order's market, also of one that was placed a moment ago. */
  async function readMarketOf(ownerId: number, orderId: string): Promise<string> {
    const isHere = await openOrders.tryCatchUp(ownerId);
    const row = openOrders.find(ownerId, Number(orderId));
    if (row === undefined && !isHere) throw refuse('behind');
    const market = row === undefined ? undefined : markets.marketById(row.instrument_id);
    return market?.symbol ?? (await queries.findOrder(ownerId, { orderId })).symbol;
  }

  /**
   * Read the tables once a step is in them that the caller knows of, and whatever they did before
   * the end that they name.
   */
  async function readSince<TAnswer>(
    { minSeq, to }: { minSeq?: string | undefined; to?: number | undefined },
    ownerId: number,
    read: () => Promise<TAnswer>,
  ): Promise<TAnswer> {
    await openOrders.waitForStored(Number(minSeq ?? 0));
    if (to !== undefined) await openOrders.settle(ownerId);
    return read();
  }

  const asker = ({ caller, idempotencyKey }: Pick<CallContext, 'caller' | 'idempotencyKey'>) => ({
    caller,
    idempotencyKey,
  });
  return [
    serve(spotRoutes.place, (call) => operations.place(call.body, asker(call))),
    serve(spotRoutes.test, (call) => operations.test(call.body, asker(call))),
    serve(spotRoutes.cancel, (call) => operations.cancel(call.body, asker(call))),
    serve(spotRoutes.amend, (call) =>
      operations.amend(call.body, {
        ...asker(call),
        readMarketOf: (orderId) => readMarketOf(call.caller.ownerId, orderId),
      }),
    ),
    serve(spotRoutes.cancelReplace, (call) => operations.cancelReplace(call.body, asker(call))),
    serve(spotRoutes.batch, (call) => operations.batch(call.body, asker(call))),
    serve(spotRoutes.cancelAll, (call) => operations.cancelAll(call.body.symbol, asker(call))),
    serve(spotRoutes.deadman, (call) => operations.setDeadMan(call.body.timeoutMs, asker(call))),
    serve(spotRoutes.closeOut, (call) => operations.closeOut(call.body.symbol, asker(call))),
    serve(spotRoutes.placeList, (call) => operations.placeList(call.body, asker(call))),
    serve(spotRoutes.cancelList, (call) => operations.cancelList(call.body.listId, asker(call))),
    serve(spotRoutes.openOrders, ({ caller, query }) =>
      readSince(query, caller.ownerId, () => queries.openOrders(caller.ownerId, query)),
    ),
    serve(spotRoutes.orderHistory, ({ caller, query }) =>
      readSince(query, caller.ownerId, () => queries.orderHistory(caller.ownerId, query)),
    ),
    serve(spotRoutes.order, ({ caller, query }) =>
      readSince(query, caller.ownerId, () => queries.findOrder(caller.ownerId, query)),
    ),
    serve(spotRoutes.fills, ({ caller, query }) =>
      readSince(query, caller.ownerId, () => queries.listFills(caller.ownerId, query)),
    ),
    serve(spotRoutes.orderLife, ({ caller, query }) => queries.publishLife(caller.ownerId, query)),
    serve(spotRoutes.balances, ({ caller, query }) =>
      parts.readBalances(caller.ownerId, Number(query.minSeq ?? 0)),
    ),
  ];
}
