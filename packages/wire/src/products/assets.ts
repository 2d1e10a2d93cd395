// What one owns, on the wire: spot balances, all accounts together, the change of a total and why.
// Not transfers nor the balances of other single accounts (transfer.ts).
// Read by server, sdk and pages.
import {
  currencyCode,
  decimalText,
  minSeq,
  signedDecimalText,
  timeMs,
  wholeText,
} from '../money.ts';
import { defineRoute } from '../route.ts';
import { timeZoneName } from '../time-zone.ts';
import { z } from '../z.ts';

const read = { method: 'GET', role: 'user', owner: 'caller', rate: 'read' } as const;

/** One balance with its value in USDT ("" when no market prices it). */
export const assetRow = z.object({
  coinId: z.number().int(),
  asset: z.string(),
  name: z.string(),
  total: decimalText,
  available: decimalText,
  held: decimalText,
  valueUsdt: z.string(),
});
export type AssetRow = z.infer<typeof assetRow>;

/** What a coin cost and won, in USDT; "" for what is not known. */
const costFigures = {
  /** Weighted average of what one coin cost, fees included. */
  averageUsdt: z.string(),
  /** Of the amount that is shown. */
  costUsdt: z.string(),
  /** Value less cost. */
  profitUsdt: z.string(),
  /** The same in per cent of the cost, with eight decimals and rounded down. */
  profitPercent: z.string(),
  /** What sales of the coin won or lost until now. */
  realisedUsdt: signedDecimalText,
} as const;
const costObject = z.object(costFigures);
export type CostFigures = z.infer<typeof costObject>;

/** A balance of the spot account with what it cost. */
export const spotAssetRow = assetRow.extend(costFigures);
export type SpotAssetRow = z.infer<typeof spotAssetRow>;

/** Days that a change is told of. */
const changeDays = z.enum(['1', '7', '30']).transform(Number);

/** Types of accounts that make up a total. */
const accountType = z.coerce
  .number()
  .int()
  .refine((value) => [2, 3, 5, 6, 7, 101].includes(value), 'account type');

/** A total in each unit that it can be shown in. */
const totals = {
  totalUsdt: z.string(),
  /** "" while no market prices the coin. */
  totalBtc: z.string(),
  totalEth: z.string(),
  /** In the currency that was asked for, "" when that is not offered. */
  totalCny: z.string(),
} as const;

/** How a total changed over the last days, and why. */
export const assetsChange = z.object({
  days: z.number().int(),
  fromAt: timeMs,
  toAt: timeMs,
  startUsdt: z.string(),
  endUsdt: z.string(),
  changeUsdt: signedDecimalText,
  /** In per cent of the start, eight decimals rounded down; "" when that was nothing. */
  changePercent: z.string(),
  /** The change without what was brought or taken away, such as deposits and gifts. */
  gainUsdt: signedDecimalText,
  /** Likewise of the start and all that was brought since. */
  gainPercent: z.string(),
  /** Words of movements, and `price` for what the market did; the largest first. */
  reasons: z.array(z.object({ reason: z.string(), usdt: signedDecimalText })),
  points: z.array(z.object({ at: timeMs, usdt: signedDecimalText })),
});
export type AssetsChange = z.infer<typeof assetsChange>;

/** Everything one owns, with a part for each account and a line for each coin. */
export const assetsOverview = z.object({
  ...totals,
  accounts: z.array(z.object({ type: z.number().int(), isOpened: z.boolean(), ...totals })),
  coins: z.array(assetRow),
  /** Of the days that were asked for, at the same prices; else null. */
  change: assetsChange.nullable(),
});
export type AssetsOverview = z.infer<typeof assetsOverview>;

/** Routes of asset pages. */
export const assetsRoutes = {
  spotAssets: defineRoute({
    ...read,
    path: '/hk-web/assets/spot',
    summary: 'Spot balances with values, average costs and profits, and the total.',
    query: z.object({ minSeq }),
    answer: z.object({
      seq: wholeText,
      totalUsdt: z.string(),
      totalBtc: z.string(),
      rows: z.array(spotAssetRow),
    }),
  }),
  overview: defineRoute({
    ...read,
    path: '/hk-web/assets/overview',
    summary:
      'All accounts in one total, the part of each, every coin, and the change if asked for.',
    query: z.object({
      currency: currencyCode.default('USD'),
      days: changeDays.optional(),
      minSeq,
    }),
    answer: assetsOverview,
  }),
  change: defineRoute({
    ...read,
    path: '/hk-web/assets/change',
    summary: 'How the total (or one account type) changed over 1, 7 or 30 days, and why.',
    query: z.object({
      days: changeDays.default(1),
      type: accountType.optional(),
      minSeq,
    }),
    answer: assetsChange,
  }),
  ownCoins: defineRoute({
    ...read,
    path: '/hk-web/finance/own/cointype/list',
    summary:
      'Coins that the caller has anywhere, most valuable first; `all`: every other coin too.',
    query: z.object({ scope: z.enum(['own', 'all']).default('own') }),
    answer: z.array(
      z.object({
        coinId: z.number().int(),
        shortName: z.string(),
        name: z.string(),
        webLogo: z.string(),
        total: decimalText,
        available: decimalText,
        frozen: decimalText,
        /** Whether a network takes it now, and whether one sends it. */
        rechargeAble: z.boolean(),
        withdrawAble: z.boolean(),
        /** Networks that list it, open or not. */
        networkIds: z.array(z.number().int()),
      }),
    ),
  }),
  moves: defineRoute({
    ...read,
    path: '/hk-web/assets/moves',
    summary: 'Every movement of one coin or of all, newest first; a transfer is one row.',
    query: z.object({
      coinId: z.coerce.number().int().min(1).max(1_023).optional(),
      type: accountType.optional(),
      cursor: wholeText.optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      minSeq,
    }),
    answer: z.object({
      rows: z.array(
        z.object({
          seq: wholeText,
          at: timeMs,
          coinId: z.number().int(),
          asset: z.string(),
          change: signedDecimalText,
          reason: z.string(),
          reference: z.string(),
          /** Account types of a transfer between own accounts, null of everything else. */
          fromType: z.number().int().nullable(),
          toType: z.number().int().nullable(),
        }),
      ),
      nextCursor: z.string(),
    }),
  }),
  movesFile: defineRoute({
    ...read,
    path: '/hk-web/assets/moves/file',
    summary: 'Every movement of one coin or of all as CSV, times in a zone and in UTC.',
    query: z.object({
      coinId: z.coerce.number().int().min(1).max(1_023).optional(),
      type: accountType.optional(),
      zone: timeZoneName,
    }),
    answer: z.unknown(),
    isBare: true,
  }),
} as const;
