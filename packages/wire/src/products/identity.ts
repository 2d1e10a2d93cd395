// Verifying who somebody is, on the wire: what a person shows for a level, its pictures, what came
// of it, and what was asked for afterwards. Paths of the specification where it has them.
// Not here: the level itself (account/user.ts), companies (identity/company.ts), the desk
// (identity/desk.ts). Read by server, sdk and pages.
import { timeMs } from '../money.ts';
import { bodyBytes, defineRoute } from '../route.ts';
import { z } from '../z.ts';

const own = { role: 'user', owner: 'caller' } as const;

/** Documents that say who somebody is. */
export const identityDocuments = [
  'passport',
  'identity_card',
  'driving_licence',
  'residence_permit',
] as const;
/** One of them. */
export type IdentityDocument = (typeof identityDocuments)[number];

/** Pictures and papers by what they show; of companies' papers a PDF may be sent too. */
export const identityFileKinds = [
  'front',
  'back',
  'selfie',
  'address',
  'supplement',
  'registration',
  'articles',
  'shareholders',
  'authorisation',
  'company_supplement',
] as const;
/** One of them. */
export type IdentityFileKind = (typeof identityFileKinds)[number];
/** Papers that every company shows. */
export const companyPaperKinds = [
  'registration',
  'articles',
  'shareholders',
  'authorisation',
] as const satisfies readonly IdentityFileKind[];
/** Kinds that only companies show. */
export const companyFileKinds = [
  ...companyPaperKinds,
  'company_supplement',
] as const satisfies readonly IdentityFileKind[];

/** Largest file. */
export const identityFileBytesMax = 10 * 1024 * 1024;

/** What a reviewer can name: the parts of what was shown. */
export const identityItems = [
  'name',
  'birth_date',
  'document_number',
  'document_front',
  'document_back',
  'selfie',
  'address',
  'proof_of_address',
  'occupation',
  'source_of_funds',
  'company_details',
  'company_papers',
  'beneficiaries',
  'directors',
  'traders',
] as const;
/** One of them. */
export type IdentityItem = (typeof identityItems)[number];
/** Parts of what a company shows; their answers may be papers of any kind that companies send. */
export const companyItems = [
  'company_details',
  'company_papers',
  'beneficiaries',
  'directors',
  'traders',
] as const satisfies readonly IdentityItem[];

/** Why a part was not accepted. */
export const identityReasons = [
  'unreadable',
  'cut_off',
  'expired',
  'does_not_match',
  'wrong_document',
  'too_old',
  'not_accepted',
  'other',
] as const;
/** One of them. */
export type IdentityReason = (typeof identityReasons)[number];

/** What people do for a living, as broadly as it is asked. */
export const occupations = [
  'employed',
  'self_employed',
  'business_owner',
  'student',
  'retired',
  'not_working',
] as const;
/** Where somebody's money comes from. */
export const fundSources = [
  'salary',
  'business',
  'savings',
  'investments',
  'inheritance',
  'other',
] as const;

/** Days of a calendar month that exist: `2026-02-30` is none. */
export const calendarDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'YYYY-MM-DD')
  .refine((text) => {
    const time = Date.parse(`${text}T00:00:00Z`);
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  }, 'a day of the calendar');

/** Letters of any script, with the signs that stand in names. */
export const personName = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[\p{L}\p{M}][\p{L}\p{M}\p{Zs}'’.,-]*$/u, 'letters');
/** ISO 3166-1, two letters; which exist, the server knows. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'two letters');
/** A number of a document, as it is printed. */
export const documentNumber = z
  .string()
  .trim()
  .min(4)
  .max(40)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u, 'letters and digits');
/** A line of an address, a place, a name of a company. */
export const wordsLine = z
  .string()
  .trim()
  .min(2)
  .max(160)
  .regex(/^[^\p{Cc}]+$/u, 'one line');
/** Number of a file that was sent. */
export const fileNumber = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

const document = {
  country: countryCode,
  documentType: z.enum(identityDocuments),
  documentNumber,
  birthDate: calendarDay,
} as const;

