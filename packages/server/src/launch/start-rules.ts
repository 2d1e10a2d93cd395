// What settings must lead to before anything is started, beyond what can be read in them alone
// (base/config): whom it runs as, an address in parts, secrets, files. One list for a start, which
// refuses with the first, and for `config check`, which names them all. It changes nothing.
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { checkPublicUrl, checkSecrets, type Settings } from '../base/config/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { readExternal } from './database.ts';
import { hasData } from './folder.ts';
import { findServiceUser } from './service-user.ts';

function catchRefusal(work: () => unknown): Refusal[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error];
  }
}

function checkReadable(name: string, folder: string): void {
  try {
    accessSync(resolve(folder, name), constants.R_OK);
  } catch (error) {
    const line = `ISOBATH_REPLAY names ${name}, which cannot be read: correct it.`;
    throw new Refusal(EXIT.configuration, line, error);
  }
}

function checkClosed(named: string): void {
  const line = `${named} holds a password and everybody may read it: chmod 640 it.`;
  throw new Refusal(EXIT.configuration, line);
}

/**
 * Find every reason for which a start of who runs this would be refused.
 *
 * @param folder - relative files start here.
 */
export async function findStartFaults(settings: Settings, folder: string): Promise<Refusal[]> {
  const { databaseUrl, dataFolder, mode, publicUrl, reference } = settings;
  const openFiles = mode === 'production' ? settings.openFiles : [];
  const rules = [
    () => checkPublicUrl(publicUrl, mode),
    ...openFiles.map((named) => () => checkClosed(named)),
    () => findServiceUser(settings),
    () => databaseUrl !== undefined && readExternal(databaseUrl, ''),
    ...reference.candleFiles.map((name) => () => checkReadable(name, folder)),
  ];
  const faults = rules.flatMap(catchRefusal);
  // A new sandbox makes them by itself.
  const needsSecrets = mode === 'production' || hasData(dataFolder);
  return needsSecrets ? [...faults, ...(await checkSecrets(dataFolder))] : faults;
}
