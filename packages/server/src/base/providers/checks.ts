// What providers of identity checks are asked, and what they answer. How stands in asking.ts.
import { z } from '@isobath/wire/z';
import type { ProviderAccess } from './access.ts';
import { connectProvider, type Provider } from './asking.ts';

/** Checks by what is asked. */
export const checkKinds = ['lists', 'document'] as const;
/** One of them. */
export type CheckKind = (typeof checkKinds)[number];

/** How a check stands with its provider. */
export const checkStates = ['pending', 'passed', 'failed'] as const;
/** One of them. */
export type CheckState = (typeof checkStates)[number];

const line = z.string().min(1).max(200);

/** Whom lists are searched for. */
const listsSubject = z.strictObject({
  firstName: line,
  lastName: line,
  birthDate: line,
  country: line,
});
/** Which document is looked at. */
const documentSubject = z.strictObject({
  country: line,
  documentType: line,
  documentNumber: line,
});

/** A check to make. */
export const checkRequest = z.discriminatedUnion('kind', [
  z.strictObject({ reference: z.uuid(), kind: z.literal('lists'), subject: listsSubject }),
  z.strictObject({ reference: z.uuid(), kind: z.literal('document'), subject: documentSubject }),
]);
/** A check to make. */
export type CheckRequest = z.infer<typeof checkRequest>;

/** How a check stands. */
export const checkStanding = z.object({
  reference: z.uuid(),
  kind: z.enum(checkKinds),
  state: z.enum(checkStates),
});
/** How a check stands. */
export type CheckStanding = z.infer<typeof checkStanding>;

/** Body of a webhook: which check to read, and what makes the event one. */
export const checkEvent = z.object({
  eventId: z.string().regex(/^[\w.:-]{1,100}$/),
  reference: z.uuid(),
});

/** Asks a provider of identity checks. */
export type CheckProvider = Provider<CheckRequest, CheckStanding>;

/** Make what asks a provider. */
export const connectChecks = (access: ProviderAccess): CheckProvider =>
  connectProvider(access, checkStanding);
