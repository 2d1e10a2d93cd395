// The dialect's calls about the account: balances, rates, own trades, prevented matches, counts.
// Also those of the wallet's part that clients make when they load; what the exchange does not have
// is answered as an empty list. It decides nothing. Called by ../start.ts.
import { Side } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import { apiAccountRoutes, apiWalletRoutes } from '@isobath/wire';
import { showListId, showSymbol } from '../../../base/binance-api/index.ts';
import { type Market, SELF_TRADE_WORDS } from '../../../base/market/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import { checkSpan, type FillRecord, type PreventedRecord } from './history.ts';
import type { SpotBinanceParts } from './parts.ts';
import { readRates } from './rates.ts';

const NO_RATE = '0.00000000';
/** One basis point in ppm: commissions of the account are told in basis points. */
const BASIS_POINT_PPM = 100;

function showMyTrade(row: FillRecord, market: Market) {
  const isBuyer = row.side === Side.buy;
  const coin = isBuyer ? market.base : market.quote;
  return {
    symbol: showSymbol(market.symbol),
    id: row.trade_id,
    orderId: row.order_id,
    orderListId: showListId(String(row.list_id)),
    price: formatDecimal(BigInt(row.price_ticks), market.priceDecimals),
    qty: formatDecimal(BigInt(row.size_lots), market.lotDecimals),
    quoteQty: formatDecimal(BigInt(row.quote_units), market.quote.scale),
    commission: formatDecimal(BigInt(row.fee_units), coin.scale),
    commissionAsset: coin.shortName,
    time: row.at_ms,
    isBuyer,
    isMaker: row.is_maker,
    isBestMatch: true,
  };
}

function showPrevented(row: PreventedRecord, market: Market) {
  const symbol = showSymbol(market.symbol);
  const size = (lots: number) => formatDecimal(BigInt(lots), market.lotDecimals);
  return {
    symbol,
    preventedMatchId: row.prevented_id,
    takerOrderId: row.taker_order_id,
    makerSymbol: symbol,
    makerOrderId: row.maker_order_id,
    tradeGroupId: -1,
    selfTradePreventionMode: SELF_TRADE_WORDS[row.mode],
    price: formatDecimal(BigInt(row.price_ticks), market.priceDecimals),
    makerPreventedQuantity: size(row.maker_lots),
    takerPreventedQuantity: size(row.taker_lots),
    transactTime: row.at_ms,
  };
}

/** Make the calls. */
export function createAccountHandlers(parts: SpotBinanceParts): RouteHandler[] {
  const { symbols, history, openOrders, markets } = parts;

  /** Balances of every coin, zero ones too, in order of coin number. */
  async function readAll(ownerId: number) {
    const { rows } = await parts.readBalances(ownerId, 0);
    const byCoin = new Map(rows.map((row) => [row.coinId, row]));
    return markets
      .listCoins()
      .filter((coin) => !coin.isMock)
      .map((coin) => {
        const row = byCoin.get(coin.coinId);
        const zero = formatDecimal(0n, coin.scale);
        return { coin, free: row?.available ?? zero, locked: row?.held ?? zero };
      });
  }

  return [
    serve(apiAccountRoutes.account, async ({ query, caller }) => {
      const [market] = markets.listMarkets();
      const rates = readRates(parts, caller.ownerId, market);
      const [all, rights] = await Promise.all([
        readAll(caller.ownerId),
        parts.readMoneyRights(caller.ownerId),
      ]);
      const isZero = (text: string) => !/[1-9]/.test(text);
      return {
        makerCommission: Math.round(rates.makerPpm / BASIS_POINT_PPM),
        takerCommission: Math.round(rates.takerPpm / BASIS_POINT_PPM),
        buyerCommission: 0,
        sellerCommission: 0,
        commissionRates: {
          maker: rates.maker,
          taker: rates.taker,
          buyer: NO_RATE,
          seller: NO_RATE,
        },
        canTrade: true,
        ...rights,
        brokered: false,
        requireSelfTradePrevention: false,
        preventSor: false,
        updateTime: parts.readNowMs(),
        accountType: 'SPOT',
        balances: all
          .filter(({ free, locked }) => !query.omitZeroBalances || !isZero(free) || !isZero(locked))
          .map(({ coin, free, locked }) => ({ asset: coin.shortName, free, locked })),
        permissions: ['SPOT'],
        uid: caller.ownerId,
      };
    }),
    serve(apiAccountRoutes.commission, async ({ query, caller }) => {
      const market = symbols.read(query.symbol);
      const { maker, taker } = readRates(parts, caller.ownerId, market);
      const none = { maker: NO_RATE, taker: NO_RATE, buyer: NO_RATE, seller: NO_RATE };
      return {
        symbol: query.symbol,
        standardCommission: { ...none, maker, taker },
        specialCommission: none,
        taxCommission: none,
        discount: {
          enabledForAccount: false,
          enabledForSymbol: false,
          discountAsset: '',
          discount: NO_RATE,
        },
      };
    }),
    serve(apiAccountRoutes.myTrades, async ({ query, caller }) => {
      checkSpan(query);
      const market = symbols.read(query.symbol);
      await openOrders.settle(caller.ownerId);
      const { orderId, fromId, startTime, endTime, limit } = query;
      const { instrumentId } = market;
      const { ownerId } = caller;
      const request = { ownerId, instrumentId, orderId, fromId, startTime, endTime, limit };
      return (await history.listFills(request)).map((row) => showMyTrade(row, market));
    }),
    serve(apiAccountRoutes.myPreventedMatches, async ({ query, caller }) => {
      const market = symbols.read(query.symbol);
      await openOrders.settle(caller.ownerId);
      const rows = await history.listPrevented({
        ownerId: caller.ownerId,
        instrumentId: market.instrumentId,
        orderId: query.orderId,
        preventedMatchId: query.preventedMatchId,
        fromId: query.fromPreventedMatchId,
        limit: query.limit,
      });
      return rows.map((row) => showPrevented(row, market));
    }),
    serve(apiAccountRoutes.myAllocations, async ({ query }) => {
      checkSpan(query);
      symbols.read(query.symbol);
      return [];
    }),
    serve(apiAccountRoutes.orderCount, async ({ caller }) =>
      parts.orderCounts.list(caller.ownerId),
    ),
    serve(apiWalletRoutes.tradeFee, async ({ query, caller }) => {
      const requested =
        query.symbol === undefined ? markets.listMarkets() : [symbols.read(query.symbol)];
      return requested.map((market) => {
        const { maker, taker } = readRates(parts, caller.ownerId, market);
        return {
          symbol: showSymbol(market.symbol),
          makerCommission: maker,
          takerCommission: taker,
        };
      });
    }),
    serve(apiWalletRoutes.marginPairs, async () => []),
    serve(apiWalletRoutes.isolatedPairs, async () => []),
  ];
}
