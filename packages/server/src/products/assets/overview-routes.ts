// Calls of the overview: everything one owns, how it changed and why. Called by routes.ts.
import { formatDecimal } from '@isobath/core/math';
import { type AssetRow, type AssetsChange, assetsRoutes } from '@isobath/wire';
import { type CoinNetworks, readCoinNetworks } from '../../base/custody/index.ts';
import type { Coin, Valuer } from '../../base/market/index.ts';
import { type RouteHandler, serve } from '../../base/product/index.ts';
import { type ChangeDays, type ChangeParts, readChange } from './change.ts';
import { listAccountIds, type OverviewParts, type PersonalType, readOverview } from './overview.ts';
import type { UnitBalance } from '../../base/modules/index.ts';
import { showPercent } from './cost/percent.ts';

/** Prices of one moment, and a valuer at them. */
export interface HeldPrices {
  readonly readLastTicks: (instrumentId: number) => number;
  readonly valuer: Valuer;
}

interface Parts extends OverviewParts, ChangeParts {
  /** What one USDT is worth in a currency, undefined when it is not offered. */
  readonly readCurrencyRate: (currencyCode: string) => Promise<string | undefined>;
  /** Prices of this moment, and a valuer at them. */
  readonly holdNow: () => HeldPrices;
  readonly showRow: (coin: Coin, balance: UnitBalance, valuer: Valuer) => AssetRow;
  /** Wait until the tables have the step that is asked for. @errors behind after two seconds. */
  readonly waitForStep: (query: { minSeq?: string | undefined }) => Promise<void>;
}

/** Of a coin that no network lists. */
const onNoNetwork: CoinNetworks = { rechargeAble: false, withdrawAble: false, networkIds: [] };

const sizeOf = (units: bigint) => (units < 0n ? -units : units);

interface RequestedChange {
  readonly ownerId: number;
  readonly days: number;
  readonly type?: number | undefined;
}

/** How a total changed, at the prices of a moment. */
async function publishChange(
  parts: Parts,
  { ownerId, days, type }: RequestedChange,
  { readLastTicks, valuer }: HeldPrices,
): Promise<AssetsChange> {
  const accountIds = listAccountIds(parts.accounts, ownerId, type as PersonalType | undefined);
  const requested = { ownerId, accountIds, days: days as ChangeDays };
  const change = await readChange({ ...parts, readLastTicks }, requested);
  const show = (units: bigint) => valuer.show(units, 'USDT');
  const reasons = change.reasons.toSorted((one, two) =>
    sizeOf(two.units) > sizeOf(one.units) ? 1 : -1,
  );
  return {
    days,
    fromAt: change.fromMs,
    toAt: change.toMs,
    startUsdt: show(change.startUnits),
    endUsdt: show(change.endUnits),
    changeUsdt: show(change.endUnits - change.startUnits),
    changePercent: showPercent(change.endUnits - change.startUnits, change.startUnits),
    gainUsdt: show(change.gainUnits),
    gainPercent: showPercent(change.gainUnits, change.baseUnits),
    reasons: reasons.map(({ reason, units }) => ({ reason, usdt: show(units) })),
    points: change.points.map(({ atMs, units }) => ({ at: atMs, usdt: show(units) })),
  };
}

/** Handlers of the overview. */
export function createOverviewRoutes(parts: Parts): RouteHandler[] {
  const { holdNow, showRow } = parts;
  return [
    serve(assetsRoutes.overview, async ({ caller: { ownerId }, query }) => {
      await parts.waitForStep(query);
      const held = holdNow();
      const { valuer } = held;
      const { days } = query;
      const [overview, rate, change] = await Promise.all([
        readOverview(parts, ownerId, valuer),
        parts.readCurrencyRate(query.currency),
        days === undefined ? null : publishChange(parts, { ownerId, days }, held),
      ]);
      const convert = (units: bigint, name: string) =>
        valuer.show(valuer.convert(units, name), name);
      const showTotals = (units: bigint) => ({
        totalUsdt: valuer.show(units, 'USDT'),
        totalBtc: convert(units, 'BTC'),
        totalEth: convert(units, 'ETH'),
        totalCny: valuer.showInCurrency(units, rate),
      });
      return {
        ...showTotals(overview.totalUnits),
        accounts: overview.accounts.map(({ type, isOpened, units }) => ({
          type,
          isOpened,
          ...showTotals(units),
        })),
        coins: overview.coins.map(({ coin, ...units }) =>
          showRow(coin, { assetId: coin.coinId, ...units }, valuer),
        ),
        change,
      };
    }),
    serve(assetsRoutes.change, async ({ caller: { ownerId }, query }) => {
      await parts.waitForStep(query);
      return publishChange(parts, { ownerId, days: query.days, type: query.type }, holdNow());
    }),
    serve(assetsRoutes.ownCoins, async ({ caller, query }) => {
      const [{ coins }, networks] = await Promise.all([
        readOverview(parts, caller.ownerId, holdNow().valuer),
        readCoinNetworks(parts.database),
      ]);
      const own = new Set(coins.map(({ coin }) => coin.coinId));
      const others = query.scope === 'own' ? [] : parts.markets.listCoins();
      const empty = others
        .filter(({ coinId }) => !own.has(coinId))
        .map((coin) => ({ coin, availableUnits: 0n, heldUnits: 0n }));
      return [...coins, ...empty].map(({ coin, availableUnits, heldUnits }) => ({
        coinId: coin.coinId as number,
        shortName: coin.shortName,
        name: coin.name,
        webLogo: coin.webLogo,
        total: formatDecimal(availableUnits + heldUnits, coin.scale),
        available: formatDecimal(availableUnits, coin.scale),
        frozen: formatDecimal(heldUnits, coin.scale),
        ...(networks.get(coin.coinId) ?? onNoNetwork),
      }));
    }),
  ];
}
