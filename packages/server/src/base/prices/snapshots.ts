// Snapshots of indexes as rows. Not here: what follows of them (components.ts), and when they are
// taken.
// Called by the price process before it sends a price, by `verify`, and by the calls of prices.
import type { Database, Session } from '../db/index.ts';
import type { IndexSnapshot } from './components.ts';

/** Rows are kept so long; of what is older nobody can say any more what it was made of. */
export const SNAPSHOTS_KEPT_MS = 3 * 86_400_000;

interface SnapshotRow {
  readonly snapshot_id: string;
  readonly index_id: number;
  readonly components_min: number;
  readonly outlier_ppm: number;
  readonly source: string;
  readonly weight: number;
  readonly price_sub: string;
  readonly told_at_ms: string;
}

/** Write snapshots, all or none. */
export async function writeSnapshots(
  session: Session,
  snapshots: readonly IndexSnapshot[],
): Promise<void> {
  const rows = snapshots.flatMap(({ snapshotId, indexId, terms, components }) =>
    components.map(({ source, weight, priceSub, toldAtMs }) => ({
      snapshot_id: snapshotId,
      index_id: indexId,
      components_min: terms.componentsMin,
      outlier_ppm: terms.outlierPpm,
      source,
      weight,
      price_sub: priceSub,
      told_at_ms: toldAtMs,
    })),
  );
  if (rows.length === 0) return;
  await session.execute(
    `INSERT INTO index_snapshots
     SELECT * FROM jsonb_populate_recordset(null::index_snapshots, $1)`,
    [JSON.stringify(rows)],
  );
}

function readRows(rows: readonly SnapshotRow[]): IndexSnapshot[] {
  const found = new Map<string, IndexSnapshot & { components: IndexSnapshot['components'][0][] }>();
  for (const row of rows) {
    // A row with other terms than its neighbours is none of theirs.
    const { snapshot_id: id, index_id: index, components_min: min, outlier_ppm: ppm } = row;
    const key = [id, index, min, ppm].join(' ');
    let snapshot = found.get(key);
    if (snapshot === undefined) {
      snapshot = {
        snapshotId: Number(row.snapshot_id),
        indexId: row.index_id,
        terms: { componentsMin: row.components_min, outlierPpm: row.outlier_ppm },
        components: [],
      };
      found.set(key, snapshot);
    }
    snapshot.components.push({
      source: row.source,
      weight: row.weight,
      priceSub: Number(row.price_sub),
      toldAtMs: Number(row.told_at_ms),
    });
  }
  return [...found.values()];
}

/** Snapshots from one number to another, both included, each with its components by name. */
export async function readSnapshots(
  session: Session,
  fromId: number,
  toId: number,
): Promise<IndexSnapshot[]> {
  const rows = await session.query<SnapshotRow>(
    `SELECT snapshot_id, index_id, components_min, outlier_ppm,
       source, weight, price_sub, told_at_ms
     FROM index_snapshots WHERE snapshot_id >= $1 AND snapshot_id <= $2
     ORDER BY snapshot_id, index_id, source COLLATE "C"`,
    [fromId, toId],
  );
  return readRows(rows);
}

/** The first and the last number there is; undefined while there is none. */
export async function readSnapshotRange(
  session: Session,
): Promise<{ readonly firstId: number; readonly lastId: number } | undefined> {
  const rows = await session.query<{ first: string | null; last: string | null }>(
    'SELECT min(snapshot_id) AS first, max(snapshot_id) AS last FROM index_snapshots',
  );
  const [{ first, last }] = rows;
  return first === null ? undefined : { firstId: Number(first), lastId: Number(last) };
}

/** Drop what is kept no longer. */
export async function dropSnapshots(database: Database, nowMs: number): Promise<void> {
  await database.execute('DELETE FROM index_snapshots WHERE snapshot_id < $1', [
    nowMs - SNAPSHOTS_KEPT_MS,
  ]);
}
