// Accounts on the wire: registering, signing in, second factors, sessions.
// Not here: how credentials are checked; that is a base room of the server.
// Read by edge and products of the server, by the sdk and by the reference.
import { timeMs } from '../money.ts';
import { defineRoute } from '../route.ts';
import { freezeCauses } from '../freezes.ts';
import { z } from '../z.ts';
import { identityLevel } from './account/user.ts';

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'email');
const password = z.string().min(1).max(256);
/** One that is asked for and judged: nothing at all is a wrong one. */
const givenPassword = z.string().max(256);
const mailCode = z.string().regex(/^\d{6}$/, 'code');
const ticket = z.string().min(1).max(128);
/** UID of the person who invites. */
const inviteCode = z.string().regex(/^[1-9]\d{6,14}$/, 'invite code');
const anybody = { role: 'public', owner: 'none', rate: 'credential' } as const;
const owner = { role: 'user', owner: 'caller', rate: 'credential' } as const;
const ownerRead = { role: 'user', owner: 'caller', rate: 'read' } as const;
const done = z.object({});

/** Who is signed in; fields of the specification's login data. `photo` is an address or "". */
export const sessionAnswer = z.object({
  fid: z.number().int(),
  fnickname: z.string(),
  email: z.string(),
  photo: z.string(),
  vipLevel: z.number().int(),
  /** 2 = special. */
  vipType: z.number().int(),
  identityLevel,
  hasTotp: z.boolean(),
  passkeysCount: z.number().int(),
  antiPhishingCode: z.string(),
  /** From when the nickname may be changed again, 0 = now. */
  nicknameFrom: z.number().int(),
  createdAt: timeMs,
  /** Why the account is frozen, null while it is not. */
  frozen: z.enum(freezeCauses).nullable(),
});
export type SessionAnswer = z.infer<typeof sessionAnswer>;

/** What the sign-in wants next. */
export const loginAnswer = z.object({
  next: z.enum(['done', 'totp', 'email_code', 'passkey']),
  ticket: z.string(),
  /** The person's own word against forgeries, once the password was right; "" = none set. */
  codeWord: z.string(),
  /** In how many milliseconds another code may be asked for; 0 = none was mailed. */
  resendWaitMs: z.number().int(),
});

/** What the sign-in wants next. */
export type LoginAnswer = z.infer<typeof loginAnswer>;

/** A code was mailed, or it looks so; when another one may be asked for. */
const mailedAnswer = z.object({ ticket: z.string(), resendWaitMs: z.number().int() });

const passkeyJson = z.record(z.string(), z.unknown());

/** How a try to sign in ended; `locked` stands once for all tries of one lock. */
export const loginOutcome = z.enum([
  'ok',
  'wrong_password',
  'wrong_code',
  'wrong_passkey',
  'locked',
]);
export type LoginOutcome = z.infer<typeof loginOutcome>;

