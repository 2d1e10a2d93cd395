// Officers of custody in the back office: how the signer is, who its officers are, what they are
// asked to sign, enrolling a passkey by a link of the host, signing. Read by server and console.
import { timeMs } from '../money.ts';
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';

const ceremony = z.record(z.string(), z.unknown());
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const token = z.string().min(20).max(100);
const act = {
  method: 'POST',
  role: 'admin:money.approve',
  owner: 'none',
  rate: 'write',
} as const;

/** Kinds of what officers sign. */
export const officerItemKinds = ['payment', 'freeze', 'thaw', 'policy'] as const;

/** What officers are asked to sign, or were. */
export const officerItem = z.object({
  itemId: z.number().int(),
  kind: z.enum(officerItemKinds),
  /** Of a payment; 0 of acts. */
  withdrawalId: z.number().int(),
  /** In the signer's own words; "" until it has said them. */
  text: z.string(),
  /** What a passkey signs, in hex. */
  hash: z.string(),
  /** The signer's, by its key of statements, in hex. */
  signature: z.string(),
  state: z.enum(['asked', 'waiting', 'done', 'refused', 'over']),
  /** Word of the signer's refusal. */
  outcome: z.string(),
  askedAt: timeMs,
  /** How many different officers must sign it. */
  needed: z.number().int(),
  signedBy: z.array(z.object({ officerId: z.string(), at: timeMs })),
  /** Why the operator who asks cannot sign it: `none`, or one of these words. */
  obstacle: z.enum(['none', 'no_officer', 'released', 'signed', 'not_waiting']),
});
export type OfficerItem = z.infer<typeof officerItem>;

/** An officer, or somebody whose passkey waits to become one. */
export const officerRow = z.object({
  officerId: z.string(),
  fingerprint: z.string(),
  /** Mail address of the operator that enrolled it; "" = not known here. */
  email: z.string(),
  /** Whether the signer's policy names it. */
  isOfficer: z.boolean(),
});
export type OfficerRow = z.infer<typeof officerRow>;

/** All that the page of officers shows. */
export const officerView = z.object({
  /** As the signer told it last; null before the first time. */
  signer: z
    .object({
      isFrozen: z.boolean(),
      reasons: z.array(z.string()),
      policyHash: z.string(),
      sequence: z.number().int(),
      seenAt: timeMs,
    })
    .nullable(),
  /** The key that signs descriptions, in hex; "" before the ceremony. */
  statementKey: z.string(),
  /** Where passkeys of officers are valid. */
  rpId: z.string(),
  officers: z.array(officerRow),
  items: z.array(officerItem),
  /** The passkey of the operator who asks; null when they are no officer. */
  own: z.object({ officerId: z.string(), credentialId: z.string() }).nullable(),
});
export type OfficerView = z.infer<typeof officerView>;

/** The text below the signature of a description. */
export function writeDescribed({ kind, text }: Pick<OfficerItem, 'kind' | 'text'>): string {
  return `isobath ${kind === 'payment' ? 'payment' : 'act'} described\n${text}`;
}

/** A passkey as its fingerprint is made of it; the key is COSE in base64url. */
export interface EnrolledKey {
  readonly officerId: string;
  readonly credentialId: string;
  readonly publicKey: string;
}

/** The text of which SHA-256 makes the fingerprint of an officer. */
export function writeOfficer({ officerId, credentialId, publicKey }: EnrolledKey): string {
  return `isobath officer\n${JSON.stringify({ credentialId, officerId, publicKey })}`;
}

/** The fingerprint that a hash makes, in hex: twenty digits in groups of four. */
export function groupFingerprint(hex: string): string {
  return (hex.slice(0, 20).toUpperCase().match(/.{4}/g) ?? []).join(' ');
}

/** Routes of officers. */
export const officerRoutes = {
  officers: defineRoute({
    method: 'GET',
    role: 'admin:custody.read',
    owner: 'none',
    rate: 'read',
    path: '/admin/api/custody/officers',
    summary: 'The signer, its officers, and the last 100 items that they are asked to sign.',
    answer: officerView,
  }),
  officerEnrolOptions: defineRoute({
    ...act,
    path: '/admin/api/custody/officers/enrol/options',
    summary: 'Options for making the passkey of an officer by a link of the host.',
    body: z.object({ token }),
    answer: z.object({ officerId: z.string(), options: ceremony }),
  }),
  officerEnrol: defineRoute({
    ...act,
    path: '/admin/api/custody/officers/enrol',
    summary: 'Keep the passkey of an officer; the host compares its fingerprint.',
    body: z.object({ token, response: ceremony }),
    answer: z.object({ officerId: z.string(), fingerprint: z.string() }),
  }),
  officerAsk: defineRoute({
    ...act,
    path: '/admin/api/custody/officers/ask',
    summary: 'Ask for a freeze, which one officer signs, or for a thaw, which two sign.',
    body: z.object({ kind: z.enum(['freeze', 'thaw']) }),
    answer: z.object({ itemId: z.number().int() }),
  }),
  officerSign: defineRoute({
    ...act,
    path: '/admin/api/custody/officers/sign',
    summary: 'Hand over what the passkey of an officer signed; nobody signs what they released.',
    body: z.object({
      itemId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
      /** The one that was read: another one is refused. */
      hash,
      response: ceremony,
    }),
    answer: z.object({ signedCount: z.number().int(), needed: z.number().int() }),
  }),
} as const;
