// The doctor's looks at the database: version, what keeps commits safe, encryption on the way,
// archive, standbys, and the end of the journal. They write nothing. Called by doctor.ts.

import type { Settings } from '../base/config/index.ts';
import { readSecrets } from '../base/config/index.ts';
import type { Database } from '../base/db/index.ts';
import { readArchivedEnd, verifyTailOf } from '../engine/index.ts';
import { ENGINE_ID } from '../engine/tables.ts';
import { type Check, fine, look, showAge, showBytes } from './check.ts';

const TAIL_STEPS = 20_000;
const ARCHIVE_LATE_MS = 10 * 60_000;
const STANDBY_LATE_BYTES = 64 * 1024 * 1024;
const CLOCK_OFF_MS = 1_000;

/** All looks at a database that can be asked. */
export async function checkDatabase(settings: Settings, database: Database): Promise<Check[]> {
  // One that does not answer is one fault, not five things that nobody could look at.
  await database.query('SELECT 1');
  const all = [
    await look('database', () => checkServer(settings, database)),
    await look('database clock', () => checkServerClock(database)),
    await look('archive', () => checkArchive(settings, database)),
    await look('standbys', () => checkStandbys(database)),
    await look('journal', () => checkTail(settings, database)),
  ];
  return all.flat();
}

interface ServerRow {
  readonly version: string;
  readonly checksums: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly is_encrypted: boolean;
  readonly is_local: boolean;
  readonly bytes: number;
}

async function checkServer({ databaseUrl }: Settings, database: Database): Promise<Check[]> {
  const [row] = await database.query<ServerRow>(
    `SELECT current_setting('server_version') AS version,
       current_setting('data_checksums') AS checksums, current_setting('fsync') AS fsync,
       current_setting('full_page_writes') AS full_page_writes,
       current_setting('synchronous_commit') AS synchronous_commit,
       coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS is_encrypted,
       coalesce(host(inet_client_addr()) IN ('127.0.0.1', '::1'), true) AS is_local,
       pg_database_size(current_database()) AS bytes`,
  );
  const whose = databaseUrl === undefined ? 'embedded' : 'yours';
  const checks = [fine('database', `PostgreSQL ${row.version}, ${whose}, ${showBytes(row.bytes)}`)];
  const wanted = ['checksums', 'fsync', 'full_page_writes'] as const;
  const off = wanted.filter((name) => row[name] !== 'on').map((name) => `${name} is off`);
  if (row.synchronous_commit === 'off') off.push('synchronous_commit is off');
  const durable = { check: 'durability', state: 'fault' } as const;
  checks.push(
    off.length === 0
      ? fine('durability', 'checksums, fsync and full_page_writes are on')
      : {
          ...durable,
          found: off.join(', '),
          advice: 'see docs/run/install.md: commits may be lost',
        },
  );
  const way = row.is_local ? 'on this machine' : row.is_encrypted ? 'by TLS' : 'unencrypted';
  checks.push(
    way === 'unencrypted'
      ? {
          check: 'way to the database',
          state: 'fault',
          found: 'over the network, unencrypted',
          advice: 'sslmode=verify-full in DATABASE_URL',
        }
      : fine('way to the database', way),
  );
  return checks;
}

async function checkServerClock(database: Database): Promise<Check> {
  const beforeMs = Date.now();
  const [row] = await database.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS ms',
  );
  const afterMs = Date.now();
  const offMs = Math.max(0, beforeMs - row.ms, row.ms - afterMs);
  if (offMs <= CLOCK_OFF_MS) return fine('database clock', `within ${offMs} ms of ours`);
  const found = `${showAge(offMs)} (${offMs} ms) away from ours`;
  const advice = 'let a time service keep both machines';
  return { check: 'database clock', state: 'warn', found, advice };
}

interface ArchiveRow {
  readonly mode: string;
  readonly archived: number;
  readonly last_ms: number;
  readonly failed_ms: number;
  readonly last_wal: string;
  readonly now_ms: number;
  readonly timeout: string;
}

