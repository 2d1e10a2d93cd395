// The acts of operators as they are kept, one after the other, with their words where these were
// not erased. Whether they are whole, verify.ts tells. Used by verify.ts and export.ts.
import type { Session } from '../db/index.ts';
import type { ChainRow } from './chain.ts';

/** An act with the hash that binds it; words and their salt stand outside of the chain. */
export interface StoredAction {
  readonly row: ChainRow;
  readonly hash: Buffer;
  readonly salt: Buffer | null;
  readonly words: string | null;
}

interface Row {
  readonly sequence: number;
  readonly at_ms: number;
  readonly operator_id: number;
  readonly session_id: number;
  readonly action: string;
  readonly target_kind: string;
  readonly target_id: number;
  readonly detail_id: number;
  readonly detail_hash: Buffer;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
  readonly salt: Buffer | null;
  readonly detail: string | null;
}

const PAGE_ROWS = 2_000;

function readAction(row: Row): StoredAction {
  const chainRow = {
    sequence: row.sequence,
    atMs: row.at_ms,
    operatorId: row.operator_id,
    sessionId: row.session_id,
    action: row.action,
    targetKind: row.target_kind,
    targetId: row.target_id,
    detailId: row.detail_id,
    detailHash: row.detail_hash,
    previousHash: row.previous_hash,
  };
  return { row: chainRow, hash: row.hash, salt: row.salt, words: row.detail };
}

/** Every act in the order of the chain; a page of them is in memory at a time. */
export async function* readActions(session: Session): AsyncGenerator<StoredAction> {
  let after = 0;
  for (;;) {
    const rows = await session.query<Row>(
      `SELECT audit_log.*, salt, detail FROM audit_log LEFT JOIN audit_details USING (detail_id)
       WHERE sequence > $1 ORDER BY sequence LIMIT ${PAGE_ROWS}`,
      [after],
    );
    for (const row of rows) yield readAction(row);
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)?.sequence ?? after;
  }
}
