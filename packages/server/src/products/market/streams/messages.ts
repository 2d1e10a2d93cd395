// Messages of the trading dialect's market streams: live state to the dialect's short fields. Times
// go through `time`, so that one message can be written in milliseconds and in microseconds.
// It decides nothing about when to send: streams.ts does.
import { Side } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { StreamMessage } from '../../../base/feed/index.ts';
import type { Bucket, Market, LiveMarket, LiveTrade } from '../../../base/market/index.ts';
import { showAverage, showBinanceChange, showLevels, showPrice, showSize } from '../show.ts';
import { WINDOWS, type WindowName } from './names.ts';

/** A market with its state and its name in the dialect, such as `BTCUSDT`. */
export interface Published {
  readonly market: Market;
  readonly live: LiveMarket;
  readonly symbol: string;
  readonly nowMs: number;
}

/** Changes of a book between two numbers; both ends inside. */
export interface DepthDiff {
  readonly firstUpdateId: number;
  readonly lastUpdateId: number;
  readonly bids: ReadonlyMap<number, number>;
  readonly asks: ReadonlyMap<number, number>;
}

const MINUTE_MS = 60_000;
const AVERAGE_MINUTES = 5;

function showQuote(market: Market, units: bigint): string {
  return formatDecimal(units, market.quote.scale);
}

function isBuyerMaker(trade: LiveTrade): boolean {
  return trade.takerSide === Side.sell;
}

/** One public trade. */
export function publishTrade(published: Published, trade: LiveTrade): StreamMessage {
  return (time) => ({
    e: 'trade',
    E: time(published.nowMs),
    s: published.symbol,
    t: trade.tradeId,
    p: showPrice(published.market, trade.priceTicks),
    q: showSize(published.market, trade.sizeLots),
    T: time(trade.atMs),
    m: isBuyerMaker(trade),
    M: true,
  });
}

/** One public trade as an aggregate of itself: numbers stay those of trades. */
export function publishAggTrade(published: Published, trade: LiveTrade): StreamMessage {
  return (time) => ({
    e: 'aggTrade',
    E: time(published.nowMs),
    s: published.symbol,
    a: trade.tradeId,
    p: showPrice(published.market, trade.priceTicks),
    q: showSize(published.market, trade.sizeLots),
    f: trade.tradeId,
    l: trade.tradeId,
    T: time(trade.atMs),
    m: isBuyerMaker(trade),
    M: true,
  });
}

interface DayNumbers {
  readonly last: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly day: Bucket | undefined;
}

function readWindow({ live, nowMs }: Published, minutes: number): DayNumbers {
  const day = live.day.read(nowMs, minutes);
  const last = day?.closeTicks ?? live.lastTicks;
  return {
    last,
    open: day?.openTicks ?? last,
    high: day?.highTicks ?? last,
    low: day?.lowTicks ?? last,
    day,
  };
}

/** The short rolling day. */
export function publishMiniTicker(published: Published): StreamMessage {
  const { market, symbol, nowMs } = published;
  const { last, open, high, low, day } = readWindow(published, WINDOWS['1d']);
  return (time) => ({
    e: '24hrMiniTicker',
    E: time(nowMs),
    s: symbol,
    c: showPrice(market, last),
    o: showPrice(market, open),
    h: showPrice(market, high),
    l: showPrice(market, low),
    v: showSize(market, day?.baseLots ?? 0),
    q: showQuote(market, day?.quoteUnits ?? 0n),
  });
}

function publishWindowNumbers(published: Published, minutes: number) {
  const { market, live, symbol, nowMs } = published;
  const { last, open, high, low, day } = readWindow(published, minutes);
  const lastTradeId = day === undefined ? -1 : (live.trades.at(-1)?.tradeId ?? -1);
  return {
    E: nowMs,
    s: symbol,
    p: formatDecimal(BigInt(last - open), market.priceDecimals),
    P: showBinanceChange(open, last),
    o: showPrice(market, open),
    h: showPrice(market, high),
    l: showPrice(market, low),
    c: showPrice(market, last),
    w: showAverage(market, day),
    v: showSize(market, day?.baseLots ?? 0),
    q: showQuote(market, day?.quoteUnits ?? 0n),
    O: nowMs - minutes * MINUTE_MS,
    C: nowMs,
    // Trade numbers have no gaps: the first of a window follows from the last and their count.
    F: day === undefined ? -1 : lastTradeId - day.tradesCount + 1,
    L: lastTradeId,
    n: day?.tradesCount ?? 0,
  };
}

/** A rolling window of one hour, four hours or a day. */
export function publishWindowTicker(published: Published, window: WindowName): StreamMessage {
  const numbers = publishWindowNumbers(published, WINDOWS[window]);
  return (time) => ({
    e: `${window}Ticker`,
    ...numbers,
    E: time(numbers.E),
    O: time(numbers.O),
    C: time(numbers.C),
  });
}

