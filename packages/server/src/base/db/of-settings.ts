import { readSecrets, type Settings } from '../config/index.ts';
import { EXIT, Refusal } from '../process/exit.ts';
import {
  embeddedAddress,
  embeddedFolder,
  parseDatabaseUrl,
  type DatabaseAddress,
} from './address.ts';

/**
 * Address of the database a process works with: DATABASE_URL, or the embedded server.
 * @errors Refusal 78 for a DATABASE_URL that is no address, or a missing secret.
 */
export async function readDatabaseAddress(settings: Settings): Promise<DatabaseAddress> {
  const secrets = await readSecrets(settings.dataFolder);
  const passwords = { owner: secrets['database-owner'], app: secrets['database-app'] };
  if (settings.databaseUrl === undefined) {
    return embeddedAddress(embeddedFolder(settings.dataFolder), passwords);
  }
  const address = parseDatabaseUrl(settings.databaseUrl, passwords.app);
  if (address) return address;
  throw new Refusal(
    EXIT.configuration,
    'DATABASE_URL is not an address like postgres://user:password@host:5432/name with an sslmode ' +
      'of disable, require, verify-ca or verify-full: correct it.',
  );
}
