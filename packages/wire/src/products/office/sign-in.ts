// Signing in to the back office: password, then always a second factor; whoever has none yet sets
// one up first. These calls are open, since nobody is signed in yet; a ticket ties them together.
// Not the person's sign-in (../account.ts). Read by the office product, the console and the sdk.
import { operatorRoleNames } from '../../permissions.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

const open = { method: 'POST', role: 'public', owner: 'none', rate: 'credential' } as const;
const ticket = z.string().min(1).max(100);
const code = z.string().max(20);
const ceremony = z.record(z.string(), z.unknown());

/** Who is signed in to the back office. */
export const operatorAnswer = z.object({
  operatorId: z.number().int(),
  email: z.string(),
  role: z.enum(operatorRoleNames),
  permissions: z.array(z.string()),
  mode: z.enum(['sandbox', 'production']),
});
export type OperatorAnswer = z.infer<typeof operatorAnswer>;

/** Routes of signing in. */
export const officeSignInRoutes = {
  login: defineRoute({
    ...open,
    path: '/admin/api/login',
    summary: 'Begin to sign in as an operator; a second factor is always asked for.',
    body: z.object({ email: z.string().max(200), password: z.string().max(200) }),
    answer: z.object({
      /** `enrol`: no second factor is set up yet. */
      next: z.enum(['enrol', 'confirm']),
      ticket: z.string(),
      hasTotp: z.boolean(),
      hasPasskey: z.boolean(),
    }),
  }),
  verifyTotp: defineRoute({
    ...open,
    path: '/admin/api/login/totp',
    summary: 'Finish signing in with the code of an authenticator.',
    body: z.object({ ticket, code }),
    answer: operatorAnswer,
  }),
  passkeyOptions: defineRoute({
    ...open,
    path: '/admin/api/login/passkey/options',
    summary: 'Options for finishing with a passkey.',
    body: z.object({ ticket }),
    answer: z.object({ ceremonyTicket: z.string(), options: ceremony }),
  }),
  verifyPasskey: defineRoute({
    ...open,
    path: '/admin/api/login/passkey',
    summary: 'Finish signing in with a passkey.',
    body: z.object({ ticket, ceremonyTicket: ticket, response: ceremony }),
    answer: operatorAnswer,
  }),
  beginTotp: defineRoute({
    ...open,
    path: '/admin/api/enrol/totp/begin',
    summary: 'Begin to set up an authenticator at the first sign-in.',
    body: z.object({ ticket }),
    answer: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: defineRoute({
    ...open,
    path: '/admin/api/enrol/totp/confirm',
    summary: 'Set the authenticator up with its first code, which also signs in.',
    body: z.object({ ticket, code }),
    answer: operatorAnswer,
  }),
  beginPasskey: defineRoute({
    ...open,
    path: '/admin/api/enrol/passkey/options',
    summary: 'Begin to set up a passkey at the first sign-in.',
    body: z.object({ ticket }),
    answer: z.object({ options: ceremony }),
  }),
  confirmPasskey: defineRoute({
    ...open,
    path: '/admin/api/enrol/passkey/verify',
    summary: 'Set the passkey up, which also signs in.',
    body: z.object({ ticket, response: ceremony }),
    answer: operatorAnswer,
  }),
  operatorSession: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'none',
    rate: 'read',
    path: '/admin/api/session',
    summary: 'Who is signed in to the back office, null when nobody is.',
    answer: operatorAnswer.nullable(),
  }),
  operatorLogout: defineRoute({
    method: 'POST',
    role: 'admin:any',
    owner: 'none',
    rate: 'credential',
    path: '/admin/api/logout',
    summary: 'End this session of the back office.',
    answer: z.object({}),
  }),
} as const;
