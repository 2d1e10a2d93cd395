// The operator's `backup` and `restore`: the database in one folder, the secrets in another or
// nowhere, both sealed with a key when one is given. How a server's files are copied is the affair
// of base/db, how they are sealed that of sealed-backup.ts. Called by `cli`.

import { existsSync, mkdirSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import {
  readSecrets,
  type Secrets,
  secretsFolder,
  secretsId,
  type Settings,
  writeBackupMark,
  writeSecrets,
} from '../base/config/index.ts';
import {
  backUpServer,
  embeddedFolder,
  readBackup,
  restoreServer,
  type BackupManifest,
  type BackupSealing,
} from '../base/db/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { copySecrets, readSecretsCopy, refuseTaken, removeSecretsCopy } from './backup-secrets.ts';
import { prepareFolder } from './folder.ts';
import { findHolder, takeLock } from './lock.ts';
import { runOffline, runWithOwner } from './offline.ts';
import { makeSealing, makeSealingOf, NotOpened, SEALED } from './sealed-backup.ts';

function refuseForeign(settings: Settings): void {
  if (settings.databaseUrl === undefined) return;
  throw new Refusal(
    EXIT.usage,
    'The database is yours (DATABASE_URL): back it up and restore it with its own tools.',
  );
}

/** Whether one folder is the other or lies in it. */
function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
}

/** @errors Refusal 64 when secrets and data were to lie together. */
export function refuseTogether(target: string, secretsTarget: string): void {
  if (!isWithin(secretsTarget, target) && !isWithin(target, secretsTarget)) return;
  throw new Refusal(
    EXIT.usage,
    'Secrets and data are kept apart: name a folder elsewhere with --secrets.',
  );
}

/** How a backup is made. */
export interface BackupRequest {
  /** Folder for a copy of the secrets; undefined: they are not copied. */
  readonly secretsTarget?: string | undefined;
  /** Pass phrase to seal both with; undefined: they are kept as they are. */
  readonly phrase?: string | undefined;
}

/**
 * Back up to an empty folder, whether or not the server runs. The secrets are no part of it: who
 * finds one folder can neither sign as this installation nor read what is sealed in its tables.
 *
 * @errors Refusal 64 when secrets and data were to lie together, 73 when a folder is not empty;
 *   no secret was copied then.
 */
export async function backUp(
  settings: Settings,
  target: string,
  { secretsTarget, phrase }: BackupRequest = {},
): Promise<BackupManifest> {
  refuseForeign(settings);
  if (secretsTarget !== undefined) refuseTogether(target, secretsTarget);
  // Both are looked at before either gets a file.
  for (const place of secretsTarget === undefined ? [target] : [target, secretsTarget]) {
    await refuseTaken(place);
  }
  const sealing = phrase === undefined ? undefined : await makeSealing(phrase);
  const folder = embeddedFolder(settings.dataFolder);
  const run = findHolder(settings.dataFolder) ? runWithOwner : runOffline;
  const manifest = await run(settings, async (database) => {
    const secrets = await readSecrets(settings.dataFolder);
    if (secretsTarget !== undefined) await copySecrets(secrets, secretsTarget, sealing);
    const labels = { secretsId: secretsId(secrets) };
    const copying = backUpServer({ database, folder, target, labels, sealing });
    return copying.catch(async (error: unknown) => {
      // Secrets of a backup that there is not would be in the way of the next one.
      if (secretsTarget !== undefined) await removeSecretsCopy(secretsTarget);
      throw error;
    });
  });
  await writeBackupMark(settings.dataFolder, Date.now());
  return manifest;
}

/** What is known of a backup that is to be put back. */
export interface RestoreRequest {
  /** Put existing data aside under a new name. */
  readonly replace: boolean;
  /** Folder with a copy of its secrets; undefined: those of the data folder are the right ones. */
  readonly secretsSource?: string | undefined;
  readonly phrase?: string | undefined;
}

/**
 * Put a backup into a data folder that has no database.
 * An existing one is never overwritten: with `replace` it is put aside under a new name.
 *
 * @returns the manifest, and where the old database went.
 * @errors Refusal 65 when a file is damaged or cut short, 73 when there is no backup, 75 when there
 *   is data already, 78 when the key or the secrets are not those of this backup.
 */
