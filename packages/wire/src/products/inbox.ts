// Messages to people on the wire: the notification centre, its settings, price alerts.
// Not the sentences (package texts) nor what is told to whom (the server's products).
// Read by server, sdk and pages.
import { decimalText, timeMs } from '../money.ts';
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';

const user = { role: 'user', owner: 'caller' } as const;

/** Number of a row as text. */
const rowId = z.string().max(15).regex(/^\d+$/, 'whole number');

/** A code of a module or submodule; 0 = all. */
const code = z.number().int().min(0).max(999);

/** One message, in the reader's language. */
export const messageRow = z.object({
  id: rowId,
  title: z.string(),
  content: z.string(),
  createdTime: timeMs,
  read: z.boolean(),
  hasLink: z.boolean(),
  bizType: z.number().int(),
  moduleCode: z.number().int(),
  submoduleCode: z.number().int(),
  /** Path below the language, "" without a link. */
  jumpLink: z.string(),
  supportCode: z.string(),
  /** Facts as JSON text. */
  dataJson: z.string(),
});
export type MessageRow = z.infer<typeof messageRow>;

/** Unread messages by module and submodule. */
export const messageModules = z.array(
  z.object({
    code: z.number().int(),
    unreadCount: z.number().int(),
    submodule: z.array(z.object({ code: z.number().int(), unreadCount: z.number().int() })),
  }),
);

/** What the `notices` channel says: how much is unread, and the newest messages. */
export interface NotificationsData {
  readonly countTotal: number;
  /** Newest first, at most five. */
  readonly newest: readonly MessageRow[];
  /** What the desk said and was not read, and the number of the last word of any talk. */
  readonly desk: { readonly unreadCount: number; readonly lastId: number };
}

/** Kinds of price alerts, as the specification numbers them. */
export const alertTypes = { rise: 1, fall: 2, move: 3, extreme: 4 } as const;

/** Windows of alerts about a move, in minutes. */
export const alertWindows = [5, 30, 60, 1_440] as const;

const alertTerms = {
  /** Such as btc_usdt. */
  symbol: z.string().max(32),
  /** 1 rises to, 2 falls to, 3 moves by per cent within a window, 4 new high or low of 24 h. */
  alertType: z.number().int().min(1).max(4),
  /** Price for types 1 and 2, per cent for type 3, "0" for type 4. */
  alertValue: decimalText,
  /** Type 3: minutes, else 0. */
  windowMinutes: z.union([z.literal(0), ...alertWindows.map((each) => z.literal(each))]),
  /** Once, at most once a day, or each time (five minutes apart at least). */
  repeat: z.enum(['once', 'daily', 'always']),
} as const;

/** A price alert. */
export const priceAlert = z.object({
  id: rowId,
  ...alertTerms,
  createdTime: timeMs,
  /** When it last fired, 0 = never. */
  firedTime: timeMs,
  /** False once it fired and does not repeat. */
  isActive: z.boolean(),
});
export type PriceAlert = z.infer<typeof priceAlert>;

/**
 * Submodules that can be wanted by mail: price alerts, rewards, service, deposits, orders. What
 * protects an account is mailed anyway.
 */
export const mailedSubmodules = [5, 111, 112, 113, 114] as const;

const wanted = z.object({ muted: z.array(z.number().int()), mailed: z.array(z.number().int()) });

/** Routes of the inbox. */
export const inboxRoutes = {
  messages: defineRoute({
    ...user,
    method: 'POST',
    rate: 'read',
    path: '/hk-web/v2/inmail/message/list',
    summary: 'Messages of a module and submodule (0 = all), newest first.',
    body: z.object({
      moduleId: code.default(0),
      submoduleId: code.default(0),
      pageSize: z.number().int().min(1).max(100).default(10),
      pageNum: z.number().int().min(1).max(10_000).default(1),
    }),
    answer: z.object({ list: z.array(messageRow), totalCount: z.number().int() }),
  }),
  markRead: defineRoute({
    ...user,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/v2/inmail/message/status',
    summary: 'Mark one message read (rangeType 1, with its messageId) or all of them (0).',
    body: z.object({
      messageId: z.union([rowId, z.number().int().min(0).transform(String)]).default('0'),
      rangeType: z.union([z.literal(1), z.literal(0)]),
    }),
    answer: z.object({ countTotal: z.number().int() }),
  }),
  unreadCount: defineRoute({
    ...user,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/v2/inmail/message/unReadCount',
    summary: 'How many messages are unread.',
    answer: z.object({ countTotal: z.number().int() }),
  }),
  classify: defineRoute({
    ...user,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/v2/inmail/message/classify',
    summary: 'Modules and submodules of messages, with what is unread in each.',
    answer: messageModules,
  }),
  readMutes: defineRoute({
    ...user,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/inmail/noticeConfig',
    summary: 'Submodules of which no messages are wanted, and those also wanted by mail.',
    answer: wanted,
  }),
  writeMutes: defineRoute({
    ...user,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/inmail/noticeConfig',
    summary: 'Say whether messages of a submodule are wanted.',
    body: z.object({ submoduleCode: code, isMuted: z.boolean() }),
    answer: wanted,
  }),
  writeMailed: defineRoute({
    ...user,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/inmail/noticeMail',
    summary: 'Say whether messages of a submodule are also wanted by mail, 20 a day at most.',
    body: z.object({
      submoduleCode: z.union(mailedSubmodules.map((each) => z.literal(each))),
      isMailed: z.boolean(),
    }),
    answer: wanted,
  }),
  alerts: defineRoute({
    ...user,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/inmail/priceAlert',
    summary: 'Price alerts of the caller, newest first.',
    answer: z.array(priceAlert),
  }),
  addAlert: defineRoute({
    ...user,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/inmail/priceAlert',
    summary: 'Make a price alert: at most 50 a person and 10 a market.',
    body: z.object(alertTerms),
    answer: priceAlert,
  }),
  removeAlert: defineRoute({
    ...user,
    method: 'DELETE',
    rate: 'write',
    path: '/hk-web/inmail/priceAlert/:id',
    summary: 'Take a price alert away.',
    query: z.object({ id: rowId }),
    answer: z.object({ isRemoved: z.boolean() }),
  }),
} as const;
