// Where a provider is asked and with what: a file of the data folder that the operator writes, read
// anew at each use, so that a secret is turned without a start. In a sandbox the provider's process
// writes its own. Read by the edge (signatures) and by jobs (questions).
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '@isobath/wire/z';
import { keepSecret } from '../log/index.ts';

/** Name of the provider of a sandbox; production asks none of that name. */
export const SANDBOX_PROVIDER = 'sandbox';

const providerAccess = z.strictObject({
  /** As it stands in the path of its webhooks. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'small letters, digits and -'),
  /** What its calls stand below, without a slash at the end. */
  url: z.url({ protocol: /^https?$/ }).refine((url) => !url.endsWith('/'), 'no slash at the end'),
  /** What it knows us by. */
  token: z.string().min(16).max(512),
  /** What its webhooks are signed with: the new one first, beside it the old one for a while. */
  secrets: z.array(z.string().min(16).max(512)).min(1).max(2),
});

/** How a provider is reached. */
export type ProviderAccess = z.infer<typeof providerAccess>;

/** What a provider is asked for. */
export type ProviderKind = 'identity' | 'screening' | 'travel';

/** File of a provider in a data folder. */
export const providerFile = (dataFolder: string, kind: ProviderKind): string =>
  join(dataFolder, 'providers', `${kind}.json`);

/** Whether a provider is named, be its file good or not: who is named and not reached holds. */
export const isProviderNamed = (dataFolder: string, kind: ProviderKind): boolean =>
  existsSync(providerFile(dataFolder, kind));

const OTHERS = 0o077;

/**
 * Read how a provider is reached.
 *
 * @returns undefined without a file: nobody is asked.
 * @throws Error for a file that is none, that others may read, or that names the sandbox's provider
 *   outside of a sandbox.
 */
export async function readProviderAccess(
  { dataFolder, mode }: { readonly dataFolder: string; readonly mode: 'sandbox' | 'production' },
  kind: ProviderKind,
): Promise<ProviderAccess | undefined> {
  const path = providerFile(dataFolder, kind);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (((await stat(path)).mode & OTHERS) !== 0) {
    throw new Error(`${path} can be read by others: allow its owner alone (chmod 600)`);
  }
  const access = parseAccess(path, text);
  for (const secret of [access.token, ...access.secrets]) keepSecret(secret);
  if (mode === 'production' && access.name === SANDBOX_PROVIDER) {
    throw new Error(`${path} names the provider of a sandbox: production asks none of it`);
  }
  return access;
}

/** What is wrong is said without what was read: it holds secrets. */
function parseAccess(path: string, text: string): ProviderAccess {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${path} is no JSON`);
  }
  const parsed = providerAccess.safeParse(value);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Error(`${path} is not usable: ${names.join('; ')}`);
}
