// Favourite markets of signed-in people. Not here: those of guests (the browser keeps them).
import { favouriteRoutes } from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import { refuse, type RouteHandler, serve } from '../../../base/product/index.ts';

/** What the calls stand on. */
export interface FavouriteParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
}

/** So many of a kind a person can have. */
const FAVOURITES_MAX = 500;

async function listSpot(database: Database, ownerId: number): Promise<number[]> {
  const rows = await database.query<{ trade_id: number }>(
    'SELECT trade_id FROM spot_favourites WHERE owner_id = $1 ORDER BY added_at, trade_id',
    [ownerId],
  );
  return rows.map((row) => row.trade_id);
}

async function listContracts(database: Database, ownerId: number) {
  const rows = await database.query<{ contract_code: string }>(
    `SELECT contract_code FROM contract_favourites WHERE owner_id = $1
     ORDER BY added_at, contract_code`,
    [ownerId],
  );
  return rows.map((row) => ({ contractCode: row.contract_code, status: 0, userId: ownerId }));
}

/** Add or remove favourite contracts, all or none. */
async function turnContracts(
  database: Database,
  ownerId: number,
  changes: readonly { readonly contractCode: string; readonly status: 0 | 1 }[],
): Promise<void> {
  await database.transaction(async (session) => {
    for (const { contractCode, status } of changes) {
      const statement =
        status === 1
          ? 'DELETE FROM contract_favourites WHERE owner_id = $1 AND contract_code = $2'
          : `INSERT INTO contract_favourites (owner_id, contract_code)
             SELECT $1, $2 WHERE (SELECT count(*) FROM contract_favourites WHERE owner_id = $1)
               < ${FAVOURITES_MAX} ON CONFLICT DO NOTHING`;
      await session.execute(statement, [ownerId, contractCode]);
    }
  });
}

/** Handlers of favourites. */
export function createFavouriteRoutes({ database, markets }: FavouriteParts): RouteHandler[] {
  async function turnSpot(
    ownerId: number,
    change: { readonly tradeId: number; readonly operate: 1 | -1 },
  ) {
    const { tradeId, operate } = change;
    if (operate === -1) {
      await database.execute('DELETE FROM spot_favourites WHERE owner_id = $1 AND trade_id = $2', [
        ownerId,
        tradeId,
      ]);
      return { tradeId, operate };
    }
    if (markets.marketById(tradeId) === undefined) throw refuse('market_unknown');
    await database.execute(
      `INSERT INTO spot_favourites (owner_id, trade_id)
       SELECT $1, $2 WHERE (SELECT count(*) FROM spot_favourites WHERE owner_id = $1)
         < ${FAVOURITES_MAX} ON CONFLICT DO NOTHING`,
      [ownerId, tradeId],
    );
    return { tradeId, operate };
  }

  return [
    serve(favouriteRoutes.listSpot, ({ caller }) => listSpot(database, caller.ownerId)),
    serve(favouriteRoutes.listSpotJson, ({ caller }) => listSpot(database, caller.ownerId)),
    serve(favouriteRoutes.turnSpot, ({ caller, body }) => turnSpot(caller.ownerId, body)),
    serve(favouriteRoutes.turnSpotJson, ({ caller, body }) => turnSpot(caller.ownerId, body)),
    serve(favouriteRoutes.listContracts, ({ caller }) => listContracts(database, caller.ownerId)),
    serve(favouriteRoutes.turnContracts, async ({ caller, body }) => {
      await turnContracts(database, caller.ownerId, body);
      return listContracts(database, caller.ownerId);
    }),
  ];
}
