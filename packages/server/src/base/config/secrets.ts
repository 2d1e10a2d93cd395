// What nobody else may know: a file each in the data folder's `secrets`, readable by us alone.
// They never stand in the database, in a log or in the environment.
// Called at the start of every process that signs, encrypts or opens the database.

import { createHash, randomBytes } from 'node:crypto';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keepSecret } from '../log/index.ts';
import { EXIT, Refusal } from '../process/exit.ts';
import { makeFolder } from '../process/make-folder.ts';

const NAMES = ['journal-key', 'credential-key', 'database-owner', 'database-app'] as const;

/** Name of a secret, and of its file. */
export type SecretName = (typeof NAMES)[number];

/**
 * The secrets of one installation, 64 hexadecimal digits each: `journal-key` binds the journal's
 * chain, `credential-key` encrypts what must be read back (second factors), the other two are the
 * passwords of the database roles.
 */
export type Secrets = Readonly<Record<SecretName, string>>;

/** Folder of the secrets inside a data folder. */
export function secretsFolder(dataFolder: string): string {
  return join(dataFolder, 'secrets');
}

/**
 * Read all secrets.
 * @errors Refusal 78 naming the first that is missing or unusable, 77 if it cannot be read.
 */
export function readSecrets(dataFolder: string): Promise<Secrets> {
  return parseSecrets((name) => readSecret(join(secretsFolder(dataFolder), name)));
}

/**
 * Read all secrets from wherever they are kept.
 *
 * @param read - the text of one.
 * @errors Refusal 78 naming the first that is unusable, and those of `read`.
 */
export async function parseSecrets(read: (name: SecretName) => Promise<string>): Promise<Secrets> {
  const secrets: Partial<Record<SecretName, string>> = {};
  // One after the other: of several that are missing the first is named each time.
  for (const name of NAMES) {
    secrets[name] = parseSecret(name, await read(name));
  }
  return secrets as Secrets;
}

function parseSecret(name: SecretName, text: string): string {
  keepSecret(text.trim());
  if (/^[0-9a-f]{64}$/.test(text.trim())) return text.trim();
  throw new Refusal(EXIT.configuration, `The secret ${name} must be 64 hexadecimal digits.`);
}

/** What tells one installation's secrets from another's and none of them. */
export function secretsId(secrets: Secrets): string {
  const all = NAMES.map((name) => `${name} ${secrets[name]}`).join('\n');
  return createHash('sha256')
    .update(`secrets of an installation\n${all}`)
    .digest('hex')
    .slice(0, 32);
}

/** Whether a file of secrets may have this name. */
export const isSecretName = (name: string): name is SecretName =>
  (NAMES as readonly string[]).includes(name);

/** Read all secrets and name what is wrong with each, in place of the first. */
export async function checkSecrets(dataFolder: string): Promise<Refusal[]> {
  const read = async (name: SecretName) =>
    parseSecret(name, await readSecret(join(secretsFolder(dataFolder), name)));
  const found = await Promise.allSettled(NAMES.map(read));
  return found.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refusal] : []));
}

async function readSecret(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') {
      throw new Refusal(EXIT.permission, `The secret ${path} cannot be read: start as its owner.`);
    }
    throw new Refusal(
      EXIT.configuration,
      `The secret ${path} is missing: bring it back from the backup, or for a new installation ` +
        'run: npm run isobath -- secrets create',
    );
  }
}

/** Names of the secrets that are not there yet. */
export async function findMissingSecrets(dataFolder: string): Promise<SecretName[]> {
  const found = await Promise.all(
    NAMES.map((name) =>
      stat(join(secretsFolder(dataFolder), name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return NAMES.filter((_, index) => !found[index]);
}

/**
 * Make every secret that is missing; an existing one is never replaced.
 * @returns the names made.
 */
export async function createSecrets(dataFolder: string): Promise<SecretName[]> {
  const missing = await findMissingSecrets(dataFolder);
  await putSecrets(dataFolder, missing, () => randomBytes(32).toString('hex'));
  return missing;
}

/** Write secrets that are known into a data folder that has none. */
export function writeSecrets(dataFolder: string, secrets: Secrets): Promise<void> {
  return putSecrets(dataFolder, NAMES, (name) => secrets[name]);
}

async function putSecrets(
  dataFolder: string,
  names: readonly SecretName[],
  make: (name: SecretName) => string,
): Promise<void> {
  const folder = secretsFolder(dataFolder);
  makeFolder(folder);
  for (const name of names) {
    const fresh = join(folder, `.${name}.new`);
    const file = await open(fresh, 'w', 0o600);
    await file.writeFile(`${make(name)}\n`);
    await file.sync();
    await file.close();
    await rename(fresh, join(folder, name));
  }
}
