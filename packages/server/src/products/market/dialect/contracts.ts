// The dialect's calls about contracts that clients make when they load. No contract is listed:
// every list is empty. Called by the dialect's calls of market data.
import { apiContractRoutes } from '@isobath/wire';
import { DialectError } from '../../../base/dialect/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';

/** Make the calls. */
export function createContractHandlers(readNowMs: () => number): RouteHandler[] {
  const none = async ({ query }: { query: Readonly<Record<string, unknown>> }) => {
    if (query['symbol'] !== undefined) throw new DialectError('symbol_invalid');
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
  ];
}
