// What a person withdrew, newest first. Called by the calls of withdrawing.
import { formatDecimal } from '@isobath/core/math';
import type { CapitalRecord } from '@isobath/wire';
import {
  listStatesOf,
  readWithdrawStatus,
  type WithdrawalState,
} from '../../../base/custody/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import type { AskedRecords, RecordPage } from '../deposits/records.ts';

interface Row {
  readonly withdrawal_id: number;
  readonly network_id: number;
  readonly asset_id: number;
  readonly address: string;
  readonly memo: string;
  readonly tx_hash: string;
  readonly receives_units: string;
  readonly fee_units: string;
  readonly state: WithdrawalState;
  readonly reasons: readonly string[];
  readonly asked_at_ms: number;
  readonly family: string;
  readonly needed: number;
  readonly height: number | null;
  readonly head_height: number | null;
  readonly steps: readonly { readonly word: string; readonly at: number }[];
}

const SELECT = `
  SELECT own.withdrawal_id, own.network_id, own.asset_id, own.address, own.memo, own.tx_hash,
    own.receives_units::text, own.fee_units::text, own.state, own.reasons, own.asked_at_ms,
    networks.family, networks.needed, cursors.head_height,
    (SELECT height FROM chain_sends AS sends WHERE sends.network_id = own.network_id
       AND own.tx_hash <> '' AND sends.txid = own.tx_hash) AS height,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('word', word, 'at', at_ms)
       ORDER BY at_ms, word), '[]') FROM withdrawal_steps AS steps
     WHERE steps.withdrawal_id = own.withdrawal_id) AS steps
  FROM withdrawals AS own JOIN networks USING (network_id)
  LEFT JOIN chain_cursor AS cursors USING (network_id)
  WHERE own.owner_id = $1 AND ($2::int IS NULL OR own.asset_id = $2)
    AND (cardinality($3::text[]) = 0 OR own.state = ANY ($3))
    AND ($4::bigint IS NULL OR own.asked_at_ms >= $4)
    AND ($5::bigint IS NULL OR own.asked_at_ms <= $5)
    AND ($6 = '' OR strpos(lower(own.address), $6) > 0 OR strpos(lower(own.tx_hash), $6) > 0
      OR strpos(lower(own.client_id), $6) > 0)
    AND ($7::bigint IS NULL OR own.withdrawal_id < $7)
  ORDER BY own.withdrawal_id DESC LIMIT $8`;

const UTXO_CONFIRMATIONS = 2;

function show(row: Row, markets: MarketRegistry): CapitalRecord {
  const scale = markets.coinById(row.asset_id)?.scale ?? 0;
  const { height, head_height: headHeight } = row;
  const isPlaced = height !== null && headHeight !== null;
  const status = readWithdrawStatus(row.state);
  return {
    id: String(row.withdrawal_id),
    at: row.asked_at_ms,
    coinId: row.asset_id,
    networkId: row.network_id,
    amount: formatDecimal(BigInt(row.receives_units), scale),
    fee: formatDecimal(BigInt(row.fee_units), scale),
    address: row.address,
    memo: row.memo,
    txHash: row.tx_hash,
    confirmations: isPlaced ? Math.max(0, headHeight - height + 1) : 0,
    needed: row.family === 'evm' ? row.needed : UTXO_CONFIRMATIONS,
    status,
    // What made somebody look at it is not told: it would show how to pass by.
    reason: status === 8 || status === 9 ? (row.reasons.at(-1) ?? '') : '',
    steps: [...row.steps],
  };
}

/** Make the reader of a person's withdrawals. */
export function createWithdrawalReader(parts: {
  readonly database: Database;
  readonly markets: MarketRegistry;
}) {
  return async (ownerId: number, query: AskedRecords): Promise<RecordPage> => {
    const rows = await parts.database.query<Row>(SELECT, [
      ownerId,
      query.coinId ?? null,
      query.status === undefined ? [] : [...listStatesOf(query.status), 'none'],
      query.from ?? null,
      query.to ?? null,
      (query.text ?? '').toLowerCase(),
      query.cursor ?? null,
      query.limit + 1,
    ]);
    const page = rows.slice(0, query.limit);
    return {
      rows: page.map((row) => show(row, parts.markets)),
      nextCursor: rows.length > query.limit ? String(page.at(-1)?.withdrawal_id) : '',
    };
  };
}