/** Routes of accounts. */
export const accountRoutes = {
  register: defineRoute({
    ...anybody,
    method: 'POST',
    path: '/hk-web/account/register',
    summary:
      'Begin an account: the terms must be agreed to; a code goes to the address. Answers alike ' +
      'for known addresses.',
    body: z.strictObject({
      email,
      password,
      /** Nobody gets an account without. */
      agreesToTerms: z.literal(true),
      inviteCode: inviteCode.optional(),
    }),
    answer: mailedAnswer,
  }),
  registerVerify: defineRoute({
    ...anybody,
    method: 'POST',
    path: '/hk-web/account/register/verify',
    summary: 'Finish an account with the mailed code; signs in.',
    body: z.strictObject({ ticket, code: mailCode }),
    answer: loginAnswer,
  }),
  login: defineRoute({
    ...anybody,
    method: 'POST',
    path: '/hk-web/account/login',
    summary: 'Sign in with address and password; says what is needed next.',
    body: z.strictObject({ email, password: givenPassword }),
    answer: loginAnswer,
  }),
  loginVerify: defineRoute({
    ...anybody,
    method: 'POST',
    path: '/hk-web/account/login/verify',
    summary: 'Give the second factor: authenticator, backup code, mailed code or passkey.',
    body: z.strictObject({
      ticket,
      code: z.string().max(32).optional(),
      passkey: passkeyJson.optional(),
    }),
    answer: loginAnswer,
  }),
  codeAgain: defineRoute({
    ...anybody,
    method: 'POST',
    path: '/hk-web/account/code/again',
    summary: 'Mail a new code for what was begun; the one before is void. Once a minute.',
    body: z.strictObject({ ticket }),
    answer: z.object({ resendWaitMs: z.number().int() }),
  }),
  logout: defineRoute({
    ...owner,
    method: 'POST',
    path: '/hk-web/v2/logout',
    summary: 'End this session.',
    answer: done,
  }),
  passwordForgot: defineRoute({
    ...anybody,
    method: 'POST',
    path: '/hk-web/account/password/forgot',
    summary: 'Mail a reset code. Answers alike for unknown addresses.',
    body: z.strictObject({ email }),
    answer: mailedAnswer,
  }),
  passwordReset: defineRoute({
    ...anybody,
    method: 'POST',
    path: '/hk-web/account/password/reset',
    summary: 'Set a new password with the mailed code; ends all other sessions.',
    body: z.strictObject({ ticket, code: mailCode, password }),
    answer: done,
  }),
  passwordChange: defineRoute({
    ...owner,
    method: 'POST',
    path: '/hk-web/account/password/change',
    summary: 'Change the password; ends all other sessions.',
    body: z.strictObject({ password: givenPassword, newPassword: password }),
    answer: done,
  }),
  stepUp: defineRoute({
    ...owner,
    method: 'POST',
    path: '/hk-web/account/stepUp',
    summary: 'Confirm with password or second factor; opens sensitive actions for two minutes.',
    body: z.strictObject({
      password: givenPassword.optional(),
      code: z.string().max(32).optional(),
    }),
    answer: done,
  }),
  totpBegin: defineRoute({
    ...owner,
    method: 'POST',
    path: '/hk-web/account/totp/begin',
    summary: 'A new authenticator seed, shown once.',
    answer: z.object({ secret: z.string(), uri: z.string() }),
  }),
  totpConfirm: defineRoute({
    ...owner,
    method: 'POST',
    path: '/hk-web/account/totp/confirm',
    summary: 'Switch the authenticator on with its first code; answers ten backup codes, once.',
    body: z.strictObject({ code: mailCode }),
    answer: z.object({ backupCodes: z.array(z.string()) }),
  }),
  totpRemove: defineRoute({
    ...owner,
    method: 'POST',
    path: '/hk-web/account/totp/remove',
    summary: 'Switch the authenticator off.',
    body: z.strictObject({ code: z.string().max(32) }),
    answer: done,
  }),
  passkeyOptions: defineRoute({
    ...owner,
    method: 'POST',
    path: '/hk-web/account/passkey/options',
    summary: 'Options for adding a passkey.',
    answer: passkeyJson,
  }),
  passkeyVerify: defineRoute({
    ...owner,
    method: 'POST',
    path: '/hk-web/account/passkey/verify',
    summary: 'Add the passkey that was just made.',
    body: z.strictObject({ name: z.string().trim().min(1).max(40), response: passkeyJson }),
    answer: done,
  }),
  passkeyLoginOptions: defineRoute({
    ...anybody,
    method: 'POST',
    path: '/hk-web/account/passkey/login/options',
    summary: 'Options for signing in with a passkey; any known passkey of this site.',
    answer: z.object({ ticket: z.string(), options: passkeyJson }),
  }),
  passkeys: defineRoute({
    ...ownerRead,
    method: 'GET',
    path: '/hk-web/account/passkeys',
    summary: 'Passkeys of the account.',
    answer: z.array(
      z.object({ id: z.string(), name: z.string(), createdAt: timeMs, lastUsedAt: timeMs }),
    ),
  }),
  passkeyRemove: defineRoute({
    ...owner,
    method: 'DELETE',
    path: '/hk-web/account/passkeys/:id',
    summary: 'Remove a passkey.',
    query: z.object({ id: z.string().max(64) }),
    answer: done,
  }),
  session: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'caller',
    rate: 'read',
    path: '/hk-web/account/session',
    summary: 'Who is signed in; null for a guest.',
    answer: sessionAnswer.nullable(),
  }),
  sessions: defineRoute({
    ...ownerRead,
    method: 'GET',
    path: '/hk-web/account/sessions',
    summary: 'Devices that are signed in.',
    answer: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        ip: z.string(),
        createdAt: timeMs,
        lastSeenAt: timeMs,
        isCurrent: z.boolean(),
      }),
    ),
  }),
  freeze: defineRoute({
    method: 'POST',
    role: 'user',
    owner: 'caller',
    rate: 'credential',
    path: '/hk-web/account/freeze',
    summary: 'Freeze the own account: all sessions and keys end; only the desk undoes it.',
    body: z.object({ cancelsOrders: z.boolean() }),
    answer: done,
  }),
  freezeByLink: defineRoute({
    ...anybody,
    method: 'POST',
    path: '/hk-web/account/freeze/link',
    summary: 'Freeze the account of whoever got the link of a mail; only the desk undoes it.',
    body: z.object({ token: ticket }),
    answer: done,
  }),
  sessionRevoke: defineRoute({
    ...owner,
    method: 'DELETE',
    path: '/hk-web/account/sessions/:id',
    summary: 'End a session (`all` = every other one); its socket closes within 5 s.',
    query: z.object({ id: z.string().max(64) }),
    answer: done,
  }),
  logins: defineRoute({
    ...ownerRead,
    method: 'GET',
    path: '/hk-web/account/logins',
    summary: 'The last 100 sign-ins and failed tries.',
    answer: z.array(
      z.object({ at: timeMs, ip: z.string(), device: z.string(), outcome: loginOutcome }),
    ),
  }),
  profile: defineRoute({
    ...owner,
    method: 'POST',
    path: '/hk-web/account/profile',
    summary:
      'Change nickname (once in seven days), anti-phishing code (after a step-up) or the ' +
      'language of mails and of addresses that name none.',
    body: z.strictObject({
      nickname: z.string().min(1).max(30).optional(),
      /** Blanks at its ends would not be seen in a mail. */
      antiPhishingCode: z
        .string()
        .max(20)
        .refine((text) => text === text.trim(), 'blanks at its ends')
        .optional(),
      locale: z.string().max(10).optional(),
    }),
    answer: done,
  }),
} as const;
