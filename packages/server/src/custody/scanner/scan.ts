// Follows a chain block by block. One block is one transaction: its rows, the block and the cursor.
// A parent that does not fit leads back to the last block that both know, and forward again; rows
// of blocks that were lost stand in no block until they are seen again.
// It asks the node outside of transactions and checks within that nobody else moved on.
// Not here: what becomes of a receipt (deposits/). Called by custody's loop.

import type { Database } from '../../base/db/index.ts';
import type { Fence } from '../epoch.ts';
import {
  beginCursor,
  type Cursor,
  holdCursor,
  moveCursor,
  noteHead,
  readCursor,
} from './cursor.ts';
import { readGains } from './gains.ts';
import { findOwnMoves, type ScannedNetwork } from './own-moves.ts';
import { unplaceAbove, writeMoves } from './rows.ts';

/** What the scanner stands on. */
export interface ScanParts {
  readonly database: Database;
  readonly fence: Pick<Fence, 'write'>;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
}

/** The chain and our blocks have none in common any more. */
export class TooDeep extends Error {
  constructor(networkId: number) {
    super(`network ${networkId}: no kept block is part of the chain any more`);
    this.name = 'TooDeep';
  }
}

/** Blocks of one look: it ends by itself, and the next one goes on. */
const BLOCKS_A_LOOK = 256;
const NO_PARENT = '0'.repeat(64);

/**
 * Read what is new.
 * @returns the last block that was read, when the chain ends there; undefined while more follows.
 * @errors TooDeep, ChainFault
 */
export async function scanNetwork(
  parts: ScanParts,
  network: ScannedNetwork,
): Promise<Cursor | undefined> {
  const { networkId, port } = network;
  for (let read = 0; read < BLOCKS_A_LOOK; read += 1) {
    const cursor = (await readCursor(parts.database, networkId)) ?? (await begin(parts, network));
    if (cursor === undefined) return undefined;
    const head = await port.readHead();
    await parts.fence.write((session) => noteHead(session, networkId, head));
    if (head.hash === cursor.hash) return cursor;
    const isValid = cursor.height < 0 || (await port.readHash(cursor.height)) === cursor.hash;
    if (!isValid) {
      await goBack(parts, network, cursor);
      continue;
    }
    const hash = await port.readHash(cursor.height + 1);
    const block = hash === undefined ? undefined : await port.readBlock(hash);
    // Replaced between two questions: the next round sees it.
    if (block === undefined || !isNext(block.header.parentHash, cursor)) continue;
    const gains = await readGains(parts.database, network, block);
    if (gains === undefined) continue;
    const { header } = block;
    if (gains.surplus.length > 0) {
      const where = `network ${networkId}, block ${header.height}`;
      parts.report(new Error(`more came than logs say, ${where}: ${gains.surplus.join(', ')}`));
    }
    await parts.fence.write(async (session) => {
      if (!(await holdCursor(session, networkId, cursor))) return;
      const moves = await findOwnMoves(session, network, block);
      await writeMoves(session, { network, header, moves, gains, nowMs: parts.readNowMs() });
      await moveCursor(session, networkId, header);
    });
  }
  return undefined;
}

const isNext = (parentHash: string, cursor: Cursor) =>
  cursor.height < 0 || parentHash === cursor.hash;

/** Stand before the first block that counts. */
async function begin(parts: ScanParts, { networkId, port }: ScannedNetwork) {
  const [row] = await parts.database.query<{ first_height: number }>(
    'SELECT first_height FROM networks WHERE network_id = $1',
    [networkId],
  );
  const height = (row?.first_height ?? 0) - 1;
  const hash = height < 0 ? NO_PARENT : await port.readHash(height);
  if (hash === undefined) return undefined;
  await parts.fence.write((session) => beginCursor(session, networkId, { height, hash }));
  return readCursor(parts.database, networkId);
}

/** Back to the last kept block that is part of the chain. */
async function goBack(
  parts: ScanParts,
  { networkId, port }: ScannedNetwork,
  cursor: Cursor,
): Promise<void> {
  const kept = await parts.database.query<Cursor>(
    'SELECT height, hash FROM chain_blocks WHERE network_id = $1 ORDER BY height DESC',
    [networkId],
  );
  for (const block of kept) {
    if ((await port.readHash(block.height)) !== block.hash) continue;
    await parts.fence.write(async (session) => {
      if (!(await holdCursor(session, networkId, cursor))) return;
      await unplaceAbove(session, networkId, block.height);
      await session.execute(
        'UPDATE chain_cursor SET height = $2, hash = $3 WHERE network_id = $1',
        [networkId, block.height, block.hash],
      );
    });
    return;
  }
  throw new TooDeep(networkId);
}