async function checkArchive({ databaseUrl }: Settings, database: Database): Promise<Check> {
  const [row] = await database.query<ArchiveRow>(
    `SELECT current_setting('archive_mode') AS mode, archived_count AS archived,
       coalesce(extract(epoch FROM last_archived_time) * 1000, 0)::int8 AS last_ms,
       coalesce(extract(epoch FROM last_failed_time) * 1000, 0)::int8 AS failed_ms,
       coalesce(last_archived_wal, '') AS last_wal,
       (extract(epoch FROM now()) * 1000)::int8 AS now_ms,
       current_setting('archive_timeout') AS timeout
     FROM pg_stat_archiver`,
  );
  if (row.mode === 'off') {
    return databaseUrl === undefined
      ? fine('archive', 'none: the embedded database is backed up whole')
      : {
          check: 'archive',
          state: 'warn',
          found: 'archive_mode is off: what came after the last base backup can be lost',
          advice: 'docs/run/back-up.md says how to archive',
        };
  }
  const ageMs = row.now_ms - row.last_ms;
  const found = `${row.archived} segments, the last one ${row.last_wal} ${showAge(ageMs)} ago`;
  if (row.failed_ms > row.last_ms) {
    const advice = 'the log of PostgreSQL says why; its disk fills up meanwhile';
    return { check: 'archive', state: 'fault', found: `failing; ${found}`, advice };
  }
  if (row.archived > 0 && (row.timeout === '0' || ageMs <= ARCHIVE_LATE_MS)) {
    return fine('archive', found);
  }
  const late = row.archived === 0 ? 'nothing was archived yet' : found;
  return { check: 'archive', state: 'warn', found: late, advice: 'see archive_command' };
}

interface StandbyRow {
  readonly name: string;
  readonly state: string;
  readonly behind: number | null;
}

async function checkStandbys(database: Database): Promise<Check> {
  const rows = await database.query<StandbyRow>(
    `SELECT application_name AS name, coalesce(state, 'hidden') AS state,
       pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::int8 AS behind
     FROM pg_stat_replication`,
  );
  const [slots] = await database.query<{ count: number; bytes: number }>(
    `SELECT count(*) AS count,
       coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::int8 AS bytes
     FROM pg_replication_slots WHERE NOT active`,
  );
  const advice = 'mend or drop what does not follow: the log is kept for it and fills the disk';
  if (slots.count > 0 && slots.bytes > STANDBY_LATE_BYTES) {
    const found = `${slots.count} slots without a reader keep ${showBytes(slots.bytes)}`;
    return { check: 'standbys', state: 'fault', found, advice };
  }
  if (rows.length === 0) return fine('standbys', 'none');
  const late = rows.filter(({ behind }) => (behind ?? 0) > STANDBY_LATE_BYTES);
  const found = rows
    .map(({ name, state, behind }) => `${name} ${state}, ${showBytes(behind ?? 0)} behind`)
    .join('; ');
  return late.length === 0
    ? fine('standbys', found)
    : { check: 'standbys', state: 'warn', found, advice };
}

async function checkTail(settings: Settings, database: Database): Promise<Check> {
  const [made] = await database.query<{ table: string | null }>(
    "SELECT to_regclass('journal_heads')::text AS table",
  );
  if (made?.table == null) {
    const advice = 'npm start makes the tables';
    return { check: 'journal', state: 'unknown', found: 'nothing was started yet', advice };
  }
  const secrets = await readSecrets(settings.dataFolder);
  const report = await verifyTailOf(database, secrets['journal-key'], TAIL_STEPS);
  const { fromSequence, lastSequence, rowsCount } = report;
  const found = `steps ${fromSequence} to ${lastSequence} in ${rowsCount} rows`;
  const [first] = report.findings;
  const { lastSequence: archived } = await readArchivedEnd(database, ENGINE_ID);
  const moved = archived === 0 ? '' : `; those up to ${archived} lie in archived parts`;
  if (first === undefined) return fine('journal', `${found} are as they were written${moved}`);
  return {
    check: 'journal',
    state: 'fault',
    found: `sequence ${first.sequence}: ${first.what}`,
    advice: 'isobath -- verify names all of it; see docs/run/incident.md',
  };
}
