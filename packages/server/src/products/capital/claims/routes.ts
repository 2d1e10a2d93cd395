// Calls of claims, of people and of the desk, and what carries out what two operators agreed to.
// Called by the edge; made by start.ts.
import { claimRoutes, z } from '@isobath/wire';
import {
  type Approvals,
  type ApprovalWorks,
  defineWork,
  findUnasked,
} from '../../../base/approvals/index.ts';
import type { AuditLog } from '../../../base/audit/index.ts';
import type { Database } from '../../../base/db/index.ts';
import { refuse, type RouteHandler, serve } from '../../../base/product/index.ts';
import {
  claimDeposit,
  endClaim,
  findWaiting,
  isPaidBefore,
  listClaims,
  listDeskClaims,
  readHash,
} from './claims.ts';

/** What the calls stand on. */
export interface ClaimParts {
  readonly database: Database;
  readonly approvals: () => Pick<Approvals, 'make'>;
  readonly readNowMs: () => number;
}

/** Handlers of claims. */
export function createClaimRoutes({ database, approvals, readNowMs }: ClaimParts): RouteHandler[] {
  return [
    serve(claimRoutes.claimDeposit, ({ caller: { ownerId }, body }) =>
      claimDeposit(database, { ...body, ownerId, nowMs: readNowMs() }),
    ),
    serve(claimRoutes.depositClaims, ({ caller }) => listClaims(database, caller.ownerId)),
    serve(claimRoutes.claims, ({ query: { set } }) =>
      listDeskClaims(database, { set, nowMs: readNowMs() }),
    ),
    serve(claimRoutes.decideClaim, async ({ caller, body }) => {
      const { operator } = caller;
      if (operator === undefined) throw refuse('not_signed_in');
      const { claimId, outcome, txHash = '', reason } = body;
      const nowMs = readNowMs();
      const about = {
        kind: 'claim.decide',
        name: 'claimId',
        id: claimId,
        operator,
        nowMs,
      } as const;
      await database.transaction(async (session) => {
        const networkId = await findUnasked(session, about, () => findWaiting(session, claimId));
        if (outcome === 'refused') return;
        const paidTxHash = await readHash(session, networkId, txHash);
        if (await isPaidBefore(session, { claimId, paidTxHash })) throw refuse('approval_changed');
      });
      const payload = { claimId, outcome, paidTxHash: txHash };
      const asked = { kind: 'claim.decide', payload, reason } as const;
      return { approvalId: await approvals().make(operator, asked) };
    }),
  ];
}

/** Carries a decision out; asked again it finds nothing that waits. */
export function createClaimWorks({
  audit,
  readNowMs,
}: {
  readonly audit: AuditLog;
  readonly readNowMs: () => number;
}): Partial<ApprovalWorks> {
  return {
    'claim.decide': defineWork({
      permission: 'money.release',
      shape: z.object({
        claimId: z.number().int().positive(),
        outcome: z.enum(['paid', 'refused']),
        paidTxHash: z.string(),
      }),
      async execute({ claimId, outcome, paidTxHash }, { actor }) {
        await audit.transaction(actor, async (session, write) => {
          // One payment of the house at a time: two requests for one transaction pay it once.
          await session.query('SELECT pg_advisory_xact_lock(hashtext($1))', ['deposit_claims']);
          await findWaiting(session, claimId);
          const isPaid = outcome === 'paid';
          if (isPaid && (await isPaidBefore(session, { claimId, paidTxHash }))) {
            throw refuse('approval_changed');
          }
          await endClaim(session, { claimId, outcome, paidTxHash, nowMs: readNowMs() });
          await write({ action: 'claim_decided', detail: { claimId, outcome, paidTxHash } });
        });
        return { claimId };
      },
    }),
  };
}
