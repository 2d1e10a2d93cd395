// The back office on the wire: finding people, configuration, switches, trading, requests that
// two must agree to, operators, the audit chain. Signing in stands in office/sign-in.ts.
// Every call names the permission that its caller's role must hold. Read by server and console.
import { decimalText, timeMs } from '../money.ts';
import { operatorRoleNames, type Permission } from '../permissions.ts';
import { bodyBytes, defineRoute } from '../route.ts';
import { z } from '../z.ts';
import { auditActions, auditTargets } from './office/audit-actions.ts';

function reading<TPermission extends Permission>(permission: TPermission) {
  const role = `admin:${permission}` as const;
  return { method: 'GET', role, owner: 'none', rate: 'read' } as const;
}

function writing<TPermission extends Permission>(permission: TPermission) {
  const role = `admin:${permission}` as const;
  return { method: 'POST', role, owner: 'none', rate: 'write' } as const;
}

const rowNumber = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** The same in an address. */
const numberText = z.string().max(15).regex(/^\d+$/, 'whole number').transform(Number);
const reason = z.string().trim().min(3).max(500);
const role = z.enum(operatorRoleNames);

/** A person in a list. */
export const userRow = z.object({
  ownerId: z.number().int(),
  email: z.string(),
  nickname: z.string(),
  vipLevel: z.number().int(),
  createdAt: timeMs,
  hasTotp: z.boolean(),
});
export type UserRow = z.infer<typeof userRow>;

