// A person's movements as groups of what moved together, whole steps at a time. Read by costs.ts.
import type { Session } from '../../../base/db/index.ts';
import type { MoveRecord } from '../moves.ts';
import { showReason } from '../reasons.ts';
import type { MovedCoin, MoveGroup } from './fold.ts';

/** Which movements: all behind one. */
export interface MoveSpan {
  readonly ownerId: number;
  readonly afterMoveId: number;
}

const PAGE_ROWS = 5_000;
/** What goes out for these buys or brings nothing. */
const PAID: ReadonlySet<string> = new Set(['trade', 'trade_fee', 'fee']);

interface Gathered extends MoveGroup {
  isPaid: boolean;
  readonly coins: Map<number, MovedCoin>;
}

/** Both together; what nothing priced leaves the whole without a worth. */
function addMoved(one: MovedCoin, row: MoveRecord): MovedCoin {
  const { worthUnits } = one;
  const isKnown = worthUnits !== undefined && row.value_units !== null;
  return {
    units: one.units + BigInt(row.change_units),
    worthUnits: isKnown ? worthUnits + BigInt(row.value_units ?? 0) : undefined,
  };
}

const nothing: MovedCoin = { units: 0n, worthUnits: 0n };

function gather(rows: readonly MoveRecord[]): MoveGroup[] {
  const groups = new Map<string, Gathered>();
  for (const row of rows) {
    const key = `${row.sequence}:${row.reference}`;
    const group = groups.get(key) ?? { isPaid: false, coins: new Map() };
    groups.set(key, group);
    group.isPaid ||= PAID.has(showReason(row.reason));
    const moved = addMoved(group.coins.get(row.asset_id) ?? nothing, row);
    if (moved.units === 0n) group.coins.delete(row.asset_id);
    else group.coins.set(row.asset_id, moved);
  }
  return [...groups.values()].filter(({ coins }) => coins.size > 0);
}

/** A page of movements, and the last of them. */
interface MovePage {
  readonly groups: readonly MoveGroup[];
  readonly throughMoveId: number;
}

/** The next movements in their order; a step's are never parted. Ends when there are none left. */
export async function* readMovePages(session: Session, span: MoveSpan): AsyncGenerator<MovePage> {
  let after = span.afterMoveId;
  let limit = PAGE_ROWS;
  for (;;) {
    const rows = await session.query<MoveRecord>(
      `SELECT move_id, sequence, at_ms, asset_id, change_units, reason, reference, value_units
       FROM balance_moves WHERE owner_id = $1 AND move_id > $2 ORDER BY move_id LIMIT ${limit}`,
      [span.ownerId, after],
    );
    const isLast = rows.length < limit;
    const lastSequence = rows.at(-1)?.sequence;
    const whole = isLast ? rows : rows.filter(({ sequence }) => sequence !== lastSequence);
    // One step with more movements than a page is read in one piece.
    if (whole.length === 0) limit *= 2;
    after = whole.at(-1)?.move_id ?? after;
    if (whole.length > 0) yield { groups: gather(whole), throughMoveId: after };
    if (isLast) return;
  }
}
