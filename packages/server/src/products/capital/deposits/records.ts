// What a person deposited, newest first. A row of a block that was lost is not shown before it is
// seen again; one that was credited stays.
// Called by the calls of this product.

import { formatDecimal } from '@isobath/core/math';
import { type CapitalRecord, capitalRecordRoutes, capitalRecordTypes } from '@isobath/wire';
import { cutToUnits } from '../../../base/custody/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import {
  type AskedRecords,
  listFilterValues,
  makePage,
  type RecordFilter,
  type RecordPage,
} from '../record-page.ts';

/** What the records stand on. */
export interface DepositRecordParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
}

/** Which rows are asked for. */
export interface DepositFilter extends RecordFilter {
  /** One of these. */
  readonly statuses?: readonly number[] | undefined;
}

interface Row {
  deposit_id: number;
  network_id: number;
  kind: string;
  tx_hash: string;
  asset_id: number;
  address: string;
  height: number | null;
  raw: string;
  units: string | null;
  status: number;
  reason: string;
  needed: number;
  seen_at_ms: number;
  credited_at_ms: number;
  decimals: number | null;
  head_height: number | null;
  /** Raw units that its owner's deposits lack until they are credited together. */
  missing_raw: string | null;
}

/** Types of a record. */
const [DEPOSIT, WITHDRAWAL] = capitalRecordTypes;

const SELECT = `
  SELECT own.deposit_id, own.network_id, own.kind, own.tx_hash, own.asset_id, own.address,
    own.height, own.raw::text, own.units::text, own.status, own.reason, own.needed,
    own.seen_at_ms, own.credited_at_ms, listed.decimals, cursors.head_height,
    CASE WHEN own.status = 10 THEN greatest(0, listed.deposit_raw_min - (
      SELECT sum(raw) FROM deposits AS collected WHERE collected.status = 10
        AND (collected.owner_id, collected.network_id, collected.asset_id)
          = (own.owner_id, own.network_id, own.asset_id))) END::text AS missing_raw
  FROM deposits AS own
  LEFT JOIN network_assets AS listed USING (network_id, asset_id)
  LEFT JOIN chain_cursor AS cursors USING (network_id)
  WHERE own.owner_id = $1 AND (own.block_hash IS NOT NULL OR own.kind = 'inside'
      OR own.status NOT IN (1, 4, 10, 11))
    AND ($2::int IS NULL OR own.asset_id = $2)
    AND ($3::bigint IS NULL OR own.seen_at_ms >= $3)
    AND ($4::bigint IS NULL OR own.seen_at_ms <= $4)
    AND ($5 = '' OR strpos(lower(own.address), $5) > 0 OR strpos(lower(own.tx_hash), $5) > 0)
    AND ($6::bigint IS NULL OR own.deposit_id < $6)
    AND ($9::int[] IS NULL OR own.status = ANY ($9))
  ORDER BY own.deposit_id DESC LIMIT $7 OFFSET $8`;

/** Make the reader of a person's deposits. */
export function createDepositReader({ database, markets }: DepositRecordParts) {
  function show(row: Row): CapitalRecord {
    const scale = markets.coinById(row.asset_id)?.scale ?? row.decimals ?? 0;
    const seenUnits = cutToUnits(BigInt(row.raw), { decimals: row.decimals ?? scale, scale });
    const units = row.units === null ? seenUnits : BigInt(row.units);
    const { height, head_height: headHeight } = row;
    const isPlaced = height !== null && headHeight !== null;
    return {
      id: String(row.deposit_id),
      at: row.seen_at_ms,
      coinId: row.asset_id,
      networkId: row.network_id,
      amount: formatDecimal(units, scale),
      fee: formatDecimal(0n, scale),
      address: row.address,
      memo: '',
      txHash: row.tx_hash,
      confirmations: isPlaced ? Math.max(0, headHeight - height + 1) : 0,
      needed: row.needed,
      status: row.status,
      missing:
        row.missing_raw === null ? '' : formatDecimal(BigInt(row.missing_raw), row.decimals ?? 0),
      reason: row.reason,
      steps: [
        { word: 'seen', at: row.seen_at_ms },
        ...(row.credited_at_ms > 0 ? [{ word: 'credited', at: row.credited_at_ms }] : []),
      ],
    };
  }

  return async (ownerId: number, filter: DepositFilter): Promise<RecordPage> => {
    const values = [...listFilterValues(ownerId, filter), filter.statuses ?? null];
    const rows = await database.query<Row>(SELECT, values);
    return makePage(rows, filter.limit, { show, idOf: (row) => row.deposit_id });
  };
}

/** Reads a person's deposits. */
export type DepositReader = ReturnType<typeof createDepositReader>;

/** Reads records of another type. */
type ReadRecords = (ownerId: number, query: AskedRecords) => Promise<RecordPage>;

/** Handlers of what was deposited, and of the list of records of one type. */
export function createDepositRecordRoutes(
  readDeposits: DepositReader,
  others: { readonly withdrawals: ReadRecords; readonly rewards: ReadRecords },
): RouteHandler[] {
  const read = (ownerId: number, { status, ...query }: AskedRecords) =>
    readDeposits(ownerId, { ...query, statuses: status === undefined ? undefined : [status] });
  return [
    serve(capitalRecordRoutes.deposits, ({ caller, query }) => read(caller.ownerId, query)),
    serve(capitalRecordRoutes.both, async ({ caller, query: { type, ...query } }) => {
      if (type === DEPOSIT) return read(caller.ownerId, query);
      const readOther = type === WITHDRAWAL ? others.withdrawals : others.rewards;
      return readOther(caller.ownerId, query);
    }),
  ];
}
