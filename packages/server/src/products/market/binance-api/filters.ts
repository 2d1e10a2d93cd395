// A market in exchangeInfo: its filters are the limits that the engine enforces.
// Not here: a limit of the dialect that the engine does not have is not published at all.
// Called by the dialect's calls of market data.
import { MarketState, type SpotMarketState } from '@isobath/core';
import { cutZeros, formatDecimal } from '@isobath/core/math';
import type { BinanceMarket } from '@isobath/wire';
import { showSymbol } from '../../../base/binance-api/index.ts';
import { type Market, SELF_TRADE_WORDS } from '../../../base/market/index.ts';
import { showPrice, showSize } from '../show.ts';

const STATUS: Readonly<Record<SpotMarketState, string>> = {
  [MarketState.preOpen]: 'PRE_TRADING',
  [MarketState.auction]: 'AUCTION_MATCH',
  [MarketState.auctionNoCancel]: 'AUCTION_MATCH',
  [MarketState.trading]: 'TRADING',
  [MarketState.halt]: 'HALT',
  [MarketState.cancelOnly]: 'HALT',
  [MarketState.break]: 'BREAK',
};

/** Price times size stays below this many tick-lots. */
const PRODUCT_MAX = 2n ** 53n - 1n;

/** The dialect's word for a market's state. */
export function showBinanceStatus(market: Market): string {
  return STATUS[market.state];
}

/** A share in ppm as a multiplier: 1200000 is 1.2. */
function showMultiplier(ppm: number): string {
  return cutZeros(formatDecimal(BigInt(ppm), 6));
}

/** The limits of a market that the engine enforces. */
export function listFilters(market: Market): BinanceMarket['filters'] {
  const price = (ticks: number) => showPrice(market, ticks);
  const size = (lots: number) => showSize(market, lots);
  const quote = (units: bigint) => formatDecimal(units, market.quote.scale);
  const up = showMultiplier(market.bandHighPpm);
  const down = showMultiplier(market.bandLowPpm);
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: price(market.priceTicksMin),
      maxPrice: price(market.priceTicksMax),
      tickSize: price(1),
    },
    {
      filterType: 'LOT_SIZE',
      minQty: size(market.sizeLotsMin),
      maxQty: size(market.sizeLotsMax),
      stepSize: size(1),
    },
    {
      filterType: 'MARKET_LOT_SIZE',
      minQty: size(market.sizeLotsMin),
      maxQty: size(market.marketSizeLotsMax),
      stepSize: size(1),
    },
    {
      filterType: 'MIN_NOTIONAL',
      minNotional: quote(market.notionalUnitsMin),
      applyToMarket: true,
      avgPriceMins: 0,
    },
    {
      filterType: 'NOTIONAL',
      minNotional: quote(market.notionalUnitsMin),
      applyMinToMarket: true,
      maxNotional: quote(PRODUCT_MAX * market.unitsPerTickLot),
      applyMaxToMarket: true,
      avgPriceMins: 0,
    },
    {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: up,
      bidMultiplierDown: down,
      askMultiplierUp: up,
      askMultiplierDown: down,
      avgPriceMins: 0,
    },
    { filterType: 'ICEBERG_PARTS', limit: market.icebergPartsCountMax },
    {
      filterType: 'TRAILING_DELTA',
      minTrailingAboveDelta: market.trailingDeltaBpsMin,
      maxTrailingAboveDelta: market.trailingDeltaBpsMax,
      minTrailingBelowDelta: market.trailingDeltaBpsMin,
      maxTrailingBelowDelta: market.trailingDeltaBpsMax,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: market.openOrdersCountMax },
    { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: market.stopOrdersCountMax },
    { filterType: 'MAX_NUM_ORDER_AMENDS', maxNumOrderAmends: market.amendsCountMax },
  ];
}

/** A market as exchangeInfo tells it. */
export function showBinanceMarket(market: Market, showsPermissions: boolean): BinanceMarket {
  const { base, quote } = market;
  return {
    symbol: showSymbol(market.symbol),
    status: showBinanceStatus(market),
    baseAsset: base.shortName,
    baseAssetPrecision: base.scale,
    quoteAsset: quote.shortName,
    quotePrecision: quote.scale,
    quoteAssetPrecision: quote.scale,
    baseCommissionPrecision: base.scale,
    quoteCommissionPrecision: quote.scale,
    orderTypes: [
      'LIMIT',
      'LIMIT_MAKER',
      'MARKET',
      'STOP_LOSS',
      'STOP_LOSS_LIMIT',
      'TAKE_PROFIT',
      'TAKE_PROFIT_LIMIT',
    ],
    icebergAllowed: true,
    ocoAllowed: true,
    otoAllowed: true,
    opoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    pegInstructionsAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: listFilters(market),
    permissions: [],
    permissionSets: showsPermissions ? [['SPOT']] : [],
    defaultSelfTradePreventionMode: SELF_TRADE_WORDS[market.selfTradeModeDefault],
    allowedSelfTradePreventionModes: SELF_TRADE_WORDS.filter(
      (word, mode) => word !== '' && (market.selfTradeModesMask & (1 << mode)) !== 0,
    ),
  };
}
