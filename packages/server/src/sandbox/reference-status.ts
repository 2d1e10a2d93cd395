// Whether reference prices come, written down for everybody to see: the sandbox's process writes,
// status and the operator's tool read. It judges nothing.
import type { Database } from '../base/db/index.ts';
import type { LiveReference, ReferenceState } from './liquidity.ts';

/** How the reference is. */
export interface ReferenceStatus {
  /** Such as `walk` or `ccxt:binance`. */
  readonly source: string;
  readonly state: ReferenceState;
  /** Since when it is so, UTC milliseconds. */
  readonly since: number;
}

const LOOK_EVERY_MS = 1_000;
const WRITE_EVERY_MS = 10_000;
/** A row nobody has renewed for so long is of a process that is gone. */
const STALE_MS = 30_000;

/** Write at every change and every ten seconds. @returns stop. */
export function keepReferenceStatus(
  database: Database,
  reference: Pick<LiveReference, 'readState'> & { readonly source: string },
  report: (error: unknown) => void,
): () => void {
  let state: ReferenceState | undefined;
  let sinceMs = 0;
  let writtenAtMs = 0;
  const look = () => {
    const nowMs = Date.now();
    const now = reference.readState(nowMs);
    if (now === state && nowMs - writtenAtMs < WRITE_EVERY_MS) return;
    if (now !== state) sinceMs = nowMs;
    state = now;
    writtenAtMs = nowMs;
    const values = [reference.source, state, new Date(sinceMs), new Date(nowMs)];
    database
      .execute(
        `INSERT INTO sandbox_reference (source, state, since, seen_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (only_row) DO UPDATE SET source = $1, state = $2, since = $3, seen_at = $4`,
        values,
      )
      .catch(report);
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Read it; undefined when no sandbox has run here yet. */
export async function readReferenceStatus(
  database: Database,
  nowMs: number,
): Promise<ReferenceStatus | undefined> {
  const rows = await database.query<{
    source: string;
    state: ReferenceState;
    since: Date;
    seen_at: Date;
  }>('SELECT source, state, since, seen_at FROM sandbox_reference');
  if (rows.length === 0) return undefined;
  const [{ source, state, since, seen_at: seenAt }] = rows;
  const isGone = nowMs - seenAt.getTime() > STALE_MS;
  if (isGone) return { source, state: 'away', since: seenAt.getTime() };
  return { source, state, since: since.getTime() };
}
