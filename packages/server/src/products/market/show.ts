// Market data in the wire's words: ticks and lots become text here, and nowhere else in this room.
// Not here: what is counted (base/market/live.ts, candles.ts). Called by the routes, the feed and
// the streams.
import { MarketState, Side } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { AuctionData, CandleRow, PublicTrade, TickerRow } from '@isobath/wire';
import {
  type Bucket,
  formatChange,
  type Level,
  type Market,
  showMarket,
  type LiveMarket,
  type LiveTrade,
} from '../../base/market/index.ts';

/** A price as text. */
export function showPrice(market: Market, ticks: number): string {
  return formatDecimal(BigInt(ticks), market.priceDecimals);
}

/** A size as text. */
export function showSize(market: Market, lots: number | bigint): string {
  return formatDecimal(BigInt(lots), market.lotDecimals);
}

/** Decimals of an average; a finer market keeps its own. */
const AVERAGE_DECIMALS = 8;

/** Average price by volume as the Binance API writes it everywhere; 0 without trades. */
export function showAverage(
  market: Market,
  bucket: Pick<Bucket, 'quoteUnits' | 'baseLots'> | undefined,
): string {
  const decimals = Math.max(AVERAGE_DECIMALS, market.priceDecimals);
  if (bucket === undefined || bucket.baseLots === 0) return formatDecimal(0n, decimals);
  const power = 10n ** BigInt(decimals - market.priceDecimals);
  const divisor = BigInt(bucket.baseLots) * market.unitsPerTickLot;
  return formatDecimal((bucket.quoteUnits * power) / divisor, decimals);
}

/** A change in per cent as the Binance API writes it, in answers and streams alike. */
export function showBinanceChange(openTicks: number, lastTicks: number): string {
  return openTicks === 0 ? '0.000' : formatChange(openTicks, lastTicks, 3);
}

/** Levels as the wire writes them. */
export function showLevels(market: Market, levels: Iterable<Level>): [string, string][] {
  return Array.from(levels, ([ticks, lots]) => [showPrice(market, ticks), showSize(market, lots)]);
}

/** A public trade as the wire writes it. */
export function showTrade(market: Market, trade: LiveTrade): PublicTrade {
  return {
    id: String(trade.tradeId),
    time: trade.atMs,
    price: showPrice(market, trade.priceTicks),
    amount: showSize(market, trade.sizeLots),
    side: trade.takerSide === Side.buy ? 'buy' : 'sell',
  };
}

/** A candle as the wire writes it. */
export function showCandle(market: Market, bucket: Bucket): CandleRow {
  return [
    bucket.openMs,
    showPrice(market, bucket.openTicks),
    showPrice(market, bucket.highTicks),
    showPrice(market, bucket.lowTicks),
    showPrice(market, bucket.closeTicks),
    showSize(market, bucket.baseLots),
    formatDecimal(bucket.quoteUnits, market.quote.scale),
    bucket.tradesCount,
    bucket.isSimulated,
  ];
}

/**
 * The rolling day as a ticker; a market without trades shows its last price, or 0 before the first.
 */
export function showTicker(market: Market, live: LiveMarket, nowMs: number): TickerRow {
  const day = live.day.read(nowMs);
  const last = day?.closeTicks ?? live.lastTicks;
  const open = day?.openTicks ?? last;
  return {
    tradeId: market.instrumentId,
    symbol: market.symbol,
    baseCurrency: market.base.shortName,
    quoteCurrency: market.quote.shortName,
    tradeArea: market.tradeArea,
    last: showPrice(market, last),
    open: showPrice(market, open),
    high: showPrice(market, day?.highTicks ?? last),
    low: showPrice(market, day?.lowTicks ?? last),
    baseVolume: showSize(market, day?.baseLots ?? 0),
    quoteVolume: formatDecimal(day?.quoteUnits ?? 0n, market.quote.scale),
    change: open === 0 ? '0.00' : formatChange(open, last),
    simulated: day?.isSimulated ?? false,
    time: nowMs,
  };
}

/** The auction now, null outside of one. */
export function showAuction(market: Market, live: LiveMarket): AuctionData | null {
  const isRunning =
    market.state === MarketState.auction || market.state === MarketState.auctionNoCancel;
  if (!isRunning) return null;
  const indication = live.indication;
  const hasPrice = indication !== undefined && indication.priceTicks > 0;
  const surplusLots = indication?.surplusLots ?? 0;
  return {
    state: showMarket(market).state,
    price: hasPrice ? showPrice(market, indication.priceTicks) : '',
    volume: showSize(market, indication?.volumeLots ?? 0),
    surplus: showSize(market, surplusLots),
    openAt: market.openAtMs,
    noCancelAt: market.noCancelAtMs,
  };
}
