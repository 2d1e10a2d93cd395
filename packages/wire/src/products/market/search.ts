// Search of markets on the wire, and what many people choose.
// Not here: recent searches, which stay in the browser. Fields are the specification's.
// Read by the market product, the sdk and the reference.
import { decimalText, signedDecimalText } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

/** A spot market that was found; `digit` = price and amount decimals, "2#6". */
export const foundSpot = z.object({
  tradeId: z.number().int(),
  symbol: z.string(),
  baseCurrency: z.string(),
  quoteCurrency: z.string(),
  webLogo: z.string(),
  digit: z.string(),
  tradeArea: z.number().int(),
  isMarginTrade: z.boolean(),
  marginRatio: decimalText,
  last: decimalText,
  change: signedDecimalText,
});
export type FoundSpot = z.infer<typeof foundSpot>;

/** A contract that was found; instType 4 = perpetual, 5 = delivery. */
export const foundContract = z.object({
  contractCode: z.string(),
  contractType: z.enum(['perpetual', 'week', 'nextWeek', 'quarter', 'nextQuarter']),
  instType: z.union([z.literal(4), z.literal(5)]),
  liquidationDate: z.string(),
  traceId: z.string(),
  last: decimalText,
  changepercentage: signedDecimalText,
});
export type FoundContract = z.infer<typeof foundContract>;

/** What a keyword finds; `result` is false when it finds nothing. */
export const searchAnswer = z.object({
  result: z.boolean(),
  spots: z.array(foundSpot),
  swaps: z.array(foundContract),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

const keyword = z.string().trim().max(40);
const path = '/hk-web/market/search/result';
const open = { role: 'public', owner: 'none', rate: 'market' } as const;

/** Every market is looked at: 3 ms, where a call of the class may cost 1.25. */
const SEARCH_WEIGHT = 3;

/** Routes of the search. */
export const searchRoutes = {
  popular: defineRoute({
    ...open,
    method: 'GET',
    weigh: () => SEARCH_WEIGHT,
    path: '/hk-web/market/search/popular',
    summary: 'Markets people choose most, newer choices counting more; then by turnover.',
    answer: z.array(foundSpot),
  }),
  search: defineRoute({
    ...open,
    method: 'GET',
    weigh: () => SEARCH_WEIGHT,
    path,
    summary: 'Markets by name of coin or pair: exact first, then beginning, then any part.',
    query: z.object({ keyword }),
    answer: searchAnswer,
  }),
  choose: defineRoute({
    ...open,
    method: 'POST',
    weigh: () => SEARCH_WEIGHT,
    path,
    summary: 'The same search; with `tradeId`, the chosen market is counted for `popular`.',
    body: z.object({ keyword, tradeId: z.number().int().min(1).optional() }),
    answer: searchAnswer,
  }),
} as const;
