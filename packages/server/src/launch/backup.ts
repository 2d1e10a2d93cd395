// The operator's `backup` and `restore`: database, secrets and the marks outside the database.
// How a server's files are copied is the affair of base/db.
// Called by `cli`.

import { chmodSync, mkdirSync } from 'node:fs';
import { copyFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { secretsFolder, type Settings } from '../base/config/index.ts';
import {
  backUpServer,
  embeddedFolder,
  readBackup,
  restoreServer,
  type BackupManifest,
} from '../base/db/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { hasData, prepareFolder } from './folder.ts';
import { findHolder, takeLock } from './lock.ts';
import { runOffline, runWithOwner } from './offline.ts';

function refuseForeign(settings: Settings): void {
  if (settings.databaseUrl === undefined) return;
  throw new Refusal(
    EXIT.usage,
    'The database is yours (DATABASE_URL): back it up and restore it with its own tools.',
  );
}

/**
 * Back up to an empty folder, whether or not the server runs.
 * The secrets are part of it: without them the journal cannot be proven. Keep it as safe as them.
 */
export async function backUp(settings: Settings, target: string): Promise<BackupManifest> {
  refuseForeign(settings);
  const extras: Record<string, string> = {};
  for (const name of await readdir(secretsFolder(settings.dataFolder)).catch(() => [])) {
    if (!name.startsWith('.'))
      extras[`secrets/${name}`] = join(secretsFolder(settings.dataFolder), name);
  }
  const folder = embeddedFolder(settings.dataFolder);
  const run = findHolder(settings.dataFolder) ? runWithOwner : runOffline;
  return run(settings, (database) => backUpServer({ database, folder, target, extras }));
}

/**
 * Put a backup into a data folder that has no database.
 * An existing one is never overwritten: with `replace` it is put aside under a new name.
 * @returns the manifest, and where the old database went.
 */
export async function restore(
  settings: Settings,
  source: string,
  { replace }: { replace: boolean },
): Promise<{ manifest: BackupManifest; putAside: string | undefined }> {
  refuseForeign(settings);
  const manifest = await readBackup(source);
  prepareFolder(settings.dataFolder);
  const lock = takeLock(settings.dataFolder);
  try {
    let putAside: string | undefined;
    if (hasData(settings.dataFolder)) {
      if (!replace) {
        throw new Refusal(
          EXIT.inUse,
          `There is data in ${settings.dataFolder} already: say --replace to put it aside, ` +
            'or choose another folder with DATA_DIR.',
        );
      }
      putAside = join(settings.dataFolder, `replaced-${Date.now()}`);
      await moveAside(settings.dataFolder, putAside);
    }
    await restoreSecrets(source, manifest, settings.dataFolder);
    await restoreServer(source, manifest, embeddedFolder(settings.dataFolder));
    return { manifest, putAside };
  } finally {
    lock.release();
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

async function restoreSecrets(
  source: string,
  manifest: BackupManifest,
  dataFolder: string,
): Promise<void> {
  mkdirSync(secretsFolder(dataFolder), { recursive: true, mode: 0o700 });
  for (const name of Object.keys(manifest.files)) {
    if (!name.startsWith('secrets/')) continue;
    const target = join(dataFolder, name);
    await copyFile(join(source, name), target);
    chmodSync(target, 0o600);
  }
}
