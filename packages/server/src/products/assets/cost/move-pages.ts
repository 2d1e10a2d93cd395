// A person's movements as groups of what moved together, whole steps at a time. Read by costs.ts.
import type { Session } from '../../../base/db/index.ts';
import type { MoveRecord } from '../moves.ts';
import { showReason } from '../reasons.ts';
import type { MoveGroup } from './fold.ts';

/** Which movements: behind one and up to another. */
export interface MoveSpan {
  readonly ownerId: number;
  readonly afterMoveId: number;
  readonly throughMoveId: number;
}

const PAGE_ROWS = 5_000;
/** What goes out for these buys or brings nothing. */
const PAID: ReadonlySet<string> = new Set(['trade', 'trade_fee', 'fee']);

function gather(rows: readonly MoveRecord[]): MoveGroup[] {
  const groups = new Map<string, { atMs: number; isPaid: boolean; units: Map<number, bigint> }>();
  for (const row of rows) {
    const key = `${row.sequence}:${row.reference}`;
    const group = groups.get(key) ?? { atMs: row.at_ms, isPaid: false, units: new Map() };
    groups.set(key, group);
    group.isPaid ||= PAID.has(showReason(row.reason));
    const units = (group.units.get(row.asset_id) ?? 0n) + BigInt(row.change_units);
    if (units === 0n) group.units.delete(row.asset_id);
    else group.units.set(row.asset_id, units);
  }
  return [...groups.values()].filter(({ units }) => units.size > 0);
}

/** The next movements in their order; a step's are never parted. Ends when there are none left. */
export async function* readMovePages(
  session: Session,
  span: MoveSpan,
): AsyncGenerator<readonly MoveGroup[]> {
  let after = span.afterMoveId;
  let limit = PAGE_ROWS;
  for (;;) {
    const rows = await session.query<MoveRecord>(
      `SELECT move_id, sequence, at_ms, asset_id, change_units, reason, reference
       FROM balance_moves WHERE owner_id = $1 AND move_id > $2 AND move_id <= $3
       ORDER BY move_id LIMIT ${limit}`,
      [span.ownerId, after, span.throughMoveId],
    );
    const isLast = rows.length < limit;
    const lastSequence = rows.at(-1)?.sequence;
    const whole = isLast ? rows : rows.filter(({ sequence }) => sequence !== lastSequence);
    if (whole.length > 0) yield gather(whole);
    if (isLast) return;
    // One step with more movements than a page is read in one piece.
    if (whole.length === 0) limit *= 2;
    after = whole.at(-1)?.move_id ?? after;
  }
}
