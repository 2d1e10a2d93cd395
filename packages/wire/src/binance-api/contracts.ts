// The dialect's calls about contracts, /fapi and /dapi, and stocks that clients make when they load
// or start: answered truly while none is listed. Not here: orders and positions, which have no
// product yet and answer -1020. Read by server and the reference.
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';
import { binanceRateLimit } from './market.ts';
import { openRead as open, signedFields } from './values.ts';

const binance = { weight: 1 };
const info = z.object({
  timezone: z.string(),
  serverTime: z.number().int(),
  rateLimits: z.array(binanceRateLimit),
  exchangeFilters: z.array(z.unknown()),
  assets: z.array(z.unknown()),
  symbols: z.array(z.unknown()),
});
/** Clients send what they like; whoever names a contract names one that is not listed: -1121. */
const anything = z.looseObject({});
const none = z.array(z.unknown());

/** A list about listed contracts. */
const listOf = (path: string, summary: string) =>
  defineRoute({ ...open, path, summary, binance, query: anything, answer: none });
/** A list about own contracts. */
const ownListOf = (path: string, summary: string) =>
  defineRoute({
    ...open,
    role: 'key_read',
    owner: 'caller',
    isOpen: false,
    path,
    summary,
    binance: { weight: 5 },
    query: z.looseObject(signedFields),
    answer: none,
  });
/** A setting of the own contract account that clients ask for before they trade. */
const settingOf = <TName extends string>(path: string, name: TName, summary: string) =>
  defineRoute({
    ...open,
    role: 'key_read',
    owner: 'caller',
    isOpen: false,
    path,
    summary,
    binance: { weight: 30 },
    query: z.strictObject(signedFields),
    answer: z.object({ [name]: z.boolean() } as Record<TName, z.ZodBoolean>),
  });
const pingOf = (path: string) =>
  defineRoute({
    ...open,
    path,
    summary: 'Whether the API answers.',
    binance,
    query: anything,
    answer: z.object({}),
  });
const timeOf = (path: string) =>
  defineRoute({
    ...open,
    path,
    summary: 'The clock that timestamps are compared with.',
    binance,
    query: anything,
    answer: z.object({ serverTime: z.number().int() }),
  });

const amount = z.string();
/** Sums of the own contract account. */
const sums = {
  totalInitialMargin: amount,
  totalMaintMargin: amount,
  totalWalletBalance: amount,
  totalUnrealizedProfit: amount,
  totalMarginBalance: amount,
  totalPositionInitialMargin: amount,
  totalOpenOrderInitialMargin: amount,
  totalCrossWalletBalance: amount,
  totalCrossUnPnl: amount,
  availableBalance: amount,
  maxWithdrawAmount: amount,
};
/** What the own contract account may do. */
const rights = {
  feeTier: z.number().int(),
  canTrade: z.boolean(),
  canDeposit: z.boolean(),
  canWithdraw: z.boolean(),
  updateTime: z.number().int(),
  multiAssetsMargin: z.boolean(),
  tradeGroupId: z.number().int(),
};
const lists = { assets: none, positions: none };

/** The own contract account. */
const accountOf = <TAnswer extends z.ZodType>(path: string, answer: TAnswer) =>
  defineRoute({
    ...open,
    role: 'key_read',
    owner: 'caller',
    isOpen: false,
    path,
    summary: 'The contract account: nothing is in it, and nothing can be traded yet.',
    binance: { weight: 5 },
    query: z.looseObject(signedFields),
    answer,
  });

/** Calls about contracts. */
export const apiContractRoutes = {
  futuresInfo: defineRoute({
    ...open,
    path: '/fapi/v1/exchangeInfo',
    summary: 'Linear contracts: none are listed yet.',
    binance,
    query: anything,
    answer: info,
  }),
  deliveryInfo: defineRoute({
    ...open,
    path: '/dapi/v1/exchangeInfo',
    summary: 'Inverse contracts: none are listed.',
    binance,
    query: anything,
    answer: info,
  }),
  stockInfo: defineRoute({
    ...open,
    role: 'key_read',
    owner: 'caller',
    isOpen: false,
    path: '/sapi/v1/equity/market/exchangeInfo',
    summary: 'Stocks: none are listed.',
    binance,
    query: z.looseObject(signedFields),
    answer: info,
  }),
  futuresPing: pingOf('/fapi/v1/ping'),
  futuresTime: timeOf('/fapi/v1/time'),
  deliveryPing: pingOf('/dapi/v1/ping'),
  deliveryTime: timeOf('/dapi/v1/time'),
  futuresTickers: listOf('/fapi/v1/ticker/24hr', 'Tickers of linear contracts: none yet.'),
  futuresBookTickers: listOf(
    '/fapi/v1/ticker/bookTicker',
    'Best prices of linear contracts: none yet.',
  ),
  futuresPremiums: listOf(
    '/fapi/v1/premiumIndex',
    'Mark prices and funding of linear contracts: none yet.',
  ),
  futuresFunding: listOf('/fapi/v1/fundingInfo', 'Funding terms of linear contracts: none yet.'),
  futuresBrackets: ownListOf('/fapi/v1/leverageBracket', 'Leverage of linear contracts: none yet.'),
  futuresPositions: ownListOf('/fapi/v3/positionRisk', 'Positions: none yet.'),
  futuresPositionMode: settingOf(
    '/fapi/v1/positionSide/dual',
    'dualSidePosition',
    'Whether long and short positions are held side by side: one way only.',
  ),
  futuresAssetMode: settingOf(
    '/fapi/v1/multiAssetsMargin',
    'multiAssetsMargin',
    'Whether several coins stand in for one another as margin: they do not.',
  ),
  futuresSettings: ownListOf('/fapi/v1/symbolConfig', 'Settings by contract: none are listed yet.'),
  futuresAccount: accountOf('/fapi/v3/account', z.object({ ...sums, ...lists })),
  futuresOlderAccount: accountOf('/fapi/v2/account', z.object({ ...rights, ...sums, ...lists })),
  futuresAccountRights: accountOf(
    '/fapi/v1/accountConfig',
    z.object({ ...rights, dualSidePosition: z.boolean() }),
  ),
  futuresBalances: ownListOf('/fapi/v3/balance', 'Balances of the contract account: none yet.'),
  futuresOlderBalances: ownListOf('/fapi/v2/balance', 'The same, for older clients.'),
  futuresOlderPositions: ownListOf('/fapi/v2/positionRisk', 'Positions: none yet.'),
  futuresIncome: ownListOf('/fapi/v1/income', 'Gains and fees of contracts: none yet.'),
  futuresAllOrders: ownListOf('/fapi/v1/allOrders', 'Orders of contracts: none yet.'),
  futuresTrades: ownListOf('/fapi/v1/userTrades', 'Own trades of contracts: none yet.'),
  futuresOpenAlgoOrders: ownListOf(
    '/fapi/v1/openAlgoOrders',
    'Open conditional orders of contracts: none yet.',
  ),
  futuresPrices: listOf('/fapi/v1/ticker/price', 'Last prices of linear contracts: none yet.'),
  futuresNewPrices: listOf('/fapi/v2/ticker/price', 'Last prices of linear contracts: none yet.'),
  futuresFundingRates: listOf('/fapi/v1/fundingRate', 'Funding of linear contracts: none yet.'),
  futuresOpenOrders: ownListOf('/fapi/v1/openOrders', 'Open orders of contracts: none yet.'),
} as const;
