// Statistics of a span in the dialect's words. The last day comes from memory, other spans from
// stored minutes.
import { formatDecimal } from '@isobath/core/math';
import type { DialectTicker } from '@isobath/wire';
import { showSymbol } from '../../../base/dialect/index.ts';
import { type Bucket, emptyBucket, type Market } from '../../../base/market/index.ts';
import type { LiveMarket } from '../live.ts';
import { showPrice, showSize } from '../show.ts';

/** Decimals of an average beyond the tick's. */
const AVERAGE_DECIMALS = 8;

/** A span of time and what was traded in it; `bucket` undefined = nothing. */
export interface TickerSpan {
  readonly bucket: Bucket | undefined;
  readonly openTimeMs: number;
  readonly closeTimeMs: number;
}

/** Average price of a span by volume, with eight decimals; 0 without trades. */
export function showAveragePrice(market: Market, bucket: Bucket | undefined): string {
  const baseUnits = BigInt(bucket?.baseLots ?? 0) * market.unitsPerLot;
  if (bucket === undefined || baseUnits === 0n) return formatDecimal(0n, AVERAGE_DECIMALS);
  const scale = 10n ** BigInt(market.base.scale + AVERAGE_DECIMALS);
  const average = (bucket.quoteUnits * scale) / (baseUnits * 10n ** BigInt(market.quote.scale));
  return formatDecimal(average, AVERAGE_DECIMALS);
}

/** A change in per cent with three decimals. */
function showPercent(openTicks: number, lastTicks: number): string {
  if (openTicks === 0) return '0.000';
  const thousandths = (BigInt(lastTicks - openTicks) * 100_000n) / BigInt(openTicks);
  return formatDecimal(thousandths, 3);
}

/** Statistics of a span; `isMini` leaves out changes. */
export function showSpan(
  { market, live }: { market: Market; live: LiveMarket },
  span: TickerSpan,
  isMini: boolean,
): DialectTicker {
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
          priceChangePercent: showPercent(bucket.openTicks, bucket.closeTicks),
          weightedAvgPrice: showAveragePrice(market, span.bucket),
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
