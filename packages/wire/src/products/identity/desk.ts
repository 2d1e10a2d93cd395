// The desk of verification in the back office: its queue by age, one case with data, pictures and
// checks, and what becomes of it. Read by server and console.
import { timeMs } from '../../money.ts';
import type { Permission } from '../../permissions.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import {
  advancedForm,
  identityFileKinds,
  identityItems,
  identityReasons,
  standardForm,
  supplementAnswer,
} from '../identity.ts';
import { companyForm } from './company.ts';

const number = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const numberText = z.string().max(15).regex(/^\d+$/, 'whole number').transform(Number);

function desk<TPermission extends Permission>(permission: TPermission) {
  return { role: `admin:${permission}`, owner: 'none' } as const;
}

/** Where a case stands for the desk. */
export const reviewStates = ['waiting', 'asked', 'answered', 'found', 'decided'] as const;

/** A case in the queue. */
export const reviewRow = z.object({
  recordId: z.number().int(),
  ownerId: z.number().int(),
  /** 1 standard, 2 advanced, 3 company. */
  identityType: z.number().int(),
  /** 0 waiting, 1 passed, 2 failed. */
  identityStatus: z.number().int(),
  /**
   * `asked`: a supplement is with the person; `answered`: its answers wait for the desk; `found`:
   * a check of a passed record has failed since the last decision on it.
   */
  state: z.enum(reviewStates),
  createdAt: timeMs,
  /** 0 = nobody has taken it. */
  claimedBy: z.number().int(),
  claimer: z.string(),
  /** The request about it that waits for a second operator; 0 = none. */
  approvalId: z.number().int(),
});
export type ReviewRow = z.infer<typeof reviewRow>;

/** What the checks found. */
export const reviewCheck = z.object({
  check: z.enum(['age', 'expiry', 'duplicate', 'lists', 'document']),
  /** `unknown`: nobody was asked yet, or can be; `pending`: a provider has not answered. */
  result: z.enum(['passed', 'failed', 'unknown', 'pending']),
  /** A number that goes with it: years, days that are left, other accounts. */
  count: z.number().int(),
});
export type ReviewCheck = z.infer<typeof reviewCheck>;

/** What the desk may do with a case. */
export const reviewOutcomes = ['pass', 'refuse', 'ask', 'revoke'] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];

/** Whole case. */
export const reviewCase = z.object({
  row: reviewRow,
  /** As it was sent: one of the three. */
  standard: standardForm.nullable(),
  advanced: advancedForm.nullable(),
  company: companyForm.nullable(),
  /** Of an advanced case: what the person passed the standard level with. */
  earlier: standardForm.nullable(),
  files: z.array(
    z.object({
      fileId: z.number().int(),
      kind: z.enum(identityFileKinds),
      mediaType: z.string(),
      bytesCount: z.number().int(),
    }),
  ),
  checks: z.array(reviewCheck),
  /** Of a company: what was found of each of its owners, then of its directors. */
  people: z.array(
    z.object({
      part: z.enum(['beneficiaries', 'directors']),
      /** Place in that list. */
      place: z.number().int(),
      checks: z.array(reviewCheck),
    }),
  ),
  /** Of a company: the accounts that trade for it, and whether they are verified now. */
  traders: z.array(z.object({ uid: z.number().int(), isVerified: z.boolean() })),
  supplement: z
    .object({
      items: z.array(z.enum(identityItems)),
      dueAt: timeMs,
      answers: z.array(supplementAnswer),
    })
    .nullable(),
  decisions: z.array(
    z.object({
      outcome: z.string(),
      operator: z.string(),
      items: z.array(z.enum(identityItems)),
      reasonCodes: z.array(z.enum(identityReasons)),
      at: timeMs,
    }),
  ),
});
export type ReviewCase = z.infer<typeof reviewCase>;

/** Routes of the desk of verification. */
export const reviewRoutes = {
  queue: defineRoute({
    ...desk('identity.read'),
    method: 'GET',
    rate: 'read',
    path: '/admin/api/identity',
    summary: 'Cases that wait for the desk, oldest first; or those decided, latest first; 100.',
    query: z.object({ state: z.enum(['open', 'decided']).default('open') }),
    answer: z.array(reviewRow),
  }),
  view: defineRoute({
    ...desk('identity.read'),
    method: 'GET',
    rate: 'read',
    path: '/admin/api/identity/:recordId',
    summary: 'One case with what the person sent; each look is written down.',
    query: z.object({ recordId: numberText }),
    answer: reviewCase,
  }),
  file: defineRoute({
    ...desk('identity.read'),
    method: 'POST',
    rate: 'read',
    path: '/admin/api/identity/file',
    summary: 'A picture or paper of a case, in base64; each look is written down.',
    body: z.object({ recordId: number, fileId: number }),
    answer: z.object({ type: z.string(), data: z.string() }),
  }),
  claim: defineRoute({
    ...desk('identity.decide'),
    method: 'POST',
    rate: 'write',
    path: '/admin/api/identity/claim',
    summary: 'Take a case as one saw it, or take it over from the colleague who had it then.',
    body: z.object({
      recordId: number,
      /** Who had it when the caller looked. */
      claimedBy: z.number().int().nonnegative().default(0),
      /** Where it stood then; left out: wherever it stands. */
      state: z.enum(reviewStates).optional(),
    }),
    answer: reviewRow,
  }),
  decide: defineRoute({
    ...desk('identity.decide'),
    method: 'POST',
    rate: 'write',
    path: '/admin/api/identity/decide',
    summary:
      'Decide on a case that one has taken: pass, refuse, ask for more, or take a passed check ' +
      'back. Passing an advanced or company check and taking one back wait for another operator.',
    body: z.object({
      recordId: number,
      outcome: z.enum(reviewOutcomes),
      /** What is refused or asked for; of a pass none. */
      items: z.array(z.enum(identityItems)).max(identityItems.length).default([]),
      reasonCodes: z.array(z.enum(identityReasons)).max(identityReasons.length).default([]),
      /** By when a supplement is to be answered. */
      dueDays: z.number().int().min(1).max(90).default(14),
    }),
    /** 0 = it is done. */
    answer: z.object({ approvalId: z.number().int() }),
  }),
} as const;
