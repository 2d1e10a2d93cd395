// A copy of the secrets, apart from the data they belong to. Called by backup.ts.

import { existsSync } from 'node:fs';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isSecretName, parseSecrets, type Secrets } from '../base/config/index.ts';
import type { BackupSealing } from '../base/db/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { makeFolder } from '../base/process/make-folder.ts';
import { makeSealingOf, NotOpened, SEALED } from './sealed-backup.ts';

const nameSealed = (name: string) => `secrets/${name}`;

/**
 * Refuse a folder that holds something, before anything is written anywhere.
 * @errors Refusal 73.
 */
export async function refuseTaken(path: string): Promise<void> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Refusal(EXIT.folder, `${path} is no folder that can be read: choose another.`, error);
  });
  if (names.length === 0) return;
  throw new Refusal(EXIT.folder, `The folder ${path} is not empty: choose another one.`);
}

/** Whether a folder holds such a copy and nothing else; an empty one is the rest of one. */
export async function isSecretsCopy(path: string): Promise<boolean> {
  const names = await readdir(path).catch(() => undefined);
  if (names === undefined) return false;
  return names.every((name) => isSecretName(name.replace(/\.[a-z]+$/, '')));
}

/** Take away what `copySecrets` wrote: its folder was empty before. */
export async function removeSecretsCopy(target: string): Promise<void> {
  for (const name of await readdir(target)) await rm(join(target, name));
}

/**
 * Write them to an empty folder, a file each; nothing is there when this is refused.
 *
 * @errors Refusal 73 when the folder holds something or cannot be written.
 */
export async function copySecrets(
  secrets: Secrets,
  target: string,
  sealing: BackupSealing | undefined,
): Promise<void> {
  try {
    makeFolder(target);
  } catch (error) {
    throw new Refusal(EXIT.folder, `The folder ${target} cannot be made: choose another.`, error);
  }
  await refuseTaken(target);
  for (const [name, secret] of Object.entries(secrets)) {
    const plain = Buffer.from(`${secret}\n`);
    const content =
      sealing === undefined
        ? plain
        : await buffer(Readable.from([plain]).pipe(sealing.seal(nameSealed(name))));
    const file = await open(join(target, `${name}${sealing?.suffix ?? ''}`), 'wx', 0o600);
    await file.writeFile(content);
    await file.sync();
    await file.close();
  }
}

/**
 * Read such a copy.
 *
 * @errors Refusal 64 when it is sealed and no key was given, 78 when one is missing or unusable;
 *   NotOpened when the key is another one.
 */
export async function readSecretsCopy(
  source: string,
  phrase: string | undefined,
): Promise<Secrets> {
  let sealing: BackupSealing | undefined;
  return parseSecrets(async (name) => {
    const path = join(source, name);
    if (existsSync(path)) return readFile(path, 'utf8');
    const sealed = `${path}${SEALED}`;
    if (!existsSync(sealed)) {
      throw new Refusal(EXIT.configuration, `There is no ${name} in ${source}: name its folder.`);
    }
    if (phrase === undefined) {
      throw new Refusal(EXIT.usage, `${source} is sealed: give its key with --key-file FILE.`);
    }
    // The key takes half a second to make, and all of a copy share it.
    sealing ??= await makeSealingOf(phrase, sealed);
    return openOne(sealing, sealed, name);
  });
}

async function openOne(sealing: BackupSealing, path: string, name: string): Promise<string> {
  const opener = sealing.open(nameSealed(name));
  try {
    const [content] = await Promise.all([
      buffer(opener),
      readFile(path).then((bytes) => opener.end(bytes)),
    ]);
    return content.toString('utf8');
  } catch (error) {
    throw error instanceof NotOpened ? new NotOpened(path) : error;
  }
}
