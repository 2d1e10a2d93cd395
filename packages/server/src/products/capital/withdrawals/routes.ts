// Calls of withdrawing: whether one may, what it costs, asking, taking back, what was withdrawn.
// Called by the edge.
import { capitalRecordRoutes, withdrawRoutes } from '@isobath/wire';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import { createWithdrawalReader } from './records.ts';
import { cancelWithdrawal, submitWithdrawal } from './submit.ts';
import { readCheck, readTerms, type TermsParts } from './terms.ts';

/** Handlers of withdrawing. */
export function createWithdrawRoutes(parts: TermsParts): RouteHandler[] {
  const readRecords = createWithdrawalReader(parts);
  return [
    serve(withdrawRoutes.check, ({ caller, query: { coinId } }) =>
      readCheck(parts, caller.ownerId, coinId),
    ),
    serve(withdrawRoutes.terms, ({ query: { coinId } }) => readTerms(parts, coinId)),
    serve(withdrawRoutes.submit, (call) => submitWithdrawal(parts, call)),
    serve(withdrawRoutes.cancel, async ({ caller: { ownerId }, body }) => ({
      status: await cancelWithdrawal(parts, { ownerId, withdrawalId: Number(body.withdrawId) }),
    })),
    serve(capitalRecordRoutes.withdrawals, ({ caller, query }) =>
      readRecords(caller.ownerId, query),
    ),
  ];
}
