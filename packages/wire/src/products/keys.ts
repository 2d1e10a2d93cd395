// Keys of the trading API on the wire: what a person sees and does at /user/apiSetting.
// Not here: the trading API itself (dialect/). Paths are ours; the specification names only the
// page. Read by edge and products of the server, by the sdk and by the reference.
import { timeMs } from '../money.ts';
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';

/** What a key may do; `withdraw` needs a list of addresses. */
export const keyPermission = z.enum(['read', 'spot', 'margin', 'contract', 'transfer', 'withdraw']);
export type KeyPermission = z.infer<typeof keyPermission>;

/** A key as its owner sees it; the secret is not part of it. Times 0 = never. */
export const apiKeyRow = z.object({
  id: z.string(),
  label: z.string(),
  apiKey: z.string(),
  kind: z.enum(['hmac', 'ed25519']),
  permissions: z.array(keyPermission),
  ipList: z.array(z.string()),
  createdAt: timeMs,
  expiresAt: timeMs,
  lastUsedAt: timeMs,
  lastUsedIp: z.string(),
});
export type ApiKeyRow = z.infer<typeof apiKeyRow>;

const terms = {
  label: z.string().trim().min(1).max(40),
  permissions: z.array(keyPermission).min(1).max(6),
  /** Addresses and ranges such as `203.0.113.7` or `10.0.0.0/16`; empty = from everywhere. Of IPv4
   *  /8 is the widest, /16 for a key that withdraws; of IPv6 /32. */
  ipList: z.array(z.string().trim().min(2).max(49)).max(30),
};
const id = z.object({ id: z.string().regex(/^\d{1,16}$/, 'whole number') });
const write = { role: 'user', owner: 'caller', rate: 'credential' } as const;

/** Routes of API keys. */
export const keysRoutes = {
  list: defineRoute({
    method: 'GET',
    role: 'user',
    owner: 'caller',
    rate: 'read',
    path: '/hk-web/user/apiSetting/keys',
    summary: 'API keys that are not revoked, newest first.',
    answer: z.array(apiKeyRow),
  }),
  create: defineRoute({
    ...write,
    method: 'POST',
    path: '/hk-web/user/apiSetting/keys',
    summary: 'Make a key; its secret is in this answer and never again. Needs a step-up.',
    body: z.strictObject({
      ...terms,
      /** Ends after so many days; without addresses 90 at most. Absent: 90, or never. */
      expiresInDays: z.number().int().min(1).max(3_650).optional(),
      /** Public half of an Ed25519 pair (PEM or its base64); absent: a shared secret is made. */
      publicKey: z.string().max(400).optional(),
    }),
    answer: z.object({ key: apiKeyRow, secret: z.string() }),
  }),
  change: defineRoute({
    ...write,
    method: 'PUT',
    path: '/hk-web/user/apiSetting/keys/:id',
    summary: 'Change label, permissions or addresses. Needs a step-up.',
    query: id,
    body: z.strictObject(terms),
    answer: apiKeyRow,
  }),
  revoke: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/hk-web/user/apiSetting/keys/:id',
    summary: 'End a key; requests and sockets that use it end within 5 s. Needs no step-up.',
    query: id,
    answer: z.object({}),
  }),
} as const;