/** An act of the audit chain. */
export const auditRow = z.object({
  sequence: z.number().int(),
  at: timeMs,
  /** 0 = the tool on the host, or nobody: a sign-in failed with an address nobody has. */
  operatorId: z.number().int(),
  operator: z.string(),
  action: z.enum(auditActions),
  targetKind: z.enum(auditTargets),
  targetId: z.number().int(),
  /** What was done, as JSON text; "" when there is nothing to say or it was erased. */
  detail: z.string(),
  hash: z.string(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** A value that pages read; how it is edited stands in webValues. */
export const configRow = z.object({
  name: z.string(),
  /** As JSON text. */
  value: z.string(),
  /** 0 = nobody set it. */
  changedAt: timeMs,
});
export type ConfigRow = z.infer<typeof configRow>;

/** A part that can be closed. */
export const switchRow = z.object({
  name: z.string(),
  isOn: z.boolean(),
  changedAt: timeMs,
});
export type SwitchRow = z.infer<typeof switchRow>;

/** States of a request that two must agree to. */
export const approvalStates = [
  'pending',
  'approved',
  'executing',
  'executed',
  'failed',
  'unknown',
  'rejected',
  'withdrawn',
  'expired',
] as const;

/** Kinds of such requests. */
export const approvalKinds = [
  'trading.resume',
  'money.give',
  'money.post',
  'account.change',
  'operator.role',
  'operator.disable',
  'config.set',
  'table.set',
  'listing.set',
  'listing.delist',
  'identity.decide',
  'network.open',
  'deposit.release',
  'deposit.rollback',
  'withdrawal.approve',
  'claim.decide',
  'withdrawal.name',
  'cold.address',
  'cold.limits',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** What bars an operator: they asked, they let its payment pass review, their role. */
const approvalObstacles = ['none', 'own', 'released', 'forbidden'] as const;

/** A request that two must agree to. */
export const approvalRow = z.object({
  approvalId: z.number().int(),
  kind: z.enum(approvalKinds),
  /** What will be done, as JSON text. */
  payload: z.string(),
  /** What an approval is bound to. */
  payloadHash: z.string(),
  reason: z.string(),
  madeBy: z.number().int(),
  maker: z.string(),
  madeAt: timeMs,
  expiresAt: timeMs,
  state: z.enum(approvalStates),
  /** 0 = nobody yet. */
  decidedBy: z.number().int(),
  decider: z.string(),
  note: z.string(),
  /** What came of it, as JSON text; "" before. */
  outcome: z.string(),
  /** What one that waits is about, as JSON text, for those who may decide it; "" for others. */
  about: z.string(),
  /** Why the operator cannot approve one that waits. */
  obstacle: z.enum(approvalObstacles),
});
export type ApprovalRow = z.infer<typeof approvalRow>;

/** An operator in the list. */
export const operatorRow = z.object({
  operatorId: z.number().int(),
  email: z.string(),
  role,
  hasSecondFactor: z.boolean(),
  createdAt: timeMs,
  /** 0 = never. */
  lastSeenAt: timeMs,
  isDisabled: z.boolean(),
});
export type OperatorRow = z.infer<typeof operatorRow>;

/** Something that an installation needs before people are let in. */
export const firstDayItem = z.object({
  name: z.enum(['operators', 'mail', 'terms', 'coin', 'market', 'backup', 'alarm']),
  isDone: z.boolean(),
  /** When it was done last, where that counts; 0 = never, or it does not. */
  at: timeMs,
});
export type FirstDayItem = z.infer<typeof firstDayItem>;

const made = z.object({ approvalId: z.number().int() });

/** Routes of the back office. */
export const officeRoutes = {
  overview: defineRoute({
    ...reading('any'),
    path: '/admin/api/overview',
    summary: 'How the exchange stands: engine, people, requests that wait.',
    answer: z.object({
      mode: z.string(),
      reason: z.string(),
      lastSequence: z.number().int(),
      durableSequence: z.number().int(),
      projectedSequence: z.number().int(),
      usersCount: z.number().int(),
      sessionsCount: z.number().int(),
      /** Talks with the service desk that nobody has taken. */
      talksCount: z.number().int(),
      openOrdersCount: z.number().int(),
      approvalsCount: z.number().int(),
      closed: z.array(z.string()),
    }),
  }),
  firstDay: defineRoute({
    ...reading('any'),
    path: '/admin/api/first-day',
    summary: 'What an installation needs before people are let in, ticked by facts.',
    answer: z.object({ items: z.array(firstDayItem) }),
  }),
  sendTestMail: defineRoute({
    ...writing('config.write'),
    path: '/admin/api/mail/test',
    summary: 'Send a test mail to the operator who asks and to the address for alarms.',
    answer: z.object({ addresses: z.array(z.string()) }),
  }),
  searchUsers: defineRoute({
    ...reading('users.read'),
    path: '/admin/api/users',
    summary:
      'Find people by number, address or nickname, 50 a page; whom it showed is written down.',
    query: z.object({
      text: z.string().trim().max(100).default(''),
      /** People before this number; 0 = from the newest. */
      before: numberText.default(0),
    }),
    answer: z.array(userRow),
  }),
  endUserSessions: defineRoute({
    ...writing('users.act'),
    path: '/admin/api/users/sessions/end',
    summary: 'Sign a person out everywhere.',
    body: z.object({ ownerId: rowNumber, reason }),
    answer: z.object({ endedCount: z.number().int() }),
  }),
  listConfig: defineRoute({
    ...reading('config.read'),
    path: '/admin/api/config',
    summary: 'Values that pages read.',
    answer: z.array(configRow),
  }),
  setConfig: defineRoute({
    ...writing('config.write'),
    path: '/admin/api/config',
    bodyBytesMax: bodyBytes.row,
    summary: 'Set a value that pages read; it shows at once, or waits for another to approve it.',
    body: z.object({
      name: z.string().max(60),
      value: z.string().max(4_000),
      /** Needed where another must approve. */
      reason: z.string().trim().max(500).default(''),
    }),
    answer: configRow.extend({
      /** Request that another must approve; 0 = it is set. */
      approvalId: z.number().int(),
    }),
  }),
  listSwitches: defineRoute({
    ...reading('any'),
    path: '/admin/api/switches',
    summary: 'Parts that can be closed, and the switch of maintenance.',
    answer: z.array(switchRow),
  }),
  setSwitch: defineRoute({
    ...writing('switches.write'),
    path: '/admin/api/switches',
    summary: 'Close or open a part at once.',
    body: z.object({ name: z.string().max(60), isOn: z.boolean(), reason }),
    answer: switchRow,
  }),
  haltTrading: defineRoute({
    ...writing('trading.halt'),
    path: '/admin/api/trading/halt',
    summary: 'Stop the engine at once: one operator is enough.',
    body: z.object({ reason }),
    answer: z.object({ mode: z.string() }),
  }),
  cancelOnlyTrading: defineRoute({
    ...writing('trading.halt'),
    path: '/admin/api/trading/cancel-only',
    summary: 'Take nothing but cancels from now on: one operator is enough.',
    body: z.object({ reason }),
    answer: z.object({ mode: z.string() }),
  }),
  resumeTrading: defineRoute({
    ...writing('trading.resume'),
    path: '/admin/api/trading/resume',
    summary: 'Ask for trading to go on: another operator must approve.',
    body: z.object({ reason }),
    answer: made,
  }),
  giveMoney: defineRoute({
    ...writing('money.give'),
    path: '/admin/api/money/give',
    summary: 'Ask for money of the house to be given to a person: another must approve.',
    body: z.object({
      ownerId: rowNumber,
      asset: z.string().regex(/^[A-Z0-9]{1,16}$/, 'asset'),
      amount: decimalText,
      reason,
    }),
    answer: made,
  }),
  listApprovals: defineRoute({
    ...reading('approvals.read'),
    path: '/admin/api/approvals',
    summary: 'Requests that two must agree to, newest first.',
    answer: z.array(approvalRow),
  }),
  approve: defineRoute({
    ...writing('approvals.decide'),
    path: '/admin/api/approvals/approve',
    summary: 'Approve a request of somebody else; it is carried out once, at once.',
    body: z.object({ approvalId: rowNumber, payloadHash: z.string().regex(/^[0-9a-f]{64}$/) }),
    answer: approvalRow,
  }),
  settle: defineRoute({
    ...writing('approvals.decide'),
    path: '/admin/api/approvals/settle',
    summary: 'Say what became of an approved request whose outcome is not known.',
    body: z.object({ approvalId: rowNumber, isDone: z.boolean(), note: reason }),
    answer: approvalRow,
  }),
  reject: defineRoute({
    ...writing('approvals.decide'),
    path: '/admin/api/approvals/reject',
    summary: 'Refuse a request, or take back one of your own.',
    body: z.object({ approvalId: rowNumber, note: z.string().trim().max(500).default('') }),
    answer: approvalRow,
  }),
  listOperators: defineRoute({
    ...reading('operators.read'),
    path: '/admin/api/operators',
    summary: 'Operators of this installation.',
    answer: z.array(operatorRow),
  }),
  setRole: defineRoute({
    ...writing('operators.write'),
    path: '/admin/api/operators/role',
    summary: "Ask for an operator's role to be changed: another must approve.",
    body: z.object({ operatorId: rowNumber, role, reason }),
    answer: made,
  }),
  disableOperator: defineRoute({
    ...writing('operators.write'),
    path: '/admin/api/operators/disable',
    summary: 'Disable an operator at once; for an administrator another must approve. Not oneself.',
    body: z.object({ operatorId: rowNumber, reason }),
    answer: z.object({
      /** Request that another must approve; 0 = it is done. */
      approvalId: z.number().int(),
    }),
  }),
  listAudit: defineRoute({
    ...reading('audit.read'),
    path: '/admin/api/audit',
    summary: 'Acts of operators, newest first.',
    query: z.object({
      before: numberText.optional(),
      action: z.enum(auditActions).optional(),
    }),
    answer: z.array(auditRow),
  }),
  verifyAudit: defineRoute({
    ...reading('audit.read'),
    path: '/admin/api/audit/verify',
    summary: 'Prove the audit chain from its first act to its last.',
    answer: z.object({
      isSound: z.boolean(),
      count: z.number().int(),
      erasedCount: z.number().int(),
      /** First act that is not as it was written, 0 = none. */
      brokenAt: z.number().int(),
      problem: z.string(),
      lastHash: z.string(),
    }),
  }),
} as const;
