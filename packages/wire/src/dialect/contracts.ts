// The dialect's calls about contracts, /fapi and /dapi, that clients make when they load or start:
// answered truly while no contract is listed. Not here: orders and positions, which have no product
// yet and answer -1020. Read by server and the reference.
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';
import { dialectRateLimit } from './market.ts';
import { signedFields } from './values.ts';

const open = { method: 'GET', role: 'public', owner: 'none', rate: 'none', isBare: true } as const;
const dialect = { weight: 1 };
const info = z.object({
  timezone: z.string(),
  serverTime: z.number().int(),
  rateLimits: z.array(dialectRateLimit),
  exchangeFilters: z.array(z.unknown()),
  assets: z.array(z.unknown()),
  symbols: z.array(z.unknown()),
});
/** Clients send what they like; whoever names a contract names one that is not listed: -1121. */
const anything = z.looseObject({});
const none = z.array(z.unknown());

/** A list about listed contracts. */
const listOf = (path: string, summary: string) =>
  defineRoute({ ...open, path, summary, dialect, query: anything, answer: none });
/** A list about own contracts. */
const ownListOf = (path: string, summary: string) =>
  defineRoute({
    ...open,
    role: 'key_read',
    owner: 'caller',
    path,
    summary,
    dialect: { weight: 5 },
    query: z.looseObject(signedFields),
    answer: none,
  });
const pingOf = (path: string) =>
  defineRoute({
    ...open,
    path,
    summary: 'Whether the API answers.',
    dialect,
    query: anything,
    answer: z.object({}),
  });
const timeOf = (path: string) =>
  defineRoute({
    ...open,
    path,
    summary: 'The clock that timestamps are compared with.',
    dialect,
    query: anything,
    answer: z.object({ serverTime: z.number().int() }),
  });

/** Calls about contracts. */
export const apiContractRoutes = {
  futuresInfo: defineRoute({
    ...open,
    path: '/fapi/v1/exchangeInfo',
    summary: 'Linear contracts: none are listed yet.',
    dialect,
    query: anything,
    answer: info,
  }),
  deliveryInfo: defineRoute({
    ...open,
    path: '/dapi/v1/exchangeInfo',
    summary: 'Inverse contracts: none are listed.',
    dialect,
    query: anything,
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
  futuresOpenOrders: ownListOf('/fapi/v1/openOrders', 'Open orders of contracts: none yet.'),
} as const;
