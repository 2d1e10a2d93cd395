// What a person withdrew, newest first. Called by the calls of withdrawing.
import { formatDecimal } from '@isobath/core/math';
import type { CapitalRecord } from '@isobath/wire';
import {
  listStatesOf,
  readWithdrawStatus,
  WAITS_FOR_OFFICERS,
  type WithdrawalState,
} from '../../../base/custody/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import {
  type AskedRecords,
  listFilterValues,
  makePage,
  type Page,
  type RecordFilter,
  type RecordPage,
} from '../record-page.ts';

/** Which rows are asked for. */
export interface WithdrawalFilter extends RecordFilter {
  /** In one of these. */
  readonly states?: readonly WithdrawalState[] | undefined;
  readonly clientId?: string | undefined;
  readonly ids?: readonly number[] | undefined;
}

/** A withdrawal as it is read. */
export interface WithdrawalRecord extends CapitalRecord {
  readonly clientId: string;
  /** Whether it goes to another customer. */
  readonly isInside: boolean;
}

interface Row {
  readonly withdrawal_id: number;
  readonly client_id: string;
  readonly is_inside: boolean;
  readonly network_id: number;
  readonly asset_id: number;
  readonly address: string;
  readonly memo: string;
  readonly tx_hash: string;
  readonly receives_units: string;
  readonly fee_units: string;
  readonly state: WithdrawalState;
  readonly awaits_officers: boolean;
  readonly reasons: readonly string[];
  readonly asked_at_ms: number;
  readonly family: string;
  readonly needed: number;
  readonly height: number | null;
  readonly head_height: number | null;
  readonly steps: readonly { readonly word: string; readonly at: number }[];
}

const SELECT = `
  SELECT own.withdrawal_id, own.client_id, own.is_inside, own.network_id, own.asset_id,
    own.address, own.memo, own.tx_hash,
    own.receives_units::text, own.fee_units::text, own.state, own.reasons, own.asked_at_ms,
    networks.family, networks.needed, cursors.head_height,
    (SELECT height FROM chain_sends AS sends WHERE sends.network_id = own.network_id
       AND own.tx_hash <> '' AND sends.txid = own.tx_hash) AS height,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('word', word, 'at', at_ms)
       ORDER BY at_ms, word), '[]') FROM withdrawal_steps AS steps
     WHERE steps.withdrawal_id = own.withdrawal_id) AS steps,
    ${WAITS_FOR_OFFICERS} AS awaits_officers
  FROM withdrawals AS own JOIN networks USING (network_id)
  LEFT JOIN chain_cursor AS cursors USING (network_id)
  WHERE own.owner_id = $1 AND ($2::int IS NULL OR own.asset_id = $2)
    AND ($3::bigint IS NULL OR own.asked_at_ms >= $3)
    AND ($4::bigint IS NULL OR own.asked_at_ms <= $4)
    AND ($5 = '' OR strpos(lower(own.address), $5) > 0 OR strpos(lower(own.tx_hash), $5) > 0
      OR strpos(lower(own.client_id), $5) > 0)
    AND ($6::bigint IS NULL OR own.withdrawal_id < $6)
    AND ($9::text[] IS NULL
      OR CASE WHEN ${WAITS_FOR_OFFICERS} THEN 'waiting_approval' ELSE own.state END = ANY ($9))
    AND ($10::text IS NULL OR own.client_id = $10)
    AND ($11::bigint[] IS NULL OR own.withdrawal_id = ANY ($11))
  ORDER BY own.withdrawal_id DESC LIMIT $7 OFFSET $8`;

const UTXO_CONFIRMATIONS = 2;

/** What was paid to another customer has cost nothing: its fee went back as it ended. */
const readFee = ({ is_inside: isInside, state, fee_units: fee }: Row): bigint =>
  isInside && state === 'complete' ? 0n : BigInt(fee);

function showWithdrawal(row: Row, markets: MarketRegistry): WithdrawalRecord {
  const scale = markets.coinById(row.asset_id)?.scale ?? 0;
  const { height, head_height: headHeight } = row;
  const isPlaced = height !== null && headHeight !== null;
  // Who releases it beside the desk is the house's affair: it waits for approval.
  const status = readWithdrawStatus(row.awaits_officers ? 'waiting_approval' : row.state);
  return {
    id: String(row.withdrawal_id),
    at: row.asked_at_ms,
    coinId: row.asset_id,
    networkId: row.network_id,
    amount: formatDecimal(BigInt(row.receives_units), scale),
    fee: formatDecimal(readFee(row), scale),
    address: row.address,
    memo: row.memo,
    txHash: row.tx_hash,
    confirmations: isPlaced ? Math.max(0, headHeight - height + 1) : 0,
    needed: row.family === 'evm' ? row.needed : UTXO_CONFIRMATIONS,
    status,
    missing: '',
    // What made somebody look at it is not told: it would show how to pass by.
    reason: status === 8 || status === 9 ? (row.reasons.at(-1) ?? '') : '',
    steps: [...row.steps],
    clientId: row.client_id,
    isInside: row.is_inside,
  };
}

interface RecordParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
}

/** Make what finds withdrawals of a person by all that is known of them. */
export function createWithdrawalSearch({ database, markets }: RecordParts) {
  return async (ownerId: number, filter: WithdrawalFilter): Promise<Page<WithdrawalRecord>> => {
    const rows = await database.query<Row>(SELECT, [
      ...listFilterValues(ownerId, filter),
      filter.states ?? null,
      filter.clientId ?? null,
      filter.ids ?? null,
    ]);
    const show = (row: Row) => showWithdrawal(row, markets);
    return makePage(rows, filter.limit, { show, idOf: (row) => row.withdrawal_id });
  };
}

/** Finds withdrawals of a person. */
export type WithdrawalSearch = ReturnType<typeof createWithdrawalSearch>;

/** Make the reader of a person's withdrawals, as their page shows them. */
export function createWithdrawalReader(parts: RecordParts) {
  const search = createWithdrawalSearch(parts);
  return async (ownerId: number, query: AskedRecords): Promise<RecordPage> => {
    const { status, ...filter } = query;
    const states = status === undefined ? undefined : listStatesOf(status);
    const { rows, nextCursor } = await search(ownerId, { ...filter, states });
    const shown = rows.map(({ clientId: _clientId, isInside: _isInside, ...row }) => row);
    return { rows: shown, nextCursor };
  };
}
