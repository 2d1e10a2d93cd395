// How far the parts are: what the engine has, what is durable, what stands in the tables.
// It watches nothing itself. Asked by health, the operator's tool and jobs of the edge's process.
import type { Database } from '../base/db/index.ts';
import { DISK_FULL_BYTES } from '../base/process/free-room.ts';
import type { Progress } from '../base/modules/index.ts';
import type { DiskWatch } from './disk-watch.ts';
import type { Health } from '../edge/health.ts';
import type { EngineWatch } from './engine-watch.ts';

/** The lowest mark of all projections. */
export async function readProjectedSequence(database: Database): Promise<number> {
  const rows = await database.query<{ projected: number | null }>(
    'SELECT min(sequence) AS projected FROM projections',
  );
  return rows[0]?.projected ?? 0;
}

/** Steps that each projection is behind the last durable one. */
export async function readLags(watch: EngineWatch, database: Database) {
  const rows = await database.query<{ name: string; sequence: number }>(
    'SELECT name, sequence FROM projections',
  );
  const durable = watch.readStatus()?.durableSequence ?? 0;
  return rows.map(({ name, sequence }) => ({ name, steps: Math.max(0, durable - sequence) }));
}

/** How far the parts are. */
export async function readProgress(watch: EngineWatch, database: Database): Promise<Progress> {
  const status = watch.readStatus();
  return {
    ...watch.readMode(),
    lastSequence: status?.lastSequence ?? 0,
    durableSequence: status?.durableSequence ?? 0,
    projectedSequence: await readProjectedSequence(database),
  };
}

/** Whether the exchange takes calls, and how far engine, journal and tables are. */
export async function readReadiness(
  watch: EngineWatch,
  database: Database,
  disk: DiskWatch,
): Promise<Health> {
  const status = watch.readStatus();
  const projected = await readProjectedSequence(database).catch(() => undefined);
  const { mode, reason } = watch.readMode();
  // A full disk also takes the database and with it the engine: it is named, not what it causes.
  const isFull = (disk.readFreeBytes() ?? DISK_FULL_BYTES) < DISK_FULL_BYTES;
  return {
    isReady: status !== undefined && projected !== undefined && mode !== 'halted' && !isFull,
    mode,
    reason: isFull ? 'disk' : projected === undefined ? 'database' : reason,
    lastSequence: status?.lastSequence ?? 0,
    durableSequence: status?.durableSequence ?? 0,
    projectedSequence: projected ?? 0,
  };
}
