// What a person owns: balances from the engine, valued at last prices of our own markets. Movements
// are beside it (moves.ts). A coin that no market prices has no value, rather than an invented one.
import { AccountType } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import { assetsRoutes, type AssetRow, type SpotAssetRow } from '@isobath/wire';
import { type Coin, createValuer, holdPrices, type Valuer } from '../../base/market/index.ts';
import { type RouteHandler, serve } from '../../base/product/index.ts';
import type { ChangeParts } from './change.ts';
import { readCosts, VALUE_COIN } from './cost/costs.ts';
import { showCost } from './cost/show.ts';
import { createMoveRoutes } from './moves.ts';
import { addOutgoing, type OverviewParts } from './overview.ts';
import { createOverviewRoutes } from './overview-routes.ts';
import type { UnitBalance } from '../../base/modules/index.ts';

/** What the calls stand on. */
export interface AssetsParts extends ChangeParts, OverviewParts {
  /** What one USDT is worth in a currency, undefined when it is not offered. */
  readonly readCurrencyRate: (currencyCode: string) => Promise<string | undefined>;
  /** Spot balances that are not zero, and the sequence they are as of. */
  readonly readBalances: (
    ownerId: number,
  ) => Promise<{ sequence: number; balances: readonly UnitBalance[] }>;
  /** Wait until a step is in the tables. @errors behind after two seconds. */
  readonly waitForStored: (sequence: number) => Promise<void>;
}

/** Handlers of asset pages. */
export function createAssetsRoutes(parts: AssetsParts): RouteHandler[] {
  const { markets } = parts;
  const holdNow = () => {
    const readLastTicks = holdPrices(parts.readLastTicks);
    return { readLastTicks, valuer: createValuer(markets, readLastTicks) };
  };

  function showRow(coin: Coin, balance: UnitBalance, valuer: Valuer): AssetRow {
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

  const waitForStep = ({ minSeq }: { minSeq?: string | undefined }) =>
    parts.waitForStored(Number(minSeq ?? 0));

  return [
    ...createOverviewRoutes({ ...parts, holdNow, showRow, waitForStep }),
    serve(assetsRoutes.spotAssets, async ({ caller, query }) => {
      await waitForStep(query);
      const { ownerId } = caller;
      const [{ sequence, balances: spot }, outgoing, costs] = await Promise.all([
        parts.readBalances(ownerId),
        parts.readAccountUnits(ownerId, AccountType.outgoing, 0),
        readCosts(parts, ownerId),
      ]);
      const balances = addOutgoing(spot, outgoing);
      const scale = markets.coinByName(VALUE_COIN)?.scale ?? 0;
      const { valuer } = holdNow();
      const rows: SpotAssetRow[] = [];
      let totalUnits = 0n;
      for (const balance of balances) {
        const coin = markets.coinById(balance.assetId);
        if (coin === undefined) continue;
        const units = balance.availableUnits + balance.heldUnits;
        const valueUnits = valuer.value(coin, units);
        const shown = { coin, units, valueUnits, scale };
        rows.push({
          ...showRow(coin, balance, valuer),
          ...showCost(costs.get(coin.coinId), shown),
        });
        totalUnits += valueUnits ?? 0n;
      }
      return {
        seq: String(sequence),
        totalUsdt: valuer.show(totalUnits, 'USDT'),
        totalBtc: valuer.show(valuer.convert(totalUnits, 'BTC'), 'BTC'),
        rows,
      };
    }),
    ...createMoveRoutes({ ...parts, waitForStep }),
  ];
}
