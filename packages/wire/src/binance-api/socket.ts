// Methods of the WebSocket API: names for the calls that HTTP has too, so that each is served once.
// Not here: methods about the connection itself (session and user stream), which have no call.
import type { Route } from '../route.ts';
import { apiAccountRoutes } from './account.ts';
import { apiListRoutes } from './lists.ts';
import { apiMarketRoutes } from './market.ts';
import { apiOrderRoutes } from './orders.ts';
import { apiUserStreamRoutes } from './user-stream.ts';

/** Calls by method of the WebSocket API. */
export const socketMethods: Readonly<Record<string, Route>> = {
  ping: apiMarketRoutes.ping,
  time: apiMarketRoutes.time,
  exchangeInfo: apiMarketRoutes.exchangeInfo,
  executionRules: apiMarketRoutes.executionRules,
  referencePrice: apiMarketRoutes.referencePrice,
  'referencePrice.calculation': apiMarketRoutes.referencePriceCalculation,
  depth: apiMarketRoutes.depth,
  'trades.recent': apiMarketRoutes.trades,
  'trades.historical': apiMarketRoutes.historicalTrades,
  'blockTrades.historical': apiMarketRoutes.historicalBlockTrades,
  'trades.aggregate': apiMarketRoutes.aggTrades,
  klines: apiMarketRoutes.klines,
  uiKlines: apiMarketRoutes.uiKlines,
  avgPrice: apiMarketRoutes.avgPrice,
  'ticker.24hr': apiMarketRoutes.ticker24hr,
  'ticker.tradingDay': apiMarketRoutes.tickerTradingDay,
  ticker: apiMarketRoutes.ticker,
  'ticker.price': apiMarketRoutes.tickerPrice,
  'ticker.book': apiMarketRoutes.tickerBook,
  'order.place': apiOrderRoutes.place,
  'order.test': apiOrderRoutes.test,
  'order.status': apiOrderRoutes.order,
  'order.cancel': apiOrderRoutes.cancel,
  'order.cancelReplace': apiOrderRoutes.cancelReplace,
  'order.amend.keepPriority': apiOrderRoutes.amend,
  'order.amendments': apiOrderRoutes.amendments,
  'openOrders.status': apiOrderRoutes.openOrders,
  'openOrders.cancelAll': apiOrderRoutes.cancelAll,
  allOrders: apiOrderRoutes.allOrders,
  'orderList.place': apiListRoutes.placeOldOco,
  'orderList.place.oco': apiListRoutes.placeOco,
  'orderList.place.oto': apiListRoutes.placeOto,
  'orderList.place.otoco': apiListRoutes.placeOtoco,
  'orderList.place.opo': apiListRoutes.placeOpo,
  'orderList.place.opoco': apiListRoutes.placeOpoco,
  'orderList.status': apiListRoutes.list,
  'orderList.cancel': apiListRoutes.cancelList,
  'openOrderLists.status': apiListRoutes.openLists,
  allOrderLists: apiListRoutes.allLists,
  myTrades: apiAccountRoutes.myTrades,
  myPreventedMatches: apiAccountRoutes.myPreventedMatches,
  myAllocations: apiAccountRoutes.myAllocations,
  myFilters: apiAccountRoutes.myFilters,
  'account.status': apiAccountRoutes.account,
  'account.rateLimits.orders': apiAccountRoutes.orderCount,
  'account.commission': apiAccountRoutes.commission,
  'userDataStream.start': apiUserStreamRoutes.startUserStream,
  'userDataStream.ping': apiUserStreamRoutes.keepUserStream,
  'userDataStream.stop': apiUserStreamRoutes.endUserStream,
};
