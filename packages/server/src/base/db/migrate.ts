// Brings the tables to the state this release expects: plain SQL, in the order of one list.
// It holds no table of its own but the record of what ran. Called at every start, as owner.
// A migration is a folder `NNNN-name` with `up.sql` and `notes.md` (why, and what to look at).

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { EXIT, Refusal } from '../process/exit.ts';
import type { Database, Session } from './pool.ts';

/** One step; its name is unique over all rooms. */
export interface Migration {
  /** `room/NNNN-name`. */
  readonly name: string;
  /** The file with its statements. */
  readonly file: URL;
}

/**
 * List a room's migrations, in the order they must run.
 * @param room - the room's name, first part of each migration's name.
 * @param here - `import.meta.url` of the listing file; the folder `migrations` lies beside it.
 * @param folders - `NNNN-name` each.
 */
export function listMigrations(
  room: string,
  here: string,
  folders: readonly string[],
): readonly Migration[] {
  return folders.map((folder) => ({
    name: `${room}/${folder}`,
    file: new URL(`migrations/${folder}/up.sql`, here),
  }));
}

/** The migrations of this room: roles and the rule for tables that are only ever appended to. */
export const baseMigrations = listMigrations('base', import.meta.url, ['0001-roles']);

/** Parameters of a migration run. */
export interface MigrateOptions {
  /** Opened as owner. */
  readonly database: Database;
  readonly appRole: string;
  readonly migrations: readonly Migration[];
  /** Told the name of each migration before it runs. */
  readonly report?: (name: string) => void;
}

/**
 * Run what has not run yet, each migration in a transaction of its own with its record.
 * @returns the names that ran now.
 * @errors Refusal 76 when an applied migration was changed or is unknown to this release.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { database, migrations } = options;
  await database.execute(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const steps = await Promise.all(
    migrations.map(async (migration) => {
      const text = await readFile(migration.file, 'utf8');
      return { ...migration, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
  const known = new Map(steps.map((step) => [step.name, step]));
  if (known.size !== steps.length) throw new Error('two migrations have one name');
  const applied = await readApplied(database);
  for (const [name, hash] of applied) checkApplied(name, hash, known.get(name)?.hash);
  const ran: string[] = [];
  for (const step of steps) {
    if (applied.has(step.name)) continue;
    options.report?.(step.name);
    if (await applyStep(options, step)) ran.push(step.name);
  }
  return ran;
}

async function readApplied(session: Session): Promise<Map<string, string>> {
  const rows = await session.query<{ name: string; hash: string }>(
    'SELECT name, hash FROM schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row.hash]));
}

function checkApplied(name: string, hash: string, expected: string | undefined): void {
  if (expected === undefined) {
    throw new Refusal(
      EXIT.version,
      `The database was written by a newer release (it has ${name}): start that release.`,
    );
  }
  if (expected !== hash) {
    throw new Refusal(
      EXIT.version,
      `Migration ${name} is not the one this database was made with: restore the original file.`,
    );
  }
}

interface Step extends Migration {
  readonly text: string;
  readonly hash: string;
}

/** @returns false when another start applied it while we waited for the lock. */
function applyStep({ database, appRole }: MigrateOptions, step: Step): Promise<boolean> {
  return database.transaction(async (session) => {
    await session.execute('LOCK TABLE schema_migrations IN EXCLUSIVE MODE');
    if ((await readApplied(session)).has(step.name)) return false;
    await session.query("SELECT set_config('isobath.app_role', $1, true)", [appRole]);
    try {
      await session.execute(step.text);
    } catch (error) {
      throw new Error(`migration ${step.name}: ${(error as Error).message}`, { cause: error });
    }
    await session.execute('INSERT INTO schema_migrations (name, hash) VALUES ($1, $2)', [
      step.name,
      step.hash,
    ]);
    return true;
  });
}

/**
 * Check that the app role can only add to the tables that are only ever appended to.
 * @param database - opened as app.
 * @errors Refusal 78 naming the first table that it could change.
 */
export async function checkAppendOnly(database: Database): Promise<void> {
  const open = await database.query<{ name: string }>(
    `WITH RECURSIVE guarded AS (
       SELECT to_regclass(name)::oid AS oid FROM append_only_tables
       UNION ALL
       SELECT inhrelid FROM pg_inherits JOIN guarded ON inhparent = guarded.oid)
     SELECT oid::regclass::text AS name FROM guarded
     WHERE has_table_privilege(oid, 'UPDATE') OR has_table_privilege(oid, 'DELETE')
        OR has_table_privilege(oid, 'TRUNCATE') LIMIT 1`,
  );
  if (open.length === 0) return;
  throw new Refusal(
    EXIT.configuration,
    `The app role may change or delete rows of ${open[0].name}: revoke that right.`,
  );
}
