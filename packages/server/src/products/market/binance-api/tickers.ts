// Statistics of a span in the dialect's words. The last day comes from memory, other spans from
// stored minutes.
import { formatDecimal } from '@isobath/core/math';
import type { BinanceTicker } from '@isobath/wire';
import { showSymbol } from '../../../base/binance-api/index.ts';
import {
  type Bucket,
  emptyBucket,
  type Market,
  type LiveMarket,
} from '../../../base/market/index.ts';
import { showAverage, showBinanceChange, showPrice, showSize } from '../show.ts';

/** A span of time and what was traded in it; `bucket` undefined = nothing. */
export interface TickerSpan {
  readonly bucket: Bucket | undefined;
  readonly openTimeMs: number;
  readonly closeTimeMs: number;
}

/** Statistics of a span; `isMini` leaves out changes. */
export function showSpan(
  { market, live }: { market: Market; live: LiveMarket },
  span: TickerSpan,
  isMini: boolean,
): BinanceTicker {
  const bucket = span.bucket ?? emptyBucket(0, live.lastTicks);
  const lastId = live.trades.at(-1)?.tradeId ?? 0;
  const count = bucket.tradesCount;
  const price = (ticks: number) => showPrice(market, ticks);
  const change = bucket.closeTicks - bucket.openTicks;
  return {
    symbol: showSymbol(market.symbol),
    ...(isMini
      ? {}
      : {
          priceChange: price(change),
          priceChangePercent: showBinanceChange(bucket.openTicks, bucket.closeTicks),
          weightedAvgPrice: showAverage(market, span.bucket),
        }),
    openPrice: price(bucket.openTicks),
    highPrice: price(bucket.highTicks),
    lowPrice: price(bucket.lowTicks),
    lastPrice: price(bucket.closeTicks),
    volume: showSize(market, bucket.baseLots),
    quoteVolume: formatDecimal(bucket.quoteUnits, market.quote.scale),
    openTime: span.openTimeMs,
    closeTime: span.closeTimeMs,
    // Numbers of trades have no gaps; -1 as the dialect says it when there were none.
    firstId: count === 0 ? -1 : lastId - count + 1,
    lastId: count === 0 ? -1 : lastId,
    count,
  };
}

/** Best prices and sizes; 0 for an empty side. */
export function showBest({ market, live }: { market: Market; live: LiveMarket }) {
  const [bid] = live.book.list(true, 1);
  const [ask] = live.book.list(false, 1);
  return {
    bidPrice: showPrice(market, bid?.[0] ?? 0),
    bidQty: showSize(market, bid?.[1] ?? 0),
    askPrice: showPrice(market, ask?.[0] ?? 0),
    askQty: showSize(market, ask?.[1] ?? 0),
  };
}
