// Every movement of a person's money, from the projection: page by page, or as a file.
// Called by routes.ts.
import { formatDecimal } from '@isobath/core/math';
import { assetsRoutes, type RouteAnswer } from '@isobath/wire';
import type { Database } from '../../base/db/index.ts';
import type { MarketRegistry } from '../../base/market/index.ts';
import { type RouteHandler, serve } from '../../base/product/index.ts';
import { fileHeaders, makeClock, sendSheet } from '../../base/sheets/index.ts';
import { showReason } from './reasons.ts';

/** A movement of a person's money as its table keeps it. */
export interface MoveRecord {
  move_id: number;
  sequence: number;
  at_ms: number;
  asset_id: number;
  change_units: string;
  reason: number;
  reference: number;
}

type MovePage = RouteAnswer<typeof assetsRoutes.moves>;

interface MoveQuery {
  readonly coinId?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

const PAGE_ROWS = 50;
const FILE_PAGE_ROWS = 1_000;

/** Handlers of the asset history. */
export function createMoveRoutes(parts: {
  readonly database: Database;
  readonly markets: MarketRegistry;
  /** Wait until the step that is asked for is in the tables. */
  readonly waitForStep: (query: { minSeq?: string | undefined }) => Promise<void>;
}): RouteHandler[] {
  const { database, markets, waitForStep } = parts;

  async function readPage(ownerId: number, query: MoveQuery): Promise<MovePage> {
    const rows = await database.query<MoveRecord>(
      `SELECT * FROM balance_moves WHERE owner_id = $1
       AND ($2::int IS NULL OR asset_id = $2) AND ($3::bigint IS NULL OR move_id < $3)
       ORDER BY move_id DESC LIMIT $4`,
      [ownerId, query.coinId ?? null, query.cursor ?? null, query.limit + 1],
    );
    const page = rows.slice(0, query.limit);
    return {
      rows: page.map((row) => {
        const coin = markets.coinById(row.asset_id);
        return {
          seq: String(row.sequence),
          at: row.at_ms,
          coinId: row.asset_id,
          asset: coin?.shortName ?? String(row.asset_id),
          change: formatDecimal(BigInt(row.change_units), coin?.scale ?? 0),
          reason: showReason(row.reason),
          reference: String(row.reference),
        };
      }),
      nextCursor: rows.length > query.limit ? String(page.at(-1)?.move_id) : '',
    };
  }

  return [
    serve(assetsRoutes.moves, async ({ caller, query }) => {
      await waitForStep(query);
      return readPage(caller.ownerId, { ...query, limit: query.limit ?? PAGE_ROWS });
    }),
    serve(assetsRoutes.movesFile, async ({ caller, query, setHeader }) => {
      const { coinId, zone } = query;
      const clock = makeClock(zone);
      for (const [name, value] of fileHeaders('asset-history.csv')) setHeader(name, value);
      return sendSheet<MovePage['rows'][number]>({
        heads: [...clock.heads, 'sequence', 'coin', 'change', 'reason', 'reference'],
        read: (cursor) =>
          readPage(caller.ownerId, {
            coinId,
            ...(cursor === '' ? {} : { cursor }),
            limit: FILE_PAGE_ROWS,
          }),
        write: (row) => [
          ...clock.write(row.at),
          row.seq,
          row.asset,
          row.change,
          row.reason,
          row.reference,
        ],
      });
    }),
  ];
}
