// Customer service on the wire: a person's talk with the desk, on the lines that the operator
// offers, and the desk's own side of it in the back office.
// Not which lines there are (site/configuration.ts). Read by server, site, console and sdk.
import { timeMs } from '../money.ts';
import type { Permission } from '../permissions.ts';
import { bodyBytes, defineRoute } from '../route.ts';
import { z } from '../z.ts';

/** Lines as the specification numbers them. */
export const serviceLineNumbers = { webChat: 1, liveChat: 2, mixedDesk: 3 } as const;

/** One line. */
export const serviceLine = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type ServiceLine = z.infer<typeof serviceLine>;

/** Largest file. */
export const serviceFileBytesMax = 512 * 1024;
/** What a file may be; the server looks into it, whatever its name says. */
export const serviceFileTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
  'text/plain',
] as const;

/** The same as endings of names, for whoever picks one. */
export const serviceFileEndings = '.png,.jpg,.jpeg,.webp,.pdf,.txt,.log';
/** Longest words of one message. */
export const serviceTextLengthMax = 2_000;

const rowNumber = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const numberText = z.string().max(15).regex(/^\d+$/, 'whole number').transform(Number);
/** What a guest proves their talk with; "" for whoever is signed in. */
const guestKey = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_-]*$/, 'key')
  .default('');
const text = z.string().trim().max(serviceTextLengthMax);
const sentFile = z.object({
  name: z.string().trim().min(1).max(120),
  data: z.string().max(800_000),
});

/** One message of a talk. */
export const serviceMessage = z.object({
  id: z.number().int(),
  /** `desk`: said by the desk itself, such as that it closed. */
  author: z.enum(['person', 'operator', 'desk']),
  text: z.string(),
  file: z.object({ id: z.number().int(), name: z.string(), type: z.string() }).nullable(),
  at: timeMs,
});
export type ServiceMessage = z.infer<typeof serviceMessage>;

const conversationState = z.enum(['none', 'waiting', 'open', 'closed']);

/** A talk as the person sees it. */
export const serviceConversation = z.object({
  /** Given with the first message of a guest: keep it. */
  guestKey: z.string(),
  state: conversationState,
  messages: z.array(serviceMessage),
  unreadCount: z.number().int(),
  /** How many wait before them. */
  waitingCount: z.number().int(),
  /** How long a first answer took lately, 0 = not known. */
  waitSeconds: z.number().int(),
});
export type ServiceConversation = z.infer<typeof serviceConversation>;

/** A talk in the desk's list. */
export const deskRow = z.object({
  conversationId: z.number().int(),
  line: serviceLine,
  /** 0 = a guest. */
  ownerId: z.number().int(),
  who: z.string(),
  state: conversationState,
  /** 0 = nobody has taken it. */
  operatorId: z.number().int(),
  operator: z.string(),
  /** What was said last, or the name of the file that was sent. */
  lastText: z.string(),
  /** Number of the last message: the cursor of the queue. */
  lastId: z.number().int(),
  lastAt: timeMs,
  unreadCount: z.number().int(),
});
export type DeskRow = z.infer<typeof deskRow>;

const open = { method: 'POST', role: 'public', owner: 'caller' } as const;
const file = z.object({ name: z.string(), type: z.string(), data: z.string() });

/** Routes of customer service. */
export const serviceRoutes = {
  conversation: defineRoute({
    ...open,
    rate: 'read',
    path: '/hk-web/service/talk',
    summary: 'The caller’s talk on a line, with the messages after a number.',
    body: z.object({ line: serviceLine, guestKey, since: rowNumber.default(0) }),
    answer: serviceConversation,
  }),
  say: defineRoute({
    ...open,
    rate: 'write',
    path: '/hk-web/service/say',
    bodyBytesMax: bodyBytes.file,
    summary: 'Say something to the desk, or send a file (base64, at most 512 KB).',
    body: z.object({
      line: serviceLine,
      guestKey,
      text: text.default(''),
      file: sentFile.optional(),
    }),
    answer: serviceConversation,
  }),
  markRead: defineRoute({
    ...open,
    rate: 'read',
    path: '/hk-web/service/read',
    summary: 'The panel of a line was opened: nothing of it is unread any more.',
    body: z.object({ line: serviceLine, guestKey }),
    answer: z.object({ unreadCount: z.number().int() }),
  }),
  file: defineRoute({
    ...open,
    rate: 'read',
    path: '/hk-web/service/file',
    summary: 'A file of the caller’s own talk, in base64.',
    body: z.object({ guestKey, fileId: numberText }),
    answer: file,
  }),
} as const;

function desk<TPermission extends Permission>(permission: TPermission) {
  return { role: `admin:${permission}`, owner: 'none' } as const;
}

/** Where the console hears that something of the desk is new: frames `{"ch": "desk"}`. */
export const officeLivePath = '/admin/live';

/** Routes of the desk in the back office. */
export const deskRoutes = {
  queue: defineRoute({
    ...desk('desk.read'),
    method: 'GET',
    rate: 'read',
    path: '/admin/api/desk',
    summary: 'Talks that wait, then those taken; or those that are over, 50 a page, latest first.',
    query: z.object({
      state: z.enum(['active', 'closed']).default('active'),
      before: numberText.default(0),
    }),
    answer: z.array(deskRow),
  }),
  view: defineRoute({
    ...desk('desk.read'),
    method: 'GET',
    rate: 'read',
    path: '/admin/api/desk/:conversationId',
    summary: 'One talk with its messages after a number; the first look is written down.',
    query: z.object({ conversationId: numberText, since: numberText.optional() }),
    answer: z.object({ row: deskRow, messages: z.array(serviceMessage) }),
  }),
  take: defineRoute({
    ...desk('desk.answer'),
    method: 'POST',
    rate: 'write',
    path: '/admin/api/desk/take',
    summary: 'Take a talk that waits, or take it over from the colleague who had it.',
    body: z.object({
      conversationId: rowNumber,
      /** Who had it when the caller looked; 0 = nobody. */
      claimedBy: z.number().int().nonnegative().default(0),
    }),
    answer: deskRow,
  }),
  answer: defineRoute({
    ...desk('desk.answer'),
    method: 'POST',
    rate: 'write',
    path: '/admin/api/desk/answer',
    bodyBytesMax: bodyBytes.file,
    summary: 'Answer in a talk that one has taken, in words or with a file.',
    body: z.object({
      conversationId: rowNumber,
      text: text.default(''),
      file: sentFile.optional(),
    }),
    answer: serviceMessage,
  }),
  close: defineRoute({
    ...desk('desk.answer'),
    method: 'POST',
    rate: 'write',
    path: '/admin/api/desk/close',
    summary: 'End a talk; what the person says next begins a new one.',
    body: z.object({ conversationId: rowNumber }),
    answer: deskRow,
  }),
  deskFile: defineRoute({
    ...desk('desk.read'),
    method: 'POST',
    rate: 'read',
    path: '/admin/api/desk/file',
    summary: 'A file of a talk, in base64.',
    body: z.object({ fileId: rowNumber }),
    answer: file,
  }),
} as const;
