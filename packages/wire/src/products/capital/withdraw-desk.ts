// Withdrawals in the back office: those that somebody looks at, those that wait for approval, what
// is decided about them, and what was declared of who receives them. Read by server and console.
import { decimalText, timeMs } from '../../money.ts';
import type { Permission } from '../../permissions.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import { travelDeclaration } from './withdrawals.ts';

const withdrawalId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const numberText = z.string().max(15).regex(/^\d+$/, 'whole number').transform(Number);
const txHash = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^0x[0-9a-f]{64}$/, 'hash');
const reason = z.string().trim().min(3).max(500);

function reading<TPermission extends Permission>(permission: TPermission) {
  return { method: 'GET', role: `admin:${permission}`, owner: 'none', rate: 'read' } as const;
}
function writing<TPermission extends Permission>(permission: TPermission) {
  return { method: 'POST', role: `admin:${permission}`, owner: 'none', rate: 'write' } as const;
}

/** A withdrawal as operators see it. */
export const deskWithdrawal = z.object({
  withdrawalId: z.number().int(),
  ownerId: z.number().int(),
  networkId: z.number().int(),
  network: z.string(),
  coinId: z.number().int(),
  coin: z.string(),
  /** What is received, and the fee, in the coin. */
  amount: decimalText,
  fee: decimalText,
  /** In USDT when it was asked for. */
  value: decimalText,
  address: z.string(),
  memo: z.string(),
  txHash: z.string(),
  state: z.string(),
  /** Whether it waits in the queue for officers of custody. */
  awaitsOfficers: z.boolean(),
  /** Words of why somebody looks at it. */
  reasons: z.array(z.string()),
  /** Whether it goes to another customer. */
  isInside: z.boolean(),
  askedAt: timeMs,
});
export type DeskWithdrawal = z.infer<typeof deskWithdrawal>;

/** Which withdrawals: in review, waiting for approval, from queued to mined, not over, all. */
export const deskWithdrawalSets = ['review', 'approval', 'flight', 'open', 'all'] as const;

/** Routes of withdrawals in the back office. */
export const withdrawDeskRoutes = {
  withdrawals: defineRoute({
    ...reading('custody.read'),
    path: '/admin/api/custody/withdrawals',
    summary: 'Withdrawals that want people, or all, newest first; 200.',
    query: z.object({ set: z.enum(deskWithdrawalSets).default('review') }),
    answer: z.array(deskWithdrawal),
  }),
  viewDeclaration: defineRoute({
    ...reading('identity.read'),
    path: '/admin/api/custody/withdrawals/:withdrawalId/declaration',
    summary: 'What was declared of who receives a withdrawal; each look is written down.',
    query: z.object({ withdrawalId: numberText }),
    answer: travelDeclaration.extend({ declaredAt: timeMs }),
  }),
  releaseWithdrawal: defineRoute({
    ...writing('money.release'),
    path: '/admin/api/custody/withdrawals/release',
    summary:
      'Let a withdrawal in review go on; from 10,000 USDT on somebody else approves it then.',
    body: z.object({ withdrawalId, reason }),
    answer: z.object({ state: z.string() }),
  }),
  nameTransaction: defineRoute({
    ...writing('money.release'),
    path: '/admin/api/custody/withdrawals/name',
    summary:
      'Ask to settle a payment that an older database forgot by its transaction: the chain says ' +
      'whether that has paid; another operator agrees.',
    body: z.object({ withdrawalId, txHash, reason }),
    answer: z.object({ approvalId: z.number().int() }),
  }),
  refuseWithdrawal: defineRoute({
    ...writing('money.release'),
    path: '/admin/api/custody/withdrawals/refuse',
    summary: 'Refuse a withdrawal that is not signed; its money goes back.',
    body: z.object({ withdrawalId, reason }),
    answer: z.object({ state: z.string() }),
  }),
} as const;
