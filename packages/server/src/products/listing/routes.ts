// Calls of the back office about listing: what there is, what a change would do, and asking for one
// that another operator must approve. Carrying it out is a work of the office. Called by the edge.
import { listingRoutes } from '@isobath/wire';
import type { Approvals } from '../../base/approvals/index.ts';
import {
  type CallContext,
  type OperatorCaller,
  refuse,
  refuseField,
  type RouteHandler,
  serve,
} from '../../base/product/index.ts';
import { type Listing, markBefore } from './listing.ts';
import type { Listed } from './state.ts';

function operatorOf({ caller }: Pick<CallContext, 'caller'>): OperatorCaller {
  if (caller.operator === undefined) throw refuse('not_signed_in');
  return caller.operator;
}

const show = ({ kind, key, fields, state, isDone }: Listed) => ({
  kind,
  key,
  fields: { ...fields },
  state,
  isDone,
});

/** Handlers of listing. */
export function createListingRoutes(
  listing: Listing,
  approvals: Pick<Approvals, 'make'>,
): RouteHandler[] {
  return [
    serve(listingRoutes.listThings, async ({ query }) =>
      (await listing.list(query.kind)).map(show),
    ),
    serve(listingRoutes.previewThing, ({ body }) => listing.preview(body)),
    serve(listingRoutes.setThing, async (call) => {
      const { reason, ...request } = call.body;
      const { kind, key, changes, isUnfinished } = await listing.check(request);
      if (changes.length === 0 && !isUnfinished)
        throw refuseField('fields', 'nothing would change');
      const before = Object.fromEntries(changes.map((one) => [one.field, markBefore(one)]));
      const payload = { kind, key, before, after: request.fields };
      const approvalId = await approvals.make(operatorOf(call), {
        kind: 'listing.set',
        payload,
        reason,
      });
      return { approvalId };
    }),
    serve(listingRoutes.delistMarket, async (call) => {
      const { reason } = call.body;
      const market = call.body.market.toLowerCase();
      const found = (await listing.list('market')).find(({ key }) => key === market);
      if (found === undefined) throw refuseField('market', 'no such market');
      if (found.state === 'DELISTED' && found.isDone) {
        throw refuseField('market', 'it is delisted');
      }
      const payload = { market };
      const approvalId = await approvals.make(operatorOf(call), {
        kind: 'listing.delist',
        payload,
        reason,
      });
      return { approvalId };
    }),
  ];
}
