// Transfers that were made, newest first: page by page, or as a file. Called by routes.ts.
import { formatDecimal } from '@isobath/core/math';
import { type TransferRow, transferRoutes } from '@isobath/wire';
import type { Database } from '../../base/db/index.ts';
import type { MarketRegistry } from '../../base/market/index.ts';
import { type RouteHandler, serve } from '../../base/product/index.ts';
import { fileHeaders, makeClock, sendCsv } from '../../base/csv-export/index.ts';

interface TransferRecord {
  transfer_id: number;
  asset_id: number;
  amount_units: string;
  source_type: number;
  source_scope: number;
  target_type: number;
  target_scope: number;
  at_ms: number;
}

interface HistoryQuery {
  readonly source?: number | undefined;
  readonly target?: number | undefined;
  readonly coinId?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

const FILE_PAGE_ROWS = 1_000;

/** The account types in plain words, as the heads of a file are. */
const accountNames: Readonly<Record<number, string>> = {
  2: 'spot',
  3: 'c2c',
  5: 'contract',
  6: 'cross_margin',
  7: 'isolated_margin',
};

/** Handlers of the records. */
export function createHistoryRoutes(parts: {
  readonly database: Database;
  readonly markets: MarketRegistry;
}): RouteHandler[] {
  const { database, markets } = parts;

  async function readPage(
    ownerId: number,
    query: HistoryQuery,
  ): Promise<{ rows: TransferRow[]; nextCursor: string }> {
    const rows = await database.query<TransferRecord>(
      `SELECT * FROM account_transfers WHERE owner_id = $1
       AND ($2::int IS NULL OR source_type = $2) AND ($3::int IS NULL OR target_type = $3)
       AND ($4::int IS NULL OR asset_id = $4) AND ($5::bigint IS NULL OR transfer_id < $5)
       ORDER BY transfer_id DESC LIMIT $6`,
      [
        ownerId,
        query.source ?? null,
        query.target ?? null,
        query.coinId ?? null,
        query.cursor ?? null,
        query.limit + 1,
      ],
    );
    const page = rows.slice(0, query.limit);
    return {
      rows: page.map(showRow),
      nextCursor: rows.length > query.limit ? String(page.at(-1)?.transfer_id) : '',
    };
  }

  function showRow(row: TransferRecord): TransferRow {
    const coin = markets.coinById(row.asset_id);
    return {
      id: String(row.transfer_id),
      at: row.at_ms,
      coinId: row.asset_id,
      shortName: coin?.shortName ?? String(row.asset_id),
      amount: formatDecimal(BigInt(row.amount_units), coin?.scale ?? 0),
      source: row.source_type,
      sourceTradeId: row.source_scope,
      target: row.target_type,
      targetTradeId: row.target_scope,
    };
  }

  /** An account in words, with the pair of one that belongs to it. */
  function nameAccount(type: number, tradeId: number): string {
    const pair = markets.marketById(tradeId)?.symbol;
    const name = accountNames[type] ?? String(type);
    return pair === undefined ? name : `${name} ${pair}`;
  }

  return [
    serve(transferRoutes.history, ({ caller, query }) => readPage(caller.ownerId, query)),
    serve(transferRoutes.historyFile, async ({ caller, query, setHeader }) => {
      const { source, target, zone } = query;
      const clock = makeClock(zone);
      for (const [name, value] of fileHeaders('transfers.csv')) setHeader(name, value);
      return sendCsv<TransferRow>({
        heads: [...clock.heads, 'id', 'coin', 'amount', 'from', 'to'],
        read: (cursor) =>
          readPage(caller.ownerId, {
            source,
            target,
            ...(cursor === '' ? {} : { cursor }),
            limit: FILE_PAGE_ROWS,
          }),
        write: (row) => [
          ...clock.write(row.at),
          row.id,
          row.shortName,
          row.amount,
          nameAccount(row.source, row.sourceTradeId),
          nameAccount(row.target, row.targetTradeId),
        ],
      });
    }),
  ];
}
