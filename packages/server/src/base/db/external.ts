// A database given by DATABASE_URL: is it there, is it new enough, has it our roles.
// It starts nothing. Called at every start that does not use the embedded server.

import { EXIT, Refusal } from '../process/exit.ts';
import type { DatabaseAddress, DatabaseRole } from './address.ts';
import { isSessionLost, openDatabase, sqlState, type Database } from './pool.ts';

/** Oldest server this program runs on. */
const SERVER_MAJOR_MIN = 15;

/**
 * Check a server and change nothing there.
 * @errors Refusal 69 when it cannot be reached or refuses us, 76 when it is too old, 78 when what
 *   is written to it is not safe.
 */
export async function checkExternal(address: DatabaseAddress): Promise<void> {
  const database = openForStart(address);
  try {
    await checkVersion(database, address);
  } finally {
    await database.close();
  }
}

function openForStart(address: DatabaseAddress): Database {
  const applicationName = 'isobath start';
  return openDatabase({ address, role: 'owner', applicationName, sessionsMax: 1 });
}

/**
 * Check a server and make the app role there.
 * @errors Refusal 69 when it cannot be reached or refuses us, 76 when it is too old, 78 when its
 *   user may not make a role or commits are not durable.
 */
export async function prepareExternal(address: DatabaseAddress): Promise<void> {
  const database = openForStart(address);
  try {
    await checkVersion(database, address);
    await makeRole(database, address, 'app');
  } finally {
    await database.close();
  }
}

async function checkVersion(database: Database, address: DatabaseAddress): Promise<void> {
  let version: number;
  try {
    const rows = await database.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    );
    version = rows[0].version;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const place = address.socketFolder ?? `${address.host}:${address.port}`;
    const isSilent = isSessionLost(error);
    const isOpen = /does not support SSL/.test((error as Error).message);
    if (isOpen) {
      throw new Refusal(
        EXIT.database,
        `The database at ${place} speaks no TLS: switch it on there, or, when the way to it is ` +
          'private, say sslmode=disable in DATABASE_URL.',
        error,
      );
    }
    throw new Refusal(
      EXIT.database,
      isSilent
        ? `The database at ${place} cannot be reached: start it or correct DATABASE_URL.`
        : `The database at ${place} refuses us (${(error as Error).message}): see DATABASE_URL.`,
      error,
    );
  }
  const major = Math.floor(version / 10_000);
  if (major >= SERVER_MAJOR_MIN) return;
  throw new Refusal(
    EXIT.version,
    `The database is PostgreSQL ${major}, this program needs ${SERVER_MAJOR_MIN} or newer: ` +
      'upgrade it or unset DATABASE_URL.',
  );
}

/**
 * Make a role, or give it the password that it has to have.
 * @param database - opened as owner.
 * @errors Refusal 78 when its user may not make a role.
 */
export async function makeRole(
  database: Database,
  address: DatabaseAddress,
  role: Exclude<DatabaseRole, 'owner'>,
): Promise<void> {
  const { name, password } = address.roles[role];
  try {
    await database.transaction(async (session) => {
      const found = await session.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
      const [{ statement }] = await session.query<{ statement: string }>(
        "SELECT format($1 || ' ROLE %I LOGIN PASSWORD %L', $2::text, $3::text) AS statement",
        [found.length > 0 ? 'ALTER' : 'CREATE', name, password],
      );
      await session.execute(statement);
    });
  } catch (error) {
    if (sqlState(error) !== '42501') throw error;
    throw new Refusal(
      EXIT.configuration,
      `The user of DATABASE_URL may not make the role ${name}: give it CREATEROLE.`,
      error,
    );
  }
}
