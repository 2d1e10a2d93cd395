// What an operator does about the own account: confirm with the second factor, change the password,
// see, add and remove passkeys, see and end sessions. Read by the office product, the console and
// the sdk.
import { timeMs } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

const own = { method: 'POST', role: 'admin:any', owner: 'none', rate: 'credential' } as const;
const ceremony = z.record(z.string(), z.unknown());
const confirmed = z.object({
  /** Until when acts that want a fresh second factor are taken. */
  untilMs: timeMs,
});

/** A session of an operator. */
export const officeSessionRow = z.object({
  sessionId: z.number().int(),
  ip: z.string(),
  device: z.string(),
  createdAt: timeMs,
  lastSeenAt: timeMs,
  isOpen: z.boolean(),
  /** The one that asks. */
  isOwn: z.boolean(),
});
export type OfficeSessionRow = z.infer<typeof officeSessionRow>;

/** A passkey of an operator, without its key. */
export const officePasskeyRow = z.object({
  id: z.string(),
  /** The device it was made on. */
  name: z.string(),
  createdAt: timeMs,
  /** When it was made, until it is used. */
  lastUsedAt: timeMs,
});
export type OfficePasskeyRow = z.infer<typeof officePasskeyRow>;

/** Routes of the own account. */
export const ownAccountRoutes = {
  ownAccount: defineRoute({
    method: 'GET',
    role: 'admin:any',
    owner: 'none',
    rate: 'read',
    path: '/admin/api/own',
    summary: 'The own second factors, passkeys and the last twenty sessions, newest first.',
    answer: z.object({
      hasTotp: z.boolean(),
      hasPasskey: z.boolean(),
      passkeys: z.array(officePasskeyRow),
      sessions: z.array(officeSessionRow),
    }),
  }),
  stepUpByTotp: defineRoute({
    ...own,
    path: '/admin/api/own/step-up/totp',
    summary: 'Confirm this session with the code of an authenticator.',
    body: z.object({ code: z.string().max(20) }),
    answer: confirmed,
  }),
  stepUpOptions: defineRoute({
    ...own,
    path: '/admin/api/own/step-up/passkey/options',
    summary: 'Options for confirming this session with a passkey.',
    body: z.object({}),
    answer: z.object({ ceremonyTicket: z.string(), options: ceremony }),
  }),
  stepUpByPasskey: defineRoute({
    ...own,
    path: '/admin/api/own/step-up/passkey',
    summary: 'Confirm this session with a passkey.',
    body: z.object({ ceremonyTicket: z.string().min(1).max(100), response: ceremony }),
    answer: confirmed,
  }),
  setOwnPassword: defineRoute({
    ...own,
    path: '/admin/api/own/password',
    summary: 'Change the own password; wants a fresh second factor and ends all other sessions.',
    body: z.object({ password: z.string().max(200), newPassword: z.string().max(200) }),
    answer: z.object({ endedCount: z.number().int() }),
  }),
  ownPasskeyOptions: defineRoute({
    ...own,
    path: '/admin/api/own/passkeys/options',
    summary: 'Options for adding a passkey; wants a fresh second factor.',
    body: z.object({}),
    answer: z.object({ options: ceremony }),
  }),
  addOwnPasskey: defineRoute({
    ...own,
    path: '/admin/api/own/passkeys',
    summary: 'Add the passkey that was just made; wants a fresh second factor.',
    body: z.object({ response: ceremony }),
    answer: z.object({}),
  }),
  removeOwnPasskey: defineRoute({
    ...own,
    path: '/admin/api/own/passkeys/remove',
    summary: 'Remove a passkey; wants a fresh second factor. The last second factor stays.',
    body: z.object({ id: z.string().min(1).max(1_024) }),
    answer: z.object({}),
  }),
  endOwnSessions: defineRoute({
    ...own,
    path: '/admin/api/own/sessions/end',
    summary: 'End one of the own sessions, or all but this one.',
    body: z.object({
      /** 0 = all but this one. */
      sessionId: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    }),
    answer: z.object({ endedCount: z.number().int() }),
  }),
} as const;