export async function restore(
  settings: Settings,
  source: string,
  { replace, secretsSource, phrase }: RestoreRequest,
): Promise<{ manifest: BackupManifest; putAside: string | undefined }> {
  refuseForeign(settings);
  const { dataFolder } = settings;
  const sealing = await findSealing(source, phrase);
  const manifest = await refuseWrongKey(() => readBackup(source, sealing));
  const bundled = holdsSecrets(manifest) ? join(source, 'secrets') : undefined;
  const secrets = await refuseWrongKey(() =>
    findSecrets({ dataFolder, secretsSource, bundled, phrase }),
  );
  if ((await readExpectedId(manifest, bundled)) !== secretsId(secrets)) {
    throw new Refusal(
      EXIT.configuration,
      'These secrets are not those of this backup: with them its journal could not be proven.',
    );
  }
  prepareFolder(dataFolder);
  const lock = takeLock(dataFolder);
  try {
    const isTaken =
      existsSync(embeddedFolder(dataFolder)) ||
      (secretsSource !== undefined && existsSync(secretsFolder(dataFolder)));
    if (isTaken && !replace) {
      throw new Refusal(
        EXIT.inUse,
        `There is data in ${dataFolder} already: say --replace to put it aside, ` +
          'or choose another folder with DATA_DIR.',
      );
    }
    const putAside = isTaken ? join(dataFolder, `replaced-${Date.now()}`) : undefined;
    if (putAside !== undefined) await moveAside(dataFolder, putAside);
    // The secrets come last: cut short before, the same command does it all again, and a start of
    // production without them is refused instead of beginning an empty database.
    await restoreServer(source, manifest, { folder: embeddedFolder(dataFolder), sealing });
    if (!existsSync(secretsFolder(dataFolder))) await writeSecrets(dataFolder, secrets);
    return { manifest, putAside };
  } finally {
    lock.release();
  }
}

/** The key that opens a backup, when it is sealed. */
async function findSealing(
  source: string,
  phrase: string | undefined,
): Promise<BackupSealing | undefined> {
  const manifest = join(source, `backup.json${SEALED}`);
  if (!existsSync(manifest)) return undefined;
  if (phrase !== undefined) return refuseWrongKey(() => makeSealingOf(phrase, manifest));
  throw new Refusal(
    EXIT.usage,
    `${source} is sealed: give its key with --key-file FILE or --ask-key.`,
  );
}

/** Backups of early releases hold the secrets themselves. */
const holdsSecrets = ({ files }: BackupManifest): boolean =>
  Object.keys(files).some((name) => name.startsWith('secrets/'));

/** Which secrets belong to a backup. @errors Refusal 65 when nothing in it says so. */
async function readExpectedId(
  { labels }: BackupManifest,
  bundled: string | undefined,
): Promise<string> {
  const { secretsId: labelled } = labels;
  if (labelled !== undefined) return labelled;
  if (bundled !== undefined) return secretsId(await readSecretsCopy(bundled, undefined));
  throw new Refusal(
    EXIT.journalDamaged,
    'Nothing in this backup says which secrets are its own: use another one.',
  );
}

async function findSecrets(where: {
  readonly dataFolder: string;
  readonly secretsSource: string | undefined;
  readonly bundled: string | undefined;
  readonly phrase: string | undefined;
}): Promise<Secrets> {
  const { dataFolder, secretsSource, bundled, phrase } = where;
  if (secretsSource !== undefined) return readSecretsCopy(secretsSource, phrase);
  if (existsSync(secretsFolder(dataFolder))) return readSecrets(dataFolder);
  if (bundled !== undefined) return readSecretsCopy(bundled, undefined);
  throw new Refusal(
    EXIT.configuration,
    'The secrets are no part of a backup: name the folder of their copy with --secrets, or put ' +
      `them into ${secretsFolder(dataFolder)} first.`,
  );
}

async function refuseWrongKey<TResult>(work: () => Promise<TResult>): Promise<TResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotOpened)) throw error;
    throw new Refusal(
      EXIT.configuration,
      `${error.message}: it is another one, or the file is damaged.`,
      error,
    );
  }
}

/**
 * Everything that belongs to the old data goes, but the mark of how far its journal had come: when
 * the restored one is shorter, the start says so and the operator accepts the loss by number. What
 * the tool did by itself, this restore among it, is told to the restored data.
 */
async function moveAside(dataFolder: string, aside: string): Promise<void> {
  mkdirSync(aside, { mode: 0o700 });
  for (const name of await readdir(dataFolder)) {
    if (/^(lock|logs|journal\.mark|acts\.(waiting|taking)|replaced-.*)$/.test(name)) continue;
    await rename(join(dataFolder, name), join(aside, name));
  }
}
