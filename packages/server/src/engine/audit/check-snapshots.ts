// Whether snapshots can be read and bear their seals. Used by verify.ts.
import type { Database } from '../../base/db/index.ts';
import { PostgresSnapshots } from '../log/snapshots.ts';
import type { AuditSource } from './source.ts';

/** A snapshot's place, and the state hash that was taken with it. */
export interface SnapshotMark {
  readonly sequence: number;
  readonly stateHash: string | undefined;
}

/** Every snapshot's place. */
export async function listSnapshots(database: Database, engineId: number): Promise<SnapshotMark[]> {
  const rows = await database.query<{ sequence: number; state_hash: Buffer | null }>(
    'SELECT sequence, state_hash FROM snapshots WHERE engine_id = $1 ORDER BY sequence',
    [engineId],
  );
  return rows.map((row) => ({
    sequence: row.sequence,
    stateHash: row.state_hash?.toString('hex'),
  }));
}

/** Sequences of snapshots that cannot be used. */
export async function checkSnapshots(source: AuditSource): Promise<number[]> {
  const store = new PostgresSnapshots(source);
  const broken: number[] = [];
  for (const { sequence } of await listSnapshots(source.database, source.engineId)) {
    await store.loadNewest(sequence, (found) => {
      if (found === sequence) broken.push(sequence);
    });
  }
  return broken;
}
