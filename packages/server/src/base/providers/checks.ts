// What providers of identity checks are asked, and how: a check is made under a reference of ours,
// the same one any number of times, and read back under it. What is read back counts; a webhook
// only says when to read. A provider with other words gets a translator in front of it
// (docs/run/identity.md).
import { z } from '@isobath/wire/z';
import type { ProviderAccess } from './access.ts';

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

const WAIT_MS = 5_000;
const BYTES_MAX = 16 * 1024;

/** A provider that did not answer as it should; it says nothing of what was asked. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
}

/** Asks a provider. */
export interface CheckProvider {
  readonly name: string;
  /** Have a check made. Asked again under the same reference it changes nothing. */
  ask(request: CheckRequest): Promise<CheckStanding>;
  /** Read a check back; undefined when the provider knows none of that reference. */
  read(reference: string): Promise<CheckStanding | undefined>;
}

async function call(
  { url, token }: ProviderAccess,
  path: string,
  body?: object,
): Promise<CheckStanding | undefined> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    ({ status } = response);
    text = await response.text();
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: unknown } };
    throw new ProviderFault(`not reached: ${String(cause?.code ?? name)}`);
  }
  if (status === 404 && body === undefined) return undefined;
  if (status !== 200) throw new ProviderFault(`status ${status}`);
  try {
    if (text.length <= BYTES_MAX) return checkStanding.parse(JSON.parse(text));
  } catch {
    // Said below, without what was answered.
  }
  throw new ProviderFault('not an answer that is known');
}

/** What was answered, if it is about what was asked. */
function compare(standing: CheckStanding, reference: string): CheckStanding {
  if (standing.reference === reference) return standing;
  throw new ProviderFault('an answer about another check');
}

/** Make what asks a provider. */
export function connectChecks(access: ProviderAccess): CheckProvider {
  return {
    name: access.name,
    async ask(request) {
      const standing = await call(access, '/checks', request);
      if (standing === undefined) throw new ProviderFault('no answer');
      return compare(standing, request.reference);
    },
    async read(reference) {
      const standing = await call(access, `/checks/${reference}`);
      return standing && compare(standing, reference);
    },
  };
}
