// Proof of one exact request, on the wire: a second factor over the very text that will be sent.
// It stands in the header `sign` of that request, with `bver` 1. It is another thing than the
// step-up of a session.
import { timeMs } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import { write } from './fields.ts';

/** What a proof can be for. */
export const proofActions = [
  'withdraw',
  'address_add',
  'address_remove',
  'allowlist_off',
  'pay',
  'c2c_release',
] as const;

/** One of the actions that a proof can be for. */
export type ProofAction = (typeof proofActions)[number];

/** Routes of proofs. */
export const proofRoutes = {
  begin: defineRoute({
    ...write,
    rate: 'credential',
    path: '/hk-web/account/proof/begin',
    summary: 'Say what will be sent: the exact body, or of a GET its query.',
    body: z.object({ action: z.enum(proofActions), body: z.string().max(4_096) }),
    answer: z.object({
      proofId: z.string(),
      /** Factors of which one is needed. */
      factors: z.array(z.enum(['totp', 'passkey'])),
      /** Whether a code from a mail is needed too; it is on its way then. */
      isMailCodeNeeded: z.boolean(),
      /** What a passkey signs, as the browser takes it; null without a passkey. */
      passkey: z.unknown(),
      expiresAtMs: timeMs,
    }),
  }),
  finish: defineRoute({
    ...write,
    rate: 'credential',
    path: '/hk-web/account/proof/finish',
    summary: 'Give the second factor; the proof holds once, for 120 s, for that text.',
    body: z.object({
      proofId: z.string().max(64),
      totp: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
      passkey: z.unknown().optional(),
      mailCode: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    answer: z.object({ proof: z.string(), expiresAtMs: timeMs }),
  }),
} as const;
