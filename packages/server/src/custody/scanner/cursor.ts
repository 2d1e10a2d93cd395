// How far a network was read: one row, locked by whoever writes a block. Two scanners that read the
// same block cannot both write it: the second finds the row moved on and writes nothing.
// Called by the scanner.

import type { Session } from '../../base/db/index.ts';
import type { BlockHeader } from '../chains/port.ts';

/** Blocks that are kept to find the way back. */
export const KEPT_BLOCKS = 512;

/** The last block that was read. */
export interface Cursor {
  readonly height: number;
  readonly hash: string;
}

/** Where a network stands; undefined before its first block. */
export async function readCursor(session: Session, networkId: number): Promise<Cursor | undefined> {
  const [row] = await session.query<{ height: number; hash: string }>(
    'SELECT height, hash FROM chain_cursor WHERE network_id = $1',
    [networkId],
  );
  return row;
}

/** Lock the row. @returns whether it is where it was read. */
export async function holdCursor(
  session: Session,
  networkId: number,
  { height, hash }: Cursor,
): Promise<boolean> {
  const found = await session.query(
    `SELECT FROM chain_cursor WHERE network_id = $1 AND height = $2 AND hash = $3 FOR UPDATE`,
    [networkId, height, hash],
  );
  return found.length === 1;
}

/** Begin a network behind a block. */
export async function beginCursor(
  session: Session,
  networkId: number,
  { height, hash }: Cursor,
): Promise<void> {
  await session.execute(
    `INSERT INTO chain_cursor (network_id, height, hash, head_height) VALUES ($1, $2, $3, $2)
     ON CONFLICT DO NOTHING`,
    [networkId, height, hash],
  );
  if (height < 0) return;
  await session.execute(
    `INSERT INTO chain_blocks (network_id, height, hash, parent_hash, time_seconds)
     VALUES ($1, $2, $3, '', 0) ON CONFLICT DO NOTHING`,
    [networkId, height, hash],
  );
}

/** Keep a block and move on to it; the row is held. */
export async function moveCursor(
  session: Session,
  networkId: number,
  { height, hash, parentHash, timeSeconds }: BlockHeader,
): Promise<void> {
  await session.execute(
    `INSERT INTO chain_blocks (network_id, height, hash, parent_hash, time_seconds)
     VALUES ($1, $2, $3, $4, $5)`,
    [networkId, height, hash, parentHash, timeSeconds],
  );
  await session.execute(
    `UPDATE chain_cursor SET height = $2, hash = $3, head_height = greatest(head_height, $2)
     WHERE network_id = $1`,
    [networkId, height, hash],
  );
  await session.execute('DELETE FROM chain_blocks WHERE network_id = $1 AND height <= $2', [
    networkId,
    height - KEPT_BLOCKS,
  ]);
}

/** Say where the chain ends. */
export async function noteHead(
  session: Session,
  networkId: number,
  head: { readonly height: number; readonly finalHeight: number | undefined },
): Promise<void> {
  await session.execute(
    `UPDATE chain_cursor SET head_height = $2, final_height = $3
     WHERE network_id = $1 AND (head_height <> $2 OR final_height <> $3)`,
    [networkId, head.height, head.finalHeight ?? -1],
  );
}
