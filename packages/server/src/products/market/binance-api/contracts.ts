// The dialect's calls about contracts and stocks that clients make when they load. None is listed:
// every list is empty. Called by the dialect's calls of market data.
import { apiContractRoutes } from '@isobath/wire';
import { BinanceError } from '../../../base/binance-api/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';

const NOTHING = '0.00000000';
const SUMS = {
  totalInitialMargin: NOTHING,
  totalMaintMargin: NOTHING,
  totalWalletBalance: NOTHING,
  totalUnrealizedProfit: NOTHING,
  totalMarginBalance: NOTHING,
  totalPositionInitialMargin: NOTHING,
  totalOpenOrderInitialMargin: NOTHING,
  totalCrossWalletBalance: NOTHING,
  totalCrossUnPnl: NOTHING,
  availableBalance: NOTHING,
  maxWithdrawAmount: NOTHING,
};
const RIGHTS = {
  feeTier: 0,
  canTrade: false,
  canDeposit: false,
  canWithdraw: false,
  updateTime: 0,
  multiAssetsMargin: false,
  tradeGroupId: -1,
};

/** Make the calls. */
export function createContractHandlers(readNowMs: () => number): RouteHandler[] {
  const none = async ({ query }: { query: Readonly<Record<string, unknown>> }) => {
    if (query['symbol'] !== undefined) throw new BinanceError('symbol_invalid');
    return [];
  };
  const ping = async () => ({});
  const time = async () => ({ serverTime: readNowMs() });
  const info = async () => ({
    timezone: 'UTC',
    serverTime: readNowMs(),
    rateLimits: [],
    exchangeFilters: [],
    assets: [],
    symbols: [],
  });
  return [
    serve(apiContractRoutes.futuresInfo, info),
    serve(apiContractRoutes.deliveryInfo, info),
    serve(apiContractRoutes.stockInfo, info),
    serve(apiContractRoutes.futuresPing, ping),
    serve(apiContractRoutes.deliveryPing, ping),
    serve(apiContractRoutes.futuresTime, time),
    serve(apiContractRoutes.deliveryTime, time),
    serve(apiContractRoutes.futuresTickers, none),
    serve(apiContractRoutes.futuresBookTickers, none),
    serve(apiContractRoutes.futuresPremiums, none),
    serve(apiContractRoutes.futuresFunding, none),
    serve(apiContractRoutes.futuresBrackets, none),
    serve(apiContractRoutes.futuresPositions, none),
    serve(apiContractRoutes.futuresOpenOrders, none),
    serve(apiContractRoutes.futuresSettings, none),
    serve(apiContractRoutes.futuresBalances, none),
    serve(apiContractRoutes.futuresOlderBalances, none),
    serve(apiContractRoutes.futuresOlderPositions, none),
    serve(apiContractRoutes.futuresIncome, none),
    serve(apiContractRoutes.futuresAllOrders, none),
    serve(apiContractRoutes.futuresTrades, none),
    serve(apiContractRoutes.futuresOpenAlgoOrders, none),
    serve(apiContractRoutes.futuresPrices, none),
    serve(apiContractRoutes.futuresNewPrices, none),
    serve(apiContractRoutes.futuresFundingRates, none),
    serve(apiContractRoutes.futuresAccount, async () => ({ ...SUMS, assets: [], positions: [] })),
    serve(apiContractRoutes.futuresOlderAccount, async () => ({
      ...RIGHTS,
      ...SUMS,
      assets: [],
      positions: [],
    })),
    serve(apiContractRoutes.futuresAccountRights, async () => ({
      ...RIGHTS,
      dualSidePosition: false,
    })),
    serve(apiContractRoutes.futuresPositionMode, async () => ({ dualSidePosition: false })),
    serve(apiContractRoutes.futuresAssetMode, async () => ({ multiAssetsMargin: false })),
  ];
}
