// The acts of operators as lines that others can check without this installation. Beside the keyed
// chain of the database stands a chain without a key, which anybody can make anew and whose last
// sum can be written down elsewhere. It proves nothing itself: verify.ts does, before.
// Called by the operator's tool; the format is told in docs/run/auditors.md.
import { createHash } from 'node:crypto';
import type { Session } from '../db/index.ts';

/** Names the format, in the first line. */
const FORMAT = 'isobath-audit-1';
const PAGE_ROWS = 2_000;

interface Row {
  sequence: number;
  at_ms: number;
  operator_id: number;
  session_id: number;
  action: string;
  target_kind: string;
  target_id: number;
  detail_hash: Buffer;
  previous_hash: Buffer;
  hash: Buffer;
  detail_id: number;
  salt: Buffer | null;
  detail: string | null;
}

/** What stands in the chain, in its order; words and their salt stand outside and may be erased. */
function chainOf(row: Row): readonly (string | number)[] {
  return [
    row.sequence,
    row.at_ms,
    row.operator_id,
    row.session_id,
    row.action,
    row.target_kind,
    row.target_id,
    row.detail_id,
    row.detail_hash.toString('hex'),
    row.previous_hash.toString('hex'),
    row.hash.toString('hex'),
  ];
}

/**
 * Write every act.
 * @param write - takes a line of JSON without its end.
 * @returns acts written, and the sum of the last one in hexadecimal digits, "" without any.
 */
export async function exportAudit(
  session: Session,
  write: (line: string) => void | Promise<void>,
): Promise<{ count: number; lastSum: string }> {
  await write(JSON.stringify({ format: FORMAT }));
  let [count, lastSum, after] = [0, '', 0];
  for (;;) {
    const rows = await session.query<Row>(
      `SELECT audit_log.*, salt, detail FROM audit_log LEFT JOIN audit_details USING (detail_id)
       WHERE sequence > $1 ORDER BY sequence LIMIT ${PAGE_ROWS}`,
      [after],
    );
    for (const row of rows) {
      const act = chainOf(row);
      lastSum = createHash('sha256').update(lastSum).update(JSON.stringify(act)).digest('hex');
      const { salt, detail: words } = row;
      const said = words === null ? {} : { salt: salt?.toString('hex'), words };
      await write(JSON.stringify({ act, sum: lastSum, ...said }));
      after = row.sequence;
      count += 1;
    }
    if (rows.length < PAGE_ROWS) break;
  }
  await write(JSON.stringify({ count, lastSum }));
  return { count, lastSum };
}
