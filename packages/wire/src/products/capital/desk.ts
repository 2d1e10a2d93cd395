// Chains in the back office: how far networks are, what differs, deposits that want people, and
// what is done about them. Read by server and console.
import { decimalText, timeMs } from '../../money.ts';
import type { Permission } from '../../permissions.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

const number = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const reason = z.string().trim().min(3).max(500);
const asked = z.object({ approvalId: z.number().int() });

function reading<TPermission extends Permission>(permission: TPermission) {
  return { method: 'GET', role: `admin:${permission}`, owner: 'none', rate: 'read' } as const;
}
function writing<TPermission extends Permission>(permission: TPermission) {
  return { method: 'POST', role: `admin:${permission}`, owner: 'none', rate: 'write' } as const;
}

/** A network as operators see it. */
export const chainState = z.object({
  networkId: z.number().int(),
  name: z.string(),
  state: z.string(),
  haltReason: z.string(),
  /** The last block that was read, and the last that there is; 0 before the first. */
  height: z.number().int(),
  headHeight: z.number().int(),
  /** The last block that a deposit may count in by now; -1 = none. */
  confirmedHeight: z.number().int(),
  /** The request to open it that waits for another operator, 0 = there is none. */
  approvalId: z.number().int(),
  coins: z.array(
    z.object({
      coinId: z.number().int(),
      coin: z.string(),
      isDepositOpen: z.boolean(),
      isWithdrawalOpen: z.boolean(),
      /** Why nothing of it is sent, "" = it is. */
      sendingStop: z.string(),
      /** Raw units on the chain less those in the books, at the last block that was compared. */
      difference: z.string(),
      /** Where the hot wallet stands: `low`, `good`, `high`; "" = not known. */
      hotLevel: z.string(),
    }),
  ),
});
export type ChainState = z.infer<typeof chainState>;

/** A deposit as operators see it. */
export const deskDeposit = z.object({
  depositId: z.number().int(),
  /** 0 = of no person. */
  ownerId: z.number().int(),
  networkId: z.number().int(),
  network: z.string(),
  coinId: z.number().int(),
  /** "" = not listed. */
  coin: z.string(),
  amount: decimalText,
  address: z.string(),
  txHash: z.string(),
  status: z.number().int(),
  reason: z.string(),
  seenAt: timeMs,
  /** When its block was lost after it counted, 0 = it stands. */
  vanishedAt: timeMs,
});
export type DeskDeposit = z.infer<typeof deskDeposit>;

/** Which deposits: held ones, those below the minimum, those that vanished, all. */
export const deskDepositSets = ['held', 'below', 'vanished', 'all'] as const;

/** Routes of chains in the back office. */
export const chainDeskRoutes = {
  chains: defineRoute({
    ...reading('custody.read'),
    path: '/admin/api/custody/networks',
    summary: 'Networks with how far they were read, and what differs.',
    answer: z.array(chainState),
  }),
  haltChain: defineRoute({
    ...writing('custody.halt'),
    path: '/admin/api/custody/networks/halt',
    summary: 'Nothing is credited or sent over a network any more; its blocks are still read.',
    body: z.object({ networkId: number, reason }),
    answer: z.object({}),
  }),
  openChain: defineRoute({
    ...writing('custody.halt'),
    path: '/admin/api/custody/networks/open',
    summary: 'Ask to open a halted network and to send its coins again; another operator agrees.',
    body: z.object({ networkId: number, reason }),
    answer: asked,
  }),
  deposits: defineRoute({
    ...reading('custody.read'),
    path: '/admin/api/custody/deposits',
    summary: 'Deposits that want people, or all, newest first; 200.',
    query: z.object({ set: z.enum(deskDepositSets).default('held') }),
    answer: z.array(deskDeposit),
  }),
  releaseDeposit: defineRoute({
    ...writing('money.release'),
    path: '/admin/api/custody/deposits/release',
    summary: 'Ask to credit a held deposit to its owner; another operator agrees.',
    body: z.object({ depositId: number, reason }),
    answer: asked,
  }),
  rollBackDeposit: defineRoute({
    ...writing('money.release'),
    path: '/admin/api/custody/deposits/rollback',
    summary:
      'Ask to write off a deposit that vanished a day ago: what its owner still had of it goes, ' +
      'the insurance pays the rest; another operator agrees.',
    body: z.object({ depositId: number, reason }),
    answer: asked,
  }),
} as const;
