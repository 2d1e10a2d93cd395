// The specification's face of spot: each call of /hk-web/spot onto one operation or question.
import { spotRoutes } from '@isobath/wire';
import {
  type CallContext,
  CallRefusal,
  type RouteHandler,
  serve,
} from '../../base/product/index.ts';
import type { SpotOperations } from './operations.ts';
import type { SpotQueries } from './queries.ts';

/** Balances as the engine has them now. */
export type ReadSpotBalances = (
  ownerId: number,
  minSequence: number,
) => Promise<{
  seq: string;
  rows: { coinId: number; asset: string; available: string; held: string }[];
}>;

/** What the routes lead to. */
export interface SpotRouteParts {
  readonly operations: SpotOperations;
  readonly queries: SpotQueries;
  readonly readBalances: ReadSpotBalances;
}

const LOOK_AGAIN_MS = 50;
const LOOKS_COUNT_MAX = 10;

/** Rows are written a moment after the answer: an order just placed is looked for a few times. */
async function findSettled<TRow>(find: () => Promise<TRow>): Promise<TRow> {
  for (let look = 1; ; look += 1) {
    try {
      return await find();
    } catch (error) {
      const isMissing = error instanceof CallRefusal && error.word === 'object_not_found';
      if (!isMissing || look === LOOKS_COUNT_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }
}

/** Handlers of spot. */
export function createSpotRoutes(parts: SpotRouteParts): RouteHandler[] {
  const { operations, queries } = parts;
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
        readMarketOf: async (reference) =>
          (await findSettled(() => queries.findOrder(call.caller.ownerId, reference))).symbol,
      }),
    ),
    serve(spotRoutes.cancelReplace, (call) => operations.cancelReplace(call.body, asker(call))),
    serve(spotRoutes.batch, (call) => operations.batch(call.body, asker(call))),
    serve(spotRoutes.cancelAll, (call) => operations.cancelAll(call.body.symbol, asker(call))),
    serve(spotRoutes.deadman, (call) => operations.setDeadMan(call.body.timeoutMs, asker(call))),
    serve(spotRoutes.closeOut, (call) => operations.closeOut(call.body.symbol, asker(call))),
    serve(spotRoutes.placeList, (call) => operations.placeList(call.body, asker(call))),
    serve(spotRoutes.cancelList, (call) => operations.cancelList(call.body.listId, asker(call))),
    serve(spotRoutes.openOrders, ({ caller, query }) => queries.openOrders(caller.ownerId, query)),
    serve(spotRoutes.orderHistory, ({ caller, query }) =>
      queries.orderHistory(caller.ownerId, query),
    ),
    serve(spotRoutes.order, ({ caller, query }) => queries.findOrder(caller.ownerId, query)),
    serve(spotRoutes.fills, ({ caller, query }) => queries.listFills(caller.ownerId, query)),
    serve(spotRoutes.balances, ({ caller, query }) =>
      parts.readBalances(caller.ownerId, Number(query.minSeq ?? 0)),
    ),
  ];
}
