// What one owns in the words of the trading dialect: spot and C2C balances, the value of each kind
// of account. What the exchange has no product for is told as the dialect tells whoever never used
// it. It decides nothing. Called by the edge.
import { AccountType } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import { apiAssetRoutes } from '@isobath/wire';
import { BinanceError } from '../../../base/binance-api/index.ts';
import { type Coin, createValuer, holdPrices, type Valuer } from '../../../base/market/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import { type OverviewParts, type PersonalType, readOverview } from '../overview.ts';

/** What the calls stand on. */
export interface AssetBinanceParts extends OverviewParts {
  readonly readLastTicks: (instrumentId: number) => number;
}

const VALUE_COIN = 'USDT';
const CONVERSIONS_LIMIT = 100;
/** Kinds of accounts by the dialect's names, in its order. */
const WALLETS: readonly (readonly [PersonalType, string])[] = [
  [AccountType.spot, 'Spot'],
  [AccountType.c2c, 'Funding'],
  [AccountType.crossMargin, 'Cross Margin'],
  [AccountType.isolatedMargin, 'Isolated Margin'],
  [AccountType.contract, 'USDⓈ-M Futures'],
  [AccountType.wealth, 'Earn'],
];

interface RequestedAssets {
  readonly asset?: string | undefined;
  readonly needBtcValuation?: boolean | undefined;
}

/** Make the calls. */
export function createAssetBinance(parts: AssetBinanceParts): RouteHandler[] {
  const { accounts, markets } = parts;
  const valueNow = () => createValuer(markets, holdPrices(parts.readLastTicks));

  /** @throws BinanceError -4018 when there is no such coin. */
  function readCoin(name: string): Coin {
    const coin = markets.coinByName(name);
    if (coin === undefined || coin.isMock) throw new BinanceError('coin_unknown');
    return coin;
  }

  function listCoins(asset: string | undefined): readonly Coin[] {
    if (asset !== undefined) return [readCoin(asset)];
    return markets.listCoins().filter((coin) => !coin.isMock);
  }

  /** What some units of USDT are in another coin; nothing without a price. */
  function showIn(coin: Coin, usdtUnits: bigint, valuer: Valuer): string {
    const units =
      coin.shortName === VALUE_COIN ? usdtUnits : valuer.convert(usdtUnits, coin.shortName);
    return formatDecimal(units ?? 0n, coin.scale);
  }

  function showInBtc(coin: Coin, units: bigint, valuer: Valuer): string {
    const btc = markets.coinByName('BTC');
    if (btc === undefined) return '0';
    if (coin.coinId === btc.coinId) return formatDecimal(units, btc.scale);
    return showIn(btc, valuer.value(coin, units) ?? 0n, valuer);
  }

  /** Balances of one account: those that are not zero, or that of one coin. */
  async function listBalances(ownerId: number, type: AccountType, query: RequestedAssets) {
    const coins = listCoins(query.asset);
    const rows = await parts.readAccountUnits(ownerId, type, 0);
    const isSpot = type === AccountType.spot;
    const outgoing = isSpot ? await parts.readAccountUnits(ownerId, AccountType.outgoing, 0) : [];
    const valuer = valueNow();
    const byCoin = new Map(rows.map((row) => [row.assetId, row]));
    const outgoingByCoin = new Map(outgoing.map((row) => [row.assetId, row.availableUnits]));
    return coins
      .filter(
        ({ coinId }) =>
          query.asset !== undefined || byCoin.has(coinId) || outgoingByCoin.has(coinId),
      )
      .map((coin) => {
        const { availableUnits = 0n, heldUnits = 0n } = byCoin.get(coin.coinId) ?? {};
        const outgoingUnits = outgoingByCoin.get(coin.coinId) ?? 0n;
        const totalUnits = availableUnits + heldUnits + outgoingUnits;
        const isValued = query.needBtcValuation === true;
        return {
          asset: coin.shortName,
          free: formatDecimal(availableUnits, coin.scale),
          locked: formatDecimal(heldUnits, coin.scale),
          freeze: '0',
          withdrawing: formatDecimal(outgoingUnits, coin.scale),
          btcValuation: isValued ? showInBtc(coin, totalUnits, valuer) : '0',
        };
      });
  }

  return [
    serve(apiAssetRoutes.accountStatus, async () => ({ data: 'Normal' })),
    serve(apiAssetRoutes.apiTradingStatus, async () => ({
      data: {
        isLocked: false,
        plannedRecoverTime: 0,
        triggerCondition: { GCR: 0, IFER: 0, UFR: 0 },
        updateTime: 0,
      },
    })),
    serve(apiAssetRoutes.accountInfo, async ({ caller }) => ({
      vipLevel: accounts.readVipLevel(caller.ownerId),
      isMarginEnabled: false,
      isFutureEnabled: false,
      isOptionsEnabled: false,
      isPortfolioMarginRetailEnabled: false,
    })),
    serve(apiAssetRoutes.userAssets, async ({ caller, query }) => {
      const rows = await listBalances(caller.ownerId, AccountType.spot, query);
      return rows.map((row) => ({ ...row, ipoable: '0' }));
    }),
    serve(apiAssetRoutes.fundingAssets, ({ caller, query }) =>
      listBalances(caller.ownerId, AccountType.c2c, query),
    ),
    serve(apiAssetRoutes.walletBalance, async ({ caller, query }) => {
      const coin = readCoin(query.quoteAsset ?? 'BTC');
      const valuer = valueNow();
      const overview = await readOverview(parts, caller.ownerId, valuer);
      return WALLETS.map(([type, walletName]) => {
        const account = overview.accounts.find((one) => one.type === type);
        return {
          activate: account?.isOpened ?? false,
          balance: showIn(coin, account?.units ?? 0n, valuer),
          walletName,
        };
      });
    }),
    serve(apiAssetRoutes.dustLog, async () => ({ total: 0, userAssetDribblets: [] })),
    serve(apiAssetRoutes.dividends, async () => ({ rows: [], total: 0 })),
    serve(apiAssetRoutes.snapshots, async () => ({ code: 200, msg: '', snapshotVos: [] })),
    serve(apiAssetRoutes.delistSchedule, async () => []),
    serve(apiAssetRoutes.convertHistory, async ({ query: { startTime, endTime } }) => ({
      list: [],
      startTime,
      endTime,
      limit: CONVERSIONS_LIMIT,
      moreData: false,
    })),
    serve(apiAssetRoutes.feeCoin, async () => ({ spotBNBBurn: false, interestBNBBurn: false })),
  ];
}
