// The dialect's calls about one's own account, /api/v3, and those of /sapi/v1 that clients make
// when they load. What the exchange does not have yet is answered with an honest empty list.
import { defineRoute } from '../route.ts';
import { untilEndTime } from '../until.ts';
import { z } from '../z.ts';
import { binanceMarket, binanceRateLimit } from './market.ts';
import {
  binanceFlag,
  binanceLimit,
  binanceLong,
  binanceSymbol,
  binanceTime,
  signedFields,
} from './values.ts';

const read = {
  role: 'key_read',
  owner: 'caller',
  rate: 'none',
  isBare: true,
  method: 'GET',
} as const;
const anything = z.object({ ...signedFields });
const rates = z.object({
  maker: z.string(),
  taker: z.string(),
  buyer: z.string(),
  seller: z.string(),
});

/** Calls about the account. */
export const apiAccountRoutes = {
  account: defineRoute({
    ...read,
    path: '/api/v3/account',
    summary: 'Balances, rates and what the account may do.',
    binance: { weight: 20 },
    query: z.strictObject({ omitZeroBalances: binanceFlag.optional(), ...signedFields }),
    answer: z.object({
      makerCommission: z.number().int(),
      takerCommission: z.number().int(),
      buyerCommission: z.number().int(),
      sellerCommission: z.number().int(),
      commissionRates: rates,
      canTrade: z.boolean(),
      canWithdraw: z.boolean(),
      canDeposit: z.boolean(),
      brokered: z.boolean(),
      requireSelfTradePrevention: z.boolean(),
      preventSor: z.boolean(),
      updateTime: z.number().int(),
      accountType: z.string(),
      balances: z.array(z.object({ asset: z.string(), free: z.string(), locked: z.string() })),
      permissions: z.array(z.string()),
      uid: z.number().int(),
    }),
  }),
  commission: defineRoute({
    ...read,
    path: '/api/v3/account/commission',
    summary: 'Rates of one market for this account.',
    binance: { weight: 20 },
    query: z.strictObject({ symbol: binanceSymbol, ...signedFields }),
    answer: z.object({
      symbol: z.string(),
      standardCommission: rates,
      specialCommission: rates,
      taxCommission: rates,
      discount: z.object({
        enabledForAccount: z.boolean(),
        enabledForSymbol: z.boolean(),
        discountAsset: z.string(),
        discount: z.string(),
      }),
    }),
  }),
  myTrades: defineRoute({
    ...read,
    until: untilEndTime,
    path: '/api/v3/myTrades',
    summary: 'Own trades of a market, oldest first.',
    binance: { weight: 5, weigh: ({ orderId }) => (orderId === undefined ? 15 : 0) },
    query: z.strictObject({
      symbol: binanceSymbol,
      orderId: binanceLong.optional(),
      startTime: binanceTime.optional(),
      endTime: binanceTime.optional(),
      fromId: binanceLong.optional(),
      limit: binanceLimit.optional(),
      ...signedFields,
    }),
    answer: z.array(
      z.object({
        symbol: z.string(),
        id: z.number().int(),
        orderId: z.number().int(),
        orderListId: z.number().int(),
        price: z.string(),
        qty: z.string(),
        quoteQty: z.string(),
        commission: z.string(),
        commissionAsset: z.string(),
        time: z.number().int(),
        isBuyer: z.boolean(),
        isMaker: z.boolean(),
        isBestMatch: z.boolean(),
      }),
    ),
  }),
  myPreventedMatches: defineRoute({
    ...read,
    path: '/api/v3/myPreventedMatches',
    summary: 'Meetings of own orders that were prevented, oldest first.',
    binance: { weight: 2, weigh: ({ orderId }) => (orderId === undefined ? 0 : 18) },
    query: z.strictObject({
      symbol: binanceSymbol,
      preventedMatchId: binanceLong.optional(),
      orderId: binanceLong.optional(),
      fromPreventedMatchId: binanceLong.optional(),
      limit: binanceLimit.optional(),
      ...signedFields,
    }),
    answer: z.array(
      z.object({
        symbol: z.string(),
        preventedMatchId: z.number().int(),
        takerOrderId: z.number().int(),
        makerSymbol: z.string(),
        makerOrderId: z.number().int(),
        tradeGroupId: z.number().int(),
        selfTradePreventionMode: z.string(),
        price: z.string(),
        makerPreventedQuantity: z.string(),
        takerPreventedQuantity: z.string(),
        transactTime: z.number().int(),
      }),
    ),
  }),
  myAllocations: defineRoute({
    ...read,
    path: '/api/v3/myAllocations',
    summary: 'Allocations of routed orders: none, as no order is routed elsewhere.',
    binance: { weight: 20 },
    query: z.strictObject({
      symbol: binanceSymbol,
      startTime: binanceTime.optional(),
      endTime: binanceTime.optional(),
      fromAllocationId: binanceLong.optional(),
      limit: binanceLimit.optional(),
      orderId: binanceLong.optional(),
      ...signedFields,
    }),
    answer: z.array(z.unknown()),
  }),
  myFilters: defineRoute({
    ...read,
    path: '/api/v3/myFilters',
    summary: 'The filters that hold for this account on a market.',
    binance: { weight: 40 },
    query: z.strictObject({ symbol: binanceSymbol, ...signedFields }),
    answer: z.object({
      exchangeFilters: z.array(z.unknown()),
      symbolFilters: binanceMarket.shape.filters,
      assetFilters: z.array(z.unknown()),
    }),
  }),
  orderCount: defineRoute({
    ...read,
    path: '/api/v3/rateLimit/order',
    summary: 'How many unfilled orders count against the limits.',
    binance: { weight: 40 },
    query: z.strictObject(signedFields),
    answer: z.array(binanceRateLimit),
  }),
} as const;

