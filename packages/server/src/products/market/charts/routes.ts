// Charts of signed-in people: the indicators and drawings they keep for each market. A market keeps
// one row for a person, so there are never more rows than markets. Not here: charts of guests (the
// browser keeps them), nor what a kind of drawing means (the page's chart).
import { chartRoutes, type SavedChart } from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import { refuse, type RouteHandler, serve } from '../../../base/product/index.ts';

/** What the calls stand on. */
export interface ChartParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
}

/** Handlers of kept charts. */
export function createChartRoutes({ database, markets }: ChartParts): RouteHandler[] {
  const checkMarket = (tradeId: number) => {
    if (markets.marketById(tradeId) === undefined) throw refuse('market_unknown');
  };
  return [
    serve(chartRoutes.savedChart, async ({ caller, query }) => {
      checkMarket(query.tradeId);
      const [kept] = await database.query<SavedChart>(
        'SELECT indicators, drawings FROM kept_charts WHERE owner_id = $1 AND trade_id = $2',
        [caller.ownerId, query.tradeId],
      );
      return kept ?? null;
    }),
    serve(chartRoutes.keepChart, async ({ caller, body }) => {
      const { tradeId, indicators, drawings } = body;
      checkMarket(tradeId);
      await database.execute(
        `INSERT INTO kept_charts (owner_id, trade_id, indicators, drawings)
         VALUES ($1, $2, $3::jsonb, $4::jsonb)
         ON CONFLICT (owner_id, trade_id) DO UPDATE
         SET indicators = $3::jsonb, drawings = $4::jsonb, kept_at = clock_timestamp()`,
        [caller.ownerId, tradeId, JSON.stringify(indicators), JSON.stringify(drawings)],
      );
      return { indicators, drawings };
    }),
  ];
}