/** The rolling day with the best prices. */
export function publishTicker(published: Published): StreamMessage {
  const { market, live } = published;
  const numbers = publishWindowNumbers(published, WINDOWS['1d']);
  const [bid] = live.book.list(true, 1);
  const [ask] = live.book.list(false, 1);
  return (time) => ({
    e: '24hrTicker',
    ...numbers,
    E: time(numbers.E),
    O: time(numbers.O),
    C: time(numbers.C),
    x: showPrice(market, live.day.readBefore(published.nowMs)),
    Q: showSize(market, live.trades.at(-1)?.sizeLots ?? 0),
    b: showPrice(market, bid?.[0] ?? 0),
    B: showSize(market, bid?.[1] ?? 0),
    a: showPrice(market, ask?.[0] ?? 0),
    A: showSize(market, ask?.[1] ?? 0),
  });
}

/** Best prices and sizes, as numbers: to know whether they changed. */
export function readTop({ live }: Pick<Published, 'live'>): string {
  return `${live.book.list(true, 1)} ${live.book.list(false, 1)}`;
}

/** Best prices and sizes. */
export function publishBookTicker({ market, live, symbol }: Published): StreamMessage {
  const [bid] = live.book.list(true, 1);
  const [ask] = live.book.list(false, 1);
  return () => ({
    u: live.book.lastUpdateId,
    s: symbol,
    b: showPrice(market, bid?.[0] ?? 0),
    B: showSize(market, bid?.[1] ?? 0),
    a: showPrice(market, ask?.[0] ?? 0),
    A: showSize(market, ask?.[1] ?? 0),
  });
}

/** Average price of the last five minutes; the last price when nothing was traded in them. */
export function publishAveragePrice({ market, live, symbol, nowMs }: Published): StreamMessage {
  const bucket = live.day.read(nowMs, AVERAGE_MINUTES);
  const price =
    bucket === undefined ? showPrice(market, live.lastTicks) : showAverage(market, bucket);
  return (time) => ({
    e: 'avgPrice',
    E: time(nowMs),
    s: symbol,
    i: '5m',
    w: price,
    T: time(live.trades.at(-1)?.atMs ?? 0),
  });
}

/** The best levels of both sides. */
export function publishPartialDepth({ market, live }: Published, levels: number): StreamMessage {
  const { book } = live;
  const message = {
    lastUpdateId: book.lastUpdateId,
    bids: showLevels(market, book.list(true, levels)),
    asks: showLevels(market, book.list(false, levels)),
  };
  return () => message;
}

/** What changed in a book; a size of 0 deletes the level. */
export function publishDepthDiff(published: Published, diff: DepthDiff): StreamMessage {
  const { market, symbol, nowMs } = published;
  const bids = showLevels(market, diff.bids);
  const asks = showLevels(market, diff.asks);
  return (time) => ({
    e: 'depthUpdate',
    E: time(nowMs),
    s: symbol,
    U: diff.firstUpdateId,
    u: diff.lastUpdateId,
    b: bids,
    a: asks,
  });
}

/** A candle as a stream tells it; times in UTC milliseconds. */
export interface PublishedCandle {
  readonly bucket: Bucket;
  readonly interval: string;
  /** First millisecond of the next candle. */
  readonly nextOpenMs: number;
  /** Number of its last trade, -1 without trades. */
  readonly lastTradeId: number;
  readonly isClosed: boolean;
}

/** A growing or closed candle. */
export function publishCandle(published: Published, candle: PublishedCandle): StreamMessage {
  const { market, symbol, nowMs } = published;
  const { bucket, interval, lastTradeId } = candle;
  return (time) => ({
    e: 'kline',
    E: time(nowMs),
    s: symbol,
    k: {
      t: time(bucket.openMs),
      T: time(candle.nextOpenMs) - 1,
      s: symbol,
      i: interval,
      f: bucket.tradesCount === 0 ? -1 : lastTradeId - bucket.tradesCount + 1,
      L: bucket.tradesCount === 0 ? -1 : lastTradeId,
      o: showPrice(market, bucket.openTicks),
      c: showPrice(market, bucket.closeTicks),
      h: showPrice(market, bucket.highTicks),
      l: showPrice(market, bucket.lowTicks),
      v: showSize(market, bucket.baseLots),
      n: bucket.tradesCount,
      x: candle.isClosed,
      q: showQuote(market, bucket.quoteUnits),
      V: showSize(market, bucket.takerBuyLots),
      Q: showQuote(market, bucket.takerBuyQuoteUnits),
      B: '0',
    },
  });
}