/** What is asked for at the standard level. */
export const standardForm = z.object({
  ...document,
  firstName: personName,
  lastName: personName,
  /** The day it is good until; absent where it says none. */
  expiresOn: calendarDay.optional(),
  fileIds: z.object({
    front: fileNumber,
    /** Of documents with two sides; a passport has one. */
    back: fileNumber.optional(),
    selfie: fileNumber,
  }),
});
export type StandardForm = z.infer<typeof standardForm>;

/** What is asked for at the advanced level. */
export const advancedForm = z.object({
  address: wordsLine,
  city: wordsLine.max(80),
  postalCode: z.string().trim().min(1).max(16),
  country: countryCode,
  proofFileId: fileNumber,
  occupation: z.enum(occupations),
  sourceOfFunds: z.enum(fundSources),
});
export type AdvancedForm = z.infer<typeof advancedForm>;

/** An answer to one part of a supplement: words, a file, or both. */
export const supplementAnswer = z.object({
  item: z.enum(identityItems),
  text: z.string().trim().max(300).default(''),
  fileId: fileNumber.optional(),
});
export type SupplementAnswer = z.infer<typeof supplementAnswer>;

const applied = z.object({ recordId: z.number().int() });

/** Words of a check before applying; "" = nothing stands against it. */
export const checkWords = [
  '',
  'identity_waiting',
  'identity_age',
  'identity_document_used',
  'identity_country',
  'identity_level_order',
  'identity_day_limit',
] as const;

/** Routes of a person's verification. */
export const identityRoutes = {
  takeFile: defineRoute({
    ...own,
    method: 'POST',
    rate: 'upload',
    path: '/hk-web/identity/file',
    isForm: true,
    bodyBytesMax: bodyBytes.document,
    summary:
      'Send a picture (PNG, JPEG, WebP; of companies also PDF) of at most 10 MiB as a form of ' +
      'several parts. It is kept encrypted, without what a camera writes into it.',
    body: z.object({ kind: z.enum(identityFileKinds), file: z.file().max(identityFileBytesMax) }),
    answer: z.object({ fileId: z.number().int() }),
  }),
  checkStandard: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/identity/standard/check',
    summary: 'Whether one could apply with this document; `word` says what stands against it.',
    body: z.object(document),
    answer: z.object({ isFree: z.boolean(), word: z.enum(checkWords) }),
  }),
  applyStandard: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/identity/standard/apply',
    summary: 'Ask to be verified at the standard level: who one is, a document, a picture of both.',
    body: standardForm,
    answer: applied,
  }),
  applyAdvanced: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/identity/advanced/apply',
    summary: 'Ask to be verified at the advanced level: where one lives and what one lives on.',
    body: advancedForm,
    answer: applied,
  }),
  verifyResult: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/identity/getVerifyResult',
    summary: 'What came of the newest check, of a type if one is named, and what to change.',
    query: z.object({ type: z.enum(['1', '2', '3']).optional() }),
    answer: z.object({
      /** 0 without any check. */
      type: z.number().int(),
      /** 0 waiting, 1 passed, 2 failed, 3 not identified. */
      status: z.number().int(),
      reasonCodes: z.array(z.enum(identityReasons)),
      items: z.array(z.enum(identityItems)),
    }),
  }),
  checkSupplement: defineRoute({
    ...own,
    method: 'POST',
    rate: 'read',
    path: '/hk-web/identity/standard/replenish/check',
    summary: 'What a reviewer asks for in addition; no `items` = nothing.',
    answer: z.object({
      /** Whether the day is over by which it was to be answered. */
      isDue: z.boolean(),
      /** Whether only withdrawing is left until it is answered. */
      isLimited: z.boolean(),
      /** 0 = nothing is asked for. */
      dueAtMs: timeMs,
      items: z.array(z.enum(identityItems)),
    }),
  }),
  submitSupplement: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/identity/standard/replenish/submit',
    summary: 'Answer all that a reviewer asks for, once.',
    body: z.object({ answers: z.array(supplementAnswer).min(1).max(identityItems.length) }),
    answer: z.object({}),
  }),
} as const;
