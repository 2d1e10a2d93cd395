// Rows of what a block brought: receipts, and outputs that can be spent later. A receipt is one
// place of one transaction, whatever block has it: in another block the same row is placed again.
// Called by the scanner, within the transaction of a block.

import { ACCOUNTS } from '@isobath/signer/addresses';
import type { Session } from '../../base/db/index.ts';
import type { BlockHeader, ChainMove } from '../chains/port.ts';
import { type Gains, readGain } from './gains.ts';
import { type OwnMove, readAccountType, type ScannedNetwork } from './own-moves.ts';

/** New coins of who made a block cannot be spent for so many blocks. */
const NEW_COIN_BLOCKS = 100;

/** Where the rows stand. */
export interface PlacedMoves {
  readonly network: ScannedNetwork;
  readonly header: BlockHeader;
  readonly moves: readonly OwnMove[];
  /** What of tokens really came. */
  readonly gains: Gains;
  readonly nowMs: number;
}

const contractOf = ({ asset }: ChainMove) => (asset === 'native' ? '' : asset);

/** Write what a block brought. */
export async function writeMoves(session: Session, placed: PlacedMoves): Promise<void> {
  await writeReceipts(session, placed);
  if (placed.network.family !== 'evm') await writeOutputs(session, placed);
}

async function writeReceipts(
  session: Session,
  { network, header, moves, gains, nowMs }: PlacedMoves,
): Promise<void> {
  const received = moves.filter(({ isOwn }) => !isOwn);
  if (received.length === 0) return;
  const { networkId, needed } = network;
  const rows = received.map(({ move, to }) => {
    const gain = readGain(gains, move, network.family);
    return {
      tx_hash: move.txid,
      place: move.place,
      owner_id: to.ownerId,
      account_type: readAccountType(to),
      is_owned: to.ownerId > 0 || to.account !== ACCOUNTS.deposits,
      contract: contractOf(move),
      address: to.address,
      from_address: move.from ?? '',
      raw: String(gain.raw),
      said_raw: String(move.raw),
      gain: gain.word,
      needed: move.isNewCoin ? Math.max(needed, NEW_COIN_BLOCKS) : needed,
      is_new_coin: move.isNewCoin,
    };
  });
  await session.execute(
    `INSERT INTO deposits AS own (network_id, tx_hash, place, kind, owner_id, account_type,
       asset_id, contract, address, from_address, block_hash, height, raw, said_raw, gain, status,
       reason, needed, is_new_coin, seen_at_ms)
     SELECT $1, tx_hash, place, 'chain', owner_id, account_type, coalesce(listed.asset_id, 0),
       contract, address, from_address, $2, $3, raw, said_raw,
       gain, CASE WHEN listed.asset_id IS NULL THEN 4 ELSE 1 END,
       CASE WHEN listed.asset_id IS NULL THEN 'not_listed'
         WHEN NOT is_owned THEN 'no_owner' ELSE '' END,
       needed, is_new_coin, $4
     FROM jsonb_to_recordset($5) AS seen (tx_hash text, place text, owner_id bigint,
       account_type int, is_owned boolean, contract text, address text, from_address text,
       raw numeric, said_raw numeric, gain text, needed int, is_new_coin boolean)
     LEFT JOIN (SELECT asset_id, contract FROM network_assets WHERE network_id = $1) AS listed
       USING (contract)
     ON CONFLICT (network_id, tx_hash, place) DO UPDATE SET
       block_hash = EXCLUDED.block_hash, height = EXCLUDED.height, raw = EXCLUDED.raw,
       owner_id = EXCLUDED.owner_id, account_type = EXCLUDED.account_type,
       said_raw = EXCLUDED.said_raw, gain = EXCLUDED.gain,
       asset_id = EXCLUDED.asset_id, contract = EXCLUDED.contract, address = EXCLUDED.address,
       from_address = EXCLUDED.from_address
     -- Once it counted it is the same receipt only when it brings the same to the same address.
     WHERE own.status = 1 OR (own.raw, own.address, own.contract)
       = (EXCLUDED.raw, EXCLUDED.address, EXCLUDED.contract)`,
    [networkId, header.hash, header.height, nowMs, JSON.stringify(rows)],
  );
  await session.execute(
    `UPDATE deposit_addresses SET used_at_ms = $3
     WHERE family = $1 AND lower(address) = ANY ($2::text[])`,
    [network.family, received.map(({ to }) => to.address.toLowerCase()), nowMs],
  );
}

/** What we sent to ourselves may be spent when it is mined; other outputs once they counted. */
async function writeOutputs(
  session: Session,
  { network, header, moves }: PlacedMoves,
): Promise<void> {
  if (moves.length === 0) return;
  const rows = moves.map(({ move, to, isOwn }) => ({
    txid: move.txid,
    output: Number(move.place.slice('out:'.length)),
    raw: String(move.raw),
    account: to.account,
    change: to.change,
    index: to.index,
    is_counted: isOwn,
  }));
  await session.execute(
    `INSERT INTO chain_outputs (network_id, txid, output, raw, account, change, index, block_hash,
       height, is_counted)
     SELECT $1, txid, output, raw, account, change, index, $2, $3, is_counted
     FROM jsonb_to_recordset($4) AS seen (txid text, output int, raw numeric, account int,
       change int, index int, is_counted boolean)
     ON CONFLICT (network_id, txid, output) DO UPDATE SET
       block_hash = EXCLUDED.block_hash, height = EXCLUDED.height`,
    [network.networkId, header.hash, header.height, JSON.stringify(rows)],
  );
}

/** Take rows out of blocks above a height: those blocks are no part of the chain any more. */
export async function unplaceAbove(
  session: Session,
  networkId: number,
  height: number,
): Promise<void> {
  for (const table of ['deposits', 'chain_outputs']) {
    await session.execute(
      `UPDATE ${table} SET block_hash = NULL, height = NULL WHERE network_id = $1 AND height > $2`,
      [networkId, height],
    );
  }
  await session.execute('DELETE FROM chain_blocks WHERE network_id = $1 AND height > $2', [
    networkId,
    height,
  ]);
}
