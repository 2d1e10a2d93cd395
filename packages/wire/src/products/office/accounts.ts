// What operators do with a customer's account, on the wire: freezing at once, and changes that two
// must agree to on evidence. Served by the office; read by its console.
import { officeFreezeCauses } from '../../freezes.ts';
import type { Permission } from '../../permissions.ts';
import { bodyBytes, defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import { documentTypes, referenceLengthMax } from './money.ts';

/** What two must agree to on evidence. */
export const accountChanges = ['thaw', 'factor', 'address', 'erase'] as const;
export type AccountChange = (typeof accountChanges)[number];

const ownerId = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const numberText = z.string().max(15).regex(/^\d+$/, 'whole number').transform(Number);
const reason = z.string().trim().min(3).max(500);

function writing<TPermission extends Permission>(permission: TPermission) {
  const role = `admin:${permission}` as const;
  return { method: 'POST', role, owner: 'none', rate: 'write' } as const;
}

/** Routes of customers' accounts. */
export const accountOfficeRoutes = {
  freezeUser: defineRoute({
    ...writing('users.act'),
    path: '/admin/api/users/freeze',
    summary: 'Freeze an account at once: signed out, keys refused, nothing traded or withdrawn.',
    body: z.object({
      ownerId,
      cause: z.enum(officeFreezeCauses),
      /** Open orders are taken back; else they stay and may be filled. */
      cancelsOrders: z.boolean(),
      reason,
    }),
    answer: z.object({ canceledCount: z.number().int() }),
  }),
  endUserKeys: defineRoute({
    ...writing('users.act'),
    path: '/admin/api/users/keys/end',
    summary: 'End all API keys of a person.',
    body: z.object({ ownerId, reason }),
    answer: z.object({ endedCount: z.number().int() }),
  }),
  addUserNote: defineRoute({
    ...writing('users.act'),
    path: '/admin/api/users/notes',
    summary: 'Add a note about a person that operators read.',
    body: z.object({ ownerId, text: z.string().trim().min(1).max(2_000) }),
    answer: z.object({ noteId: z.number().int() }),
  }),
  askUserChange: defineRoute({
    ...writing('users.change'),
    path: '/admin/api/users/change',
    bodyBytesMax: bodyBytes.file,
    summary:
      'Ask to thaw an account, take a lost factor away, set an address or erase data, ' +
      'on evidence: another operator must approve.',
    body: z.object({
      ownerId,
      change: z.enum(accountChanges),
      /** The new address, for `address`. */
      address: z.string().trim().toLowerCase().max(254).default(''),
      /** A file in base64, or a reference in words; one of them. */
      file: z
        .object({ name: z.string().trim().min(1).max(120), data: z.string().max(800_000) })
        .optional(),
      reference: z.string().trim().max(referenceLengthMax).default(''),
      reason,
    }),
    answer: z.object({ approvalId: z.number().int() }),
  }),
  readEvidence: defineRoute({
    ...writing('users.change'),
    rate: 'read',
    path: '/admin/api/users/evidence',
    summary: 'The evidence of such a request, in base64; the look is written down.',
    body: z.object({ approvalId: ownerId }),
    answer: z.object({ name: z.string(), type: z.enum(documentTypes), data: z.string() }),
  }),
  exportUser: defineRoute({
    method: 'GET',
    role: 'admin:users.change',
    owner: 'none',
    rate: 'read',
    path: '/admin/api/users/export',
    summary: 'Everything that is kept of a person as a JSON file; the look is written down.',
    query: z.object({ ownerId: numberText }),
    answer: z.unknown(),
    isBare: true,
  }),
} as const;
