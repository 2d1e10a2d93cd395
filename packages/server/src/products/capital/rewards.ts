// What the house gave a person without a deposit, newest first: rewards, and corrections of a
// balance, which may take. Read from the movements of money; nothing is kept twice.
// Called by the list of records of one type (deposits/records.ts).
import { TransferReason } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { CapitalRecord } from '@isobath/wire';
import type { Database } from '../../base/db/index.ts';
import type { MarketRegistry } from '../../base/market/index.ts';
import { type AskedRecords, listFilterValues, makePage, type RecordPage } from './record-page.ts';

/** The only status of such a record: it is in the account. */
const CREDITED = 3;

interface Row {
  readonly move_id: number;
  readonly asset_id: number;
  readonly change_units: string;
  readonly reason: number;
  readonly at_ms: number;
}

const SELECT = `SELECT move_id, asset_id, change_units::text, reason, at_ms FROM balance_moves
  WHERE owner_id = $1 AND reason IN (${TransferReason.promotion}, ${TransferReason.correction})
    AND ($2::int IS NULL OR asset_id = $2)
    AND ($3::bigint IS NULL OR at_ms >= $3) AND ($4::bigint IS NULL OR at_ms <= $4)
    AND $5 = '' AND ($6::bigint IS NULL OR move_id < $6)
  ORDER BY move_id DESC LIMIT $7 OFFSET $8`;

/** Make the reader of a person's rewards. */
export function createRewardReader(parts: {
  readonly database: Database;
  readonly markets: MarketRegistry;
}) {
  const { database, markets } = parts;
  function show(row: Row): CapitalRecord {
    const scale = markets.coinById(row.asset_id)?.scale ?? 0;
    return {
      id: String(row.move_id),
      at: row.at_ms,
      coinId: row.asset_id,
      networkId: 0,
      amount: formatDecimal(BigInt(row.change_units), scale),
      fee: formatDecimal(0n, scale),
      address: '',
      memo: '',
      txHash: '',
      confirmations: 0,
      needed: 0,
      status: CREDITED,
      missing: '',
      reason: row.reason === TransferReason.promotion ? 'reward' : 'correction',
      steps: [{ word: 'credited', at: row.at_ms }],
    };
  }

  return async (ownerId: number, { status, ...filter }: AskedRecords): Promise<RecordPage> => {
    if (status !== undefined && status !== CREDITED) return { rows: [], nextCursor: '' };
    const rows = await database.query<Row>(SELECT, [...listFilterValues(ownerId, filter)]);
    return makePage(rows, filter.limit, { show, idOf: (row) => row.move_id });
  };
}
