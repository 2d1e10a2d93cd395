// Work on a data folder while no server runs on it: takes the lock, brings the database up,
// lets the work run, puts everything away again. It starts no engine and no edge.
// Called by the operator's tool for `verify`, `hash`, `dump`, `solvency` and `backup`.

import { existsSync } from 'node:fs';
import type { Settings } from '../base/config/index.ts';
import { readDatabaseAddress } from '../base/db/of-settings.ts';
import { embeddedFolder, isSessionLost, openDatabase, type Database } from '../base/db/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { checkDatabase, startDatabase } from './database.ts';
import { hasData, prepareFolder } from './folder.ts';
import { findHolder, takeLock } from './lock.ts';
import { endRegistered } from './registry.ts';

/**
 * Run work with the database of a data folder.
 * @param work - gets a pool of the owner's; it must not keep it.
 * @errors Refusal 75 when a server runs there, 73 when there is no data yet, and those of the work.
 */
export async function runOffline<TResult>(
  settings: Settings,
  work: (database: Database) => Promise<TResult>,
): Promise<TResult> {
  const { dataFolder, databaseUrl } = settings;
  // Secrets alone are an installation that was never started: nothing is made for a question.
  const isStarted =
    databaseUrl === undefined ? existsSync(embeddedFolder(dataFolder)) : hasData(dataFolder);
  if (!isStarted) throw refuseEmpty(`in ${dataFolder}`);
  prepareFolder(settings.dataFolder);
  const lock = takeLock(settings.dataFolder);
  try {
    await endRegistered(settings.dataFolder);
    if (databaseUrl !== undefined) await refuseUnstarted(settings);
    const server = await startDatabase({ settings, notice: () => {} });
    try {
      return await runWithOwner(settings, work);
    } finally {
      await server.stop();
    }
  } finally {
    lock.release();
  }
}

function refuseEmpty(place: string): Refusal {
  return new Refusal(
    EXIT.folder,
    `There is no data ${place} yet: start Isobath once, or set DATA_DIR.`,
  );
}

/** A database of the operator's has our tables, or no start was ever made on it. */
async function refuseUnstarted(settings: Settings): Promise<void> {
  await checkDatabase(settings);
  const [{ is_there: isThere }] = await runWithOwner(settings, (database) =>
    database.query<{ is_there: boolean }>("SELECT to_regclass('journal') IS NOT NULL AS is_there"),
  );
  if (!isThere) throw refuseEmpty('in the database of DATABASE_URL');
}

/**
 * Run work with the database of a data folder, whether or not a server runs there.
 * @errors as runOffline, and those of a database that does not answer.
 */
export function runWithDatabase<TResult>(
  settings: Settings,
  work: (database: Database) => Promise<TResult>,
): Promise<TResult> {
  const isRunning = findHolder(settings.dataFolder) !== undefined;
  if (!isRunning) return runOffline(settings, work);
  return runWithOwner(settings, work).catch((error: unknown) => {
    if (!isSessionLost(error)) throw error;
    throw new Refusal(
      EXIT.database,
      'The database does not answer: if the server is starting or stopping, ask again later.',
      error,
    );
  });
}

/** Run work with a pool of the owner's on a database that is running already. */
export async function runWithOwner<TResult>(
  settings: Settings,
  work: (database: Database) => Promise<TResult>,
): Promise<TResult> {
  const address = await readDatabaseAddress(settings);
  const database = openDatabase({ address, role: 'owner', applicationName: 'isobath operator' });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
