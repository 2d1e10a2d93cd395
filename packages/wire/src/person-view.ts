// A person as an operator sees them whole, on the wire. It stands above the products because it is
// made of what several of them tell.
// Served by the office; read by its console.
import { decimalText, timeMs } from './money.ts';
import { identityLevel, ownVip } from './products/account/user.ts';
import { feedbackRow } from './products/content/feedback.ts';
import { auditRow, userRow } from './products/office.ts';
import { freezeCauses } from './freezes.ts';
import { serviceLine } from './products/service.ts';
import { defineRoute } from './route.ts';
import { z } from './z.ts';

/** Everything known of a person. */
export const userView = z.object({
  profile: userRow.extend({ locale: z.string(), passkeysCount: z.number().int() }),
  /** Null: not frozen. */
  frozen: z.object({ cause: z.enum(freezeCauses), at: timeMs }).nullable(),
  notes: z.array(
    z.object({ id: z.number().int(), operator: z.string(), text: z.string(), at: timeMs }),
  ),
  balances: z.array(
    z.object({
      accountType: z.number().int(),
      scope: z.number().int(),
      asset: z.string(),
      available: decimalText,
      held: decimalText,
    }),
  ),
  openOrders: z.array(
    z.object({
      orderId: z.string(),
      symbol: z.string(),
      side: z.string(),
      type: z.string(),
      price: z.string(),
      quantity: z.string(),
      executed: z.string(),
      at: timeMs,
    }),
  ),
  /** Closed ones, newest first. */
  closedOrders: z.array(
    z.object({
      orderId: z.string(),
      symbol: z.string(),
      side: z.string(),
      type: z.string(),
      price: z.string(),
      quantity: z.string(),
      executed: z.string(),
      at: timeMs,
    }),
  ),
  /** Movements of money, newest first. */
  moves: z.array(
    z.object({
      seq: z.string(),
      asset: z.string(),
      change: z.string(),
      reason: z.string(),
      at: timeMs,
    }),
  ),
  fills: z.array(
    z.object({
      tradeId: z.string(),
      symbol: z.string(),
      side: z.string(),
      price: z.string(),
      quantity: z.string(),
      fee: z.string(),
      feeAsset: z.string(),
      at: timeMs,
    }),
  ),
  transfers: z.array(
    z.object({
      id: z.string(),
      asset: z.string(),
      amount: z.string(),
      source: z.number().int(),
      target: z.number().int(),
      at: timeMs,
    }),
  ),
  messages: z.array(z.object({ id: z.string(), title: z.string(), read: z.boolean(), at: timeMs })),
  keys: z.array(
    z.object({
      label: z.string(),
      permissions: z.array(z.string()),
      ipList: z.array(z.string()),
      createdAt: timeMs,
      lastUsedAt: timeMs,
    }),
  ),
  sessions: z.array(
    z.object({ device: z.string(), ip: z.string(), createdAt: timeMs, lastSeenAt: timeMs }),
  ),
  logins: z.array(
    z.object({ at: timeMs, ip: z.string(), device: z.string(), outcome: z.string() }),
  ),
  identity: z.object({ level: identityLevel, identityStatus: z.number().int() }),
  vip: ownVip.omit({ vipLevel: true }),
  /** Newest first; what was said last is "" for an operator who may not read at the desk. */
  talks: z.array(
    z.object({
      conversationId: z.number().int(),
      line: serviceLine,
      state: z.enum(['waiting', 'open', 'closed']),
      lastText: z.string(),
      messagesCount: z.number().int(),
      at: timeMs,
    }),
  ),
  /** Newest first; texts are "" for an operator who may not read at the desk. */
  feedback: z.array(
    feedbackRow
      .pick({ id: true, type: true, state: true, text: true, answer: true })
      .extend({ at: timeMs }),
  ),
  acts: z.array(auditRow),
});
export type UserView = z.infer<typeof userView>;

/** The look at a person. */
export const personViewRoutes = {
  viewUser: defineRoute({
    method: 'GET',
    role: 'admin:users.read',
    owner: 'none',
    rate: 'read',
    path: '/admin/api/users/:ownerId',
    summary: 'Everything known of a person; the look is written down.',
    query: z.object({
      ownerId: z.string().max(15).regex(/^\d+$/, 'whole number').transform(Number),
    }),
    answer: userView,
  }),
};
