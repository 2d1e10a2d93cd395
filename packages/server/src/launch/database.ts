// The database of one start: the embedded server kept running, or the operator's checked.
// It runs no migration.
// Called by launcher.ts and by the operator's offline commands.

import { setTimeout as sleep } from 'node:timers/promises';
import { createSecrets, readSecrets, secretsFolder, type Settings } from '../base/config/index.ts';
import {
  checkExternal,
  type DatabaseAddress,
  embeddedFolder,
  findCluster,
  parseDatabaseUrl,
  prepareCluster,
  prepareExternal,
  startPostmaster,
} from '../base/db/index.ts';
import { statSync } from 'node:fs';
import { describeFailure, EXIT, Refusal } from '../base/process/exit.ts';
import { prepareLog } from './logs.ts';

/** A database that is there until it is stopped. */
export interface RunningDatabase {
  /** What the step's line says about it. */
  readonly detail: string;
  stop(): Promise<void>;
}

/** Parameters of a database start. */
export interface DatabaseStart {
  readonly settings: Settings;
  /** Told in words when the server ended unasked, and when it is back. */
  readonly notice: (text: string) => void;
}

const RESTART_PAUSE_MS = 200;

/**
 * Make the secrets of a new sandbox installation; elsewhere a missing one is refused.
 * @errors Refusal 78 naming the missing secret.
 */
export async function prepareSecrets(settings: Settings): Promise<void> {
  const { dataFolder } = settings;
  // Secrets of existing data cannot be made up again: its journal would look forged.
  const isNew = [embeddedFolder(dataFolder), secretsFolder(dataFolder)].every(
    (folder) => statSync(folder, { throwIfNoEntry: false }) === undefined,
  );
  if (settings.mode === 'sandbox' && isNew) await createSecrets(dataFolder);
  await readSecrets(settings.dataFolder);
}

/**
 * Bring the database up.
 * @errors Refusal 69, 73, 76, 77 or 78 as the parts say.
 */
export async function startDatabase({ settings, notice }: DatabaseStart): Promise<RunningDatabase> {
  const secrets = await readSecrets(settings.dataFolder);
  const passwords = { owner: secrets['database-owner'], app: secrets['database-app'] };
  if (settings.databaseUrl !== undefined) {
    await prepareExternal(readExternal(settings.databaseUrl, passwords.app));
    return { detail: 'yours, by DATABASE_URL', stop: async () => {} };
  }
  const folder = embeddedFolder(settings.dataFolder);
  const isMade = await prepareCluster(folder, passwords);
  const stop = await keepServer(
    folder,
    prepareLog(settings.dataFolder, 'database', settings.logs),
    notice,
  );
  return { detail: isMade ? 'made, PostgreSQL 18' : 'PostgreSQL 18', stop };
}

/**
 * See whether the database will do, before anything is made or changed for it.
 * @errors Refusal 69, 76 or 78.
 */
export async function checkDatabase({ databaseUrl, dataFolder }: Settings): Promise<void> {
  if (databaseUrl === undefined) await findCluster(embeddedFolder(dataFolder));
  else await checkExternal(readExternal(databaseUrl, ''));
}

/** @errors Refusal 78 for what is no address of a database. */
export function readExternal(databaseUrl: string, appPassword: string): DatabaseAddress {
  const address = parseDatabaseUrl(databaseUrl, appPassword);
  if (address) return address;
  throw new Refusal(
    EXIT.configuration,
    'DATABASE_URL is not an address like postgres://user:password@host:5432/name with an sslmode ' +
      'of disable, require, verify-ca or verify-full: correct it.',
  );
}

async function keepServer(
  folder: string,
  logFile: string,
  notice: (text: string) => void,
): Promise<() => Promise<void>> {
  let server = await startPostmaster(folder, logFile);
  let isStopping = false;
  let said = '';
  const keep = async () => {
    for (;;) {
      await server.ended;
      if (isStopping) return;
      if (said === '') notice('database ended unasked, starting it again');
      try {
        server = await startPostmaster(folder, logFile);
        if (isStopping) return await server.stop();
        notice('database is back');
        said = '';
      } catch (error) {
        // Once, however often it is tried: a full disk lasts.
        const { line } = describeFailure(error);
        if (line !== said) notice(line);
        said = line;
        await sleep(RESTART_PAUSE_MS);
      }
    }
  };
  const kept = keep();
  return async () => {
    isStopping = true;
    await server.stop();
    await kept;
  };
}
