// Claims about transactions that were not credited, on the wire: sent over a wrong network, or a
// coin that is not listed. The person makes them, two operators decide. Paths are ours.
import { timeMs } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import { networkId, read, write } from './fields.ts';

/** A transaction's hash, with or without 0x; its form is checked by its network. */
const txHash = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(0x)?[0-9a-f]{64}$/, 'hash');
/** What went wrong, as the person says: over which network, without its memo, which token, else. */
export const claimWhys = ['network', 'memo', 'token', 'other'] as const;
const why = z.enum(claimWhys);
const claimId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** A claim: 1 waiting, 2 paid back by `paidTxHash`, 3 refused. */
export const depositClaim = z.object({
  claimId: z.number().int(),
  networkId: z.number().int(),
  txHash: z.string(),
  why,
  status: z.number().int(),
  paidTxHash: z.string(),
  askedAt: timeMs,
  /** 0 = not decided. */
  decidedAt: timeMs,
});
export type DepositClaim = z.infer<typeof depositClaim>;

/** A claim as operators see it, with what is known of the transaction. */
export const deskClaim = depositClaim.extend({
  ownerId: z.number().int(),
  network: z.string(),
  /** The request about it that waits for another operator, 0 = there is none. */
  approvalId: z.number().int(),
  /** Receipts of this transaction that the exchange has seen. */
  deposits: z.array(
    z.object({
      depositId: z.number().int(),
      /** 0 = of no person. */
      ownerId: z.number().int(),
      status: z.number().int(),
      reason: z.string(),
    }),
  ),
});
export type DeskClaim = z.infer<typeof deskClaim>;

const decision = z
  .object({
    claimId,
    outcome: z.enum(['paid', 'refused']),
    /** Of the transaction that paid it back; with `paid` alone. */
    txHash: txHash.optional(),
    reason: z.string().trim().min(3).max(500),
  })
  .refine((one) => (one.outcome === 'paid') === (one.txHash !== undefined), {
    message: 'with paid alone',
    path: ['txHash'],
  });

/** Routes of claims. */
export const claimRoutes = {
  claimDeposit: defineRoute({
    ...write,
    path: '/hk-web/recharge/claim',
    summary:
      'Claim a transaction that was not credited; ten may wait, twenty be made within 24 hours. ' +
      'The same one answers itself.',
    body: z.object({ networkId, txHash, why: why.default('other') }),
    answer: depositClaim,
  }),
  depositClaims: defineRoute({
    ...read,
    path: '/hk-web/recharge/claim/list',
    summary: 'The caller’s claims, newest first; 100.',
    answer: z.array(depositClaim),
  }),
  claims: defineRoute({
    method: 'GET',
    role: 'admin:custody.read',
    owner: 'none',
    rate: 'read',
    path: '/admin/api/custody/claims',
    summary: 'Claims that wait, or all, newest first; 200.',
    query: z.object({ set: z.enum(['waiting', 'all']).default('waiting') }),
    answer: z.array(deskClaim),
  }),
  decideClaim: defineRoute({
    method: 'POST',
    role: 'admin:money.release',
    owner: 'none',
    rate: 'write',
    path: '/admin/api/custody/claims/decide',
    summary:
      'Ask to settle a claim by the transaction that paid it back, or to refuse it; another ' +
      'operator agrees.',
    body: decision,
    answer: z.object({ approvalId: z.number().int() }),
  }),
} as const;
