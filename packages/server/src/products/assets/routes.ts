// What a person owns: balances from the engine, valued at last prices of our own markets; movements
// from the projection. A coin that no market prices has no value, rather than an invented one.
import { formatDecimal } from '@isobath/core/math';
import { assetsRoutes, type AssetRow } from '@isobath/wire';
import type { SqlValue } from '../../base/db/index.ts';
import { type Coin, createValuer } from '../../base/market/index.ts';
import { type RouteHandler, serve } from '../../base/product/index.ts';
import type { ChangeParts } from './change.ts';
import type { OverviewParts } from './overview.ts';
import { createOverviewRoutes } from './overview-routes.ts';
import { showReason } from './reasons.ts';
import type { UnitBalance } from './unit-balance.ts';

/** What the calls stand on. */
export interface AssetsParts extends ChangeParts, Omit<OverviewParts, 'valuer'> {
  /** What one USDT is worth in a currency, undefined when it is not offered. */
  readonly readCurrencyRate: (currencyCode: string) => Promise<string | undefined>;
  /** Spot balances that are not zero, and the sequence they are as of. */
  readonly readBalances: (
    ownerId: number,
  ) => Promise<{ sequence: number; balances: readonly UnitBalance[] }>;
}

interface MoveRow {
  move_id: number;
  sequence: number;
  at_ms: number;
  asset_id: number;
  change_units: string;
  reason: number;
  reference: number;
}

const PAGE_ROWS = 50;

/** Handlers of asset pages. */
export function createAssetsRoutes(parts: AssetsParts): RouteHandler[] {
  const { database, markets } = parts;
  const valuer = createValuer(markets, parts.readLastTicks);

  function showRow(coin: Coin, balance: UnitBalance): AssetRow {
    const totalUnits = balance.availableUnits + balance.heldUnits;
    const show = (units: bigint) => formatDecimal(units, coin.scale);
    return {
      coinId: coin.coinId,
      asset: coin.shortName,
      name: coin.name,
      total: show(totalUnits),
      available: show(balance.availableUnits),
      held: show(balance.heldUnits),
      valueUsdt: valuer.show(valuer.value(coin, totalUnits), 'USDT'),
    };
  }

  return [
    ...createOverviewRoutes({ ...parts, valuer, showRow }),
    serve(assetsRoutes.spotAssets, async ({ caller }) => {
      const { sequence, balances } = await parts.readBalances(caller.ownerId);
      const rows: AssetRow[] = [];
      let totalUnits = 0n;
      for (const balance of balances) {
        const coin = markets.coinById(balance.assetId);
        if (coin === undefined) continue;
        rows.push(showRow(coin, balance));
        totalUnits += valuer.value(coin, balance.availableUnits + balance.heldUnits) ?? 0n;
      }
      return {
        seq: String(sequence),
        totalUsdt: valuer.show(totalUnits, 'USDT'),
        totalBtc: valuer.show(valuer.convert(totalUnits, 'BTC'), 'BTC'),
        rows,
      };
    }),
    serve(assetsRoutes.moves, async ({ caller, query }) => {
      const limit = query.limit ?? PAGE_ROWS;
      const values: SqlValue[] = [caller.ownerId, query.coinId ?? null, query.cursor ?? null];
      const rows = await database.query<MoveRow>(
        `SELECT * FROM balance_moves WHERE owner_id = $1
         AND ($2::int IS NULL OR asset_id = $2) AND ($3::bigint IS NULL OR move_id < $3)
         ORDER BY move_id DESC LIMIT ${limit + 1}`,
        values,
      );
      const page = rows.slice(0, limit);
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
        nextCursor: rows.length > limit ? String(page.at(-1)?.move_id) : '',
      };
    }),
  ];
}