/** Calls of the wallet's part that clients make when they load. */
export const apiWalletRoutes = {
  systemStatus: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'none',
    rate: 'none',
    isBare: true,
    isOpen: true,
    path: '/sapi/v1/system/status',
    summary: 'Whether the exchange takes orders: 0 normal, 1 maintenance.',
    binance: { weight: 1 },
    query: z.object({}),
    answer: z.object({ status: z.number().int(), msg: z.string() }),
  }),
  tradeFee: defineRoute({
    ...read,
    path: '/sapi/v1/asset/tradeFee',
    summary: 'Rates of one or all markets for this account.',
    binance: { weight: 1 },
    query: z.object({ symbol: binanceSymbol.optional(), ...signedFields }),
    answer: z.array(
      z.object({ symbol: z.string(), makerCommission: z.string(), takerCommission: z.string() }),
    ),
  }),
  apiRestrictions: defineRoute({
    ...read,
    role: 'key_signed',
    path: '/sapi/v1/account/apiRestrictions',
    summary: 'What this key may do.',
    binance: { weight: 1 },
    query: anything,
    answer: z.object({
      ipRestrict: z.boolean(),
      createTime: z.number().int(),
      tradingAuthorityExpirationTime: z.number().int().optional(),
      enableReading: z.boolean(),
      enableSpotAndMarginTrading: z.boolean(),
      enableMargin: z.boolean(),
      enableFutures: z.boolean(),
      enableWithdrawals: z.boolean(),
      enableInternalTransfer: z.boolean(),
      permitsUniversalTransfer: z.boolean(),
      enableVanillaOptions: z.boolean(),
    }),
  }),
  marginPairs: defineRoute({
    ...read,
    path: '/sapi/v1/margin/allPairs',
    summary: 'Markets with cross margin: none yet.',
    binance: { weight: 1 },
    query: anything,
    answer: z.array(z.unknown()),
  }),
  isolatedPairs: defineRoute({
    ...read,
    path: '/sapi/v1/margin/isolated/allPairs',
    summary: 'Markets with isolated margin: none yet.',
    binance: { weight: 1 },
    query: anything,
    answer: z.array(z.unknown()),
  }),
} as const;
