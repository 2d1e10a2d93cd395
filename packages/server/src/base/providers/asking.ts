// How providers are asked: a check is made under a reference of ours, the same one any number of
// times, and read back under it. What is read back counts; a webhook only says when to read. A
// provider with other words gets a translator in front of it (docs/run/identity.md).
// What is asked and answered stands with its kind: checks.ts, money-checks.ts.
import type { z } from '@isobath/wire/z';
import type { ProviderAccess } from './access.ts';

const WAIT_MS = 5_000;
const BYTES_MAX = 16 * 1024;

/** A provider that did not answer as it should; it says nothing of what was asked. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
}

/** A check is known by its reference on both sides. */
interface Referenced {
  readonly reference: string;
}

/** Asks a provider. */
export interface Provider<TRequest extends Referenced, TStanding extends Referenced> {
  readonly name: string;
  /** Have a check made. Asked again under the same reference it changes nothing. */
  ask(request: TRequest): Promise<TStanding>;
  /** Read a check back; undefined when the provider knows none of that reference. */
  read(reference: string): Promise<TStanding | undefined>;
}

async function call(
  { url, token }: ProviderAccess,
  path: string,
  body?: object,
): Promise<string | undefined> {
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
  return text;
}

/** What was answered, if it is an answer that is known, and about what was asked. */
function parse<TStanding extends Referenced>(
  shape: z.ZodType<TStanding>,
  text: string,
  reference: string,
): TStanding {
  let standing: TStanding | undefined;
  try {
    if (text.length <= BYTES_MAX) standing = shape.safeParse(JSON.parse(text)).data;
  } catch {
    // Said below, without what was answered.
  }
  if (standing === undefined) throw new ProviderFault('not an answer that is known');
  if (standing.reference === reference) return standing;
  throw new ProviderFault('an answer about another check');
}

/** Make what asks a provider. @param shape - of what it answers. */
export function connectProvider<TRequest extends Referenced, TStanding extends Referenced>(
  access: ProviderAccess,
  shape: z.ZodType<TStanding>,
): Provider<TRequest, TStanding> {
  return {
    name: access.name,
    async ask(request) {
      const text = await call(access, '/checks', request);
      if (text === undefined) throw new ProviderFault('no answer');
      return parse(shape, text, request.reference);
    },
    async read(reference) {
      const text = await call(access, `/checks/${reference}`);
      return text === undefined ? undefined : parse(shape, text, reference);
    },
  };
}
