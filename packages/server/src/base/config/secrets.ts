// What nobody else may know: a file each in the data folder's `secrets`, readable by us alone.
// They never stand in the database, in a log or in the environment.
// Called at the start of every process that signs, encrypts or opens the database.

import { randomBytes } from 'node:crypto';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
export async function readSecrets(dataFolder: string): Promise<Secrets> {
  const secrets: Partial<Record<SecretName, string>> = {};
  // One after the other: of several that are missing the first is named each time.
  for (const name of NAMES) secrets[name] = await readSecret(dataFolder, name);
  return secrets as Secrets;
}

/** Read all secrets and name what is wrong with each, in place of the first. */
export async function checkSecrets(dataFolder: string): Promise<Refusal[]> {
  const found = await Promise.allSettled(NAMES.map((name) => readSecret(dataFolder, name)));
  return found.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refusal] : []));
}

async function readSecret(dataFolder: string, name: SecretName): Promise<string> {
  const path = join(secretsFolder(dataFolder), name);
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
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
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new Refusal(EXIT.configuration, `The secret ${path} must be 64 hexadecimal digits.`);
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
  const folder = secretsFolder(dataFolder);
  makeFolder(folder);
  for (const name of missing) {
    const fresh = join(folder, `.${name}.new`);
    const file = await open(fresh, 'w', 0o600);
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
    await file.sync();
    await file.close();
    await rename(fresh, join(folder, name));
  }
  return missing;
}
