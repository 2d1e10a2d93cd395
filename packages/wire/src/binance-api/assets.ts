// The dialect's calls of /sapi about what one owns and what the account may do, which clients make
// when they start. What the exchange has no product for is answered as the dialect answers whoever
// never used it, at the least weight: it costs nothing. Not here: deposits, withdrawals, rates
// (account.ts), transfers (transfers.ts).
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';
import { binanceCoin, binanceFlag, binanceTime, signedFields } from './values.ts';

const read = {
  method: 'GET',
  role: 'key_read',
  owner: 'caller',
  rate: 'none',
  isBare: true,
} as const;
/** Clients send filters of what is not there. */
const anything = z.looseObject(signedFields);
const whole = z.number().int();
const requested = z.looseObject({
  asset: binanceCoin.optional(),
  needBtcValuation: binanceFlag.optional(),
  ...signedFields,
});
const balance = {
  asset: z.string(),
  free: z.string(),
  locked: z.string(),
  freeze: z.string(),
  withdrawing: z.string(),
  btcValuation: z.string(),
};

/** Calls about what one owns. */
export const apiAssetRoutes = {
  accountStatus: defineRoute({
    ...read,
    path: '/sapi/v1/account/status',
    summary: 'State of the account: `Normal`.',
    binance: { weight: 1 },
    query: anything,
    answer: z.object({ data: z.string() }),
  }),
  apiTradingStatus: defineRoute({
    ...read,
    path: '/sapi/v1/account/apiTradingStatus',
    summary: 'Whether programs may trade: no rule locks them here.',
    binance: { weight: 1 },
    query: anything,
    answer: z.object({
      data: z.object({
        isLocked: z.boolean(),
        plannedRecoverTime: whole,
        triggerCondition: z.object({ GCR: whole, IFER: whole, UFR: whole }),
        updateTime: whole,
      }),
    }),
  }),
  accountInfo: defineRoute({
    ...read,
    path: '/sapi/v1/account/info',
    summary: 'Level of the account, and the products that it has.',
    binance: { weight: 1 },
    query: anything,
    answer: z.object({
      vipLevel: whole,
      isMarginEnabled: z.boolean(),
      isFutureEnabled: z.boolean(),
      isOptionsEnabled: z.boolean(),
      isPortfolioMarginRetailEnabled: z.boolean(),
    }),
  }),
  userAssets: defineRoute({
    ...read,
    method: 'POST',
    path: '/sapi/v3/asset/getUserAsset',
    summary: 'Spot balances that are not zero, or that of one coin; with a value in BTC on demand.',
    binance: { weight: 5 },
    query: requested,
    answer: z.array(z.object({ ...balance, ipoable: z.string() })),
  }),
  fundingAssets: defineRoute({
    ...read,
    method: 'POST',
    path: '/sapi/v1/asset/get-funding-asset',
    summary: 'The same of the C2C account.',
    binance: { weight: 1 },
    query: requested,
    answer: z.array(z.object(balance)),
  }),
  walletBalance: defineRoute({
    ...read,
    path: '/sapi/v1/asset/wallet/balance',
    summary: 'Value of each kind of account, in BTC or another coin.',
    binance: { weight: 10 },
    query: z.looseObject({ quoteAsset: binanceCoin.optional(), ...signedFields }),
    answer: z.array(
      z.object({ activate: z.boolean(), balance: z.string(), walletName: z.string() }),
    ),
  }),
  dustLog: defineRoute({
    ...read,
    path: '/sapi/v1/asset/dribblet',
    summary: 'Small balances that were converted: not offered.',
    binance: { weight: 1 },
    query: anything,
    answer: z.object({ total: whole, userAssetDribblets: z.array(z.unknown()) }),
  }),
  dividends: defineRoute({
    ...read,
    path: '/sapi/v1/asset/assetDividend',
    summary: 'Distributions of coins: there are none.',
    binance: { weight: 10 },
    query: anything,
    answer: z.object({ rows: z.array(z.unknown()), total: whole }),
  }),
  snapshots: defineRoute({
    ...read,
    path: '/sapi/v1/accountSnapshot',
    summary: 'Balances at the end of past days: none are kept.',
    binance: { weight: 1 },
    query: z.looseObject({ type: z.enum(['SPOT', 'MARGIN', 'FUTURES']), ...signedFields }),
    answer: z.object({ code: whole, msg: z.string(), snapshotVos: z.array(z.unknown()) }),
  }),
  delistSchedule: defineRoute({
    ...read,
    role: 'key',
    path: '/sapi/v1/spot/delist-schedule',
    summary: 'Markets that are going to close: none are announced by this call.',
    binance: { weight: 1 },
    query: anything,
    answer: z.array(z.unknown()),
  }),
  convertHistory: defineRoute({
    ...read,
    path: '/sapi/v1/convert/tradeFlow',
    summary: 'Conversions: not offered.',
    binance: { weight: 1 },
    query: z.looseObject({ startTime: binanceTime, endTime: binanceTime, ...signedFields }),
    answer: z.object({
      list: z.array(z.unknown()),
      startTime: whole,
      endTime: whole,
      limit: whole,
      moreData: z.boolean(),
    }),
  }),
  feeCoin: defineRoute({
    ...read,
    path: '/sapi/v1/bnbBurn',
    summary: 'Whether fees are paid in a coin of the exchange: never.',
    binance: { weight: 1 },
    query: anything,
    answer: z.object({ spotBNBBurn: z.boolean(), interestBNBBurn: z.boolean() }),
  }),
} as const;
