// The public channels: book, trades, ticker, candle, auction, status. Looks at what changed a few
// times a second and writes each frame once, only for channels that somebody hears. Run by the edge
// process.
import { MarketState } from '@isobath/core';
import type { CandleInterval, ChannelFrame, StatusData } from '@isobath/wire';
import type { ChannelSource, Hub } from '../../base/feed/index.ts';
import {
  calculateChecksum,
  type Level,
  type Market,
  type MarketRegistry,
  showMarket,
  type MarketChanges,
  type MarketLive,
  intervals,
} from '../../base/market/index.ts';
import { showAuction, showCandle, showLevels, showTicker, showTrade } from './show.ts';

/** What the channels stand on. */
export interface MarketFeedParts {
  readonly hub: Hub;
  readonly markets: MarketRegistry;
  readonly live: MarketLive;
  readonly readMode: () => { mode: string; reason: string };
  readonly readNowMs: () => number;
}

/** Running channels. */
export interface MarketFeed {
  /** Publish what changed since the last call; called often, cheap when nothing did. */
  flush(taken: readonly [instrumentId: number, changes: MarketChanges][]): void;
  /** The mode or a market's state changed. */
  publishStatus(): void;
}

const BOOK_LEVELS = 1_000;
const TRADES_SHOWN = 100;
const TICKERS_EVERY_MS = 1_000;
const CHECKSUM_EVERY_MS = 1_000;

/** What a beginning costs: a thousand levels with a checksum, a hundred trades, a row. */
const WEIGHTS = { book: 10, trades: 5, candle: 2, ticker: 2, auction: 2, status: 2 } as const;
const WEIGHT_OF_ALL_TICKERS = 20;

/**
 * A channel's parts: `candle:btc_usdt:1m` is prefix, symbol and interval. One that has more is no
 * channel: it would be another name for the same, which nobody publishes to.
 */
function splitChannel(channel: string): { symbol: string; interval: string; isWhole: boolean } {
  const [, symbol = '', interval = '', ...more] = channel.split(':');
  const isWhole = more.length === 0 && channel.split(':', 3).every((part) => part !== '');
  return { symbol, interval, isWhole };
}

/** Make the channels and offer them on the hub. */
export function createMarketFeed(parts: MarketFeedParts): MarketFeed {
  const { hub, markets, live, readNowMs } = parts;
  /** Numbers of channels that the engine does not number. */
  const numbers = new Map<string, number>();
  const checksumAtMs = new Map<number, number>();
  const tickersChanged = new Set<number>();
  let tickersAtMs = 0;

  function readNumber(channel: string): number {
    return numbers.get(channel) ?? 0;
  }

  function publishNext(channel: string, data: unknown): void {
    const number = readNumber(channel) + 1;
    numbers.set(channel, number);
    hub.publish(channel, {
      ch: channel,
      type: 'event',
      first: number,
      last: number,
      at: readNowMs(),
      data,
    });
  }

  function show(channel: string, last: number, data: unknown): ChannelFrame {
    return { ch: channel, type: 'snapshot', first: last, last, at: readNowMs(), data };
  }

  function readMarket(channel: string): Market {
    return markets.marketBySymbol(splitChannel(channel).symbol) as Market;
  }

  function showBook(market: Market, withChecksum: boolean, changes?: MarketChanges) {
    const { book } = live.read(market.instrumentId);
    const asks = showLevels(market, changes?.asks ?? book.list(false, BOOK_LEVELS));
    const bids = showLevels(market, changes?.bids ?? book.list(true, BOOK_LEVELS));
    if (!withChecksum) return { asks, bids };
    const top = (isBid: boolean): Level[] => book.list(isBid, 10);
    const checksum = calculateChecksum(
      showLevels(market, top(false)),
      showLevels(market, top(true)),
    );
    return { asks, bids, checksum };
  }

  function readStatus(): StatusData {
    const states: Record<string, string> = {};
    for (const market of markets.listMarkets()) {
      if (market.state !== MarketState.trading) states[market.symbol] = showMarket(market).state;
    }
    return { ...parts.readMode(), markets: states };
  }

  function offer(
    prefix: keyof typeof WEIGHTS,
    snapshot: (channel: string) => ChannelFrame,
    isKnown: (channel: string) => boolean = isMarketChannel,
  ): void {
    hub.addSource({
      prefix,
      weigh: (channel) => (channel === 'ticker:*' ? WEIGHT_OF_ALL_TICKERS : WEIGHTS[prefix]),
      address: (channel) => (isKnown(channel) ? channel : undefined),
      snapshot,
    });
  }

  function isMarketChannel(channel: string): boolean {
    const { symbol, interval, isWhole } = splitChannel(channel);
    return isWhole && interval === '' && markets.marketBySymbol(symbol) !== undefined;
  }

  /** The trades after a number, as long as all of them are kept. */
  function readTradesSince(channel: string, since: number): ChannelFrame[] | undefined {
    const market = readMarket(channel);
    const { trades } = live.read(market.instrumentId);
    const last = trades.at(-1)?.tradeId ?? 0;
    if (since === last) return [];
    if (since > last || trades[0].tradeId > since + 1) return undefined;
    const missed = trades.filter(({ tradeId }) => tradeId > since);
    const data = missed.map((trade) => showTrade(market, trade));
    return [{ ch: channel, type: 'event', first: since + 1, last, at: readNowMs(), data }];
  }

  /** Trades are lost to a client that gets the newest alone: after a cut it gets what it missed. */
  const tradesSource: ChannelSource = {
    prefix: 'trades',
    weigh: () => WEIGHTS.trades,
    address: (channel) => (isMarketChannel(channel) ? channel : undefined),
    snapshot(channel) {
      const market = readMarket(channel);
      const { trades } = live.read(market.instrumentId);
      const shown = trades.slice(-TRADES_SHOWN).map((trade) => showTrade(market, trade));
      return show(channel, trades.at(-1)?.tradeId ?? 0, shown);
    },
    resume: async (channel, since) => readTradesSince(channel, since),
  };

  function offerChannels(): void {
    offer('book', (channel) => {
      const market = readMarket(channel);
      const { book } = live.read(market.instrumentId);
      return show(channel, book.lastUpdateId, showBook(market, true));
    });
    hub.addSource(tradesSource);
    offer(
      'ticker',
      (channel) => {
        const { symbol } = splitChannel(channel);
        const nowMs = readNowMs();
        const row = (market: Market) => showTicker(market, live.read(market.instrumentId), nowMs);
        const data = symbol === '*' ? markets.listMarkets().map(row) : row(readMarket(channel));
        return show(channel, readNumber(channel), data);
      },
      (channel) => channel === 'ticker:*' || isMarketChannel(channel),
    );
    offer(
      'candle',
      (channel) => {
        const { interval } = splitChannel(channel);
        const market = readMarket(channel);
        const { candles } = live.read(market.instrumentId);
        const rows = candles.read(interval as CandleInterval);
        return show(
          channel,
          readNumber(channel),
          rows.map((row) => showCandle(market, row)),
        );
      },
      (channel) => {
        const { symbol, interval, isWhole } = splitChannel(channel);
        const isInterval = isWhole && intervals.includes(interval as CandleInterval);
        return isInterval && markets.marketBySymbol(symbol) !== undefined;
      },
    );
    offer('auction', (channel) => {
      const market = readMarket(channel);
      const data = showAuction(market, live.read(market.instrumentId));
      return show(channel, readNumber(channel), data);
    });
    offer(
      'status',
      (channel) => show(channel, readNumber(channel), readStatus()),
      (channel) => channel === 'status',
    );
  }

  offerChannels();

  function flushBook(market: Market, changes: MarketChanges): void {
    const channel = `book:${market.symbol}`;
    if (changes.firstUpdateId === 0 || !hub.hasListeners(channel)) return;
    const nowMs = readNowMs();
    const isDue = nowMs - (checksumAtMs.get(market.instrumentId) ?? 0) >= CHECKSUM_EVERY_MS;
    if (isDue) checksumAtMs.set(market.instrumentId, nowMs);
    hub.publish(channel, {
      ch: channel,
      type: 'diff',
      first: changes.firstUpdateId,
      last: live.read(market.instrumentId).book.lastUpdateId,
      at: nowMs,
      data: showBook(market, isDue, changes),
    });
  }

  function flushTrades(market: Market, { trades }: MarketChanges): void {
    const channel = `trades:${market.symbol}`;
    if (trades.length === 0) return;
    tickersChanged.add(market.instrumentId);
    flushCandles(market);
    if (!hub.hasListeners(channel)) return;
    hub.publish(channel, {
      ch: channel,
      type: 'event',
      first: trades[0].tradeId,
      last: (trades.at(-1) as { tradeId: number }).tradeId,
      at: readNowMs(),
      data: trades.map((trade) => showTrade(market, trade)),
    });
  }

  function flushCandles(market: Market): void {
    for (const channel of hub.listAddresses(`candle:${market.symbol}:`)) {
      const interval = splitChannel(channel).interval as CandleInterval;
      const rows = live.read(market.instrumentId).candles.read(interval);
      publishNext(
        channel,
        rows.map((row) => showCandle(market, row)),
      );
    }
  }

  function flushTickers(nowMs: number): void {
    if (nowMs - tickersAtMs < TICKERS_EVERY_MS || tickersChanged.size === 0) return;
    tickersAtMs = nowMs;
    const changed = [...tickersChanged]
      .map((instrumentId) => markets.marketById(instrumentId))
      .filter((market) => market !== undefined);
    tickersChanged.clear();
    const rows = changed.map((market) => showTicker(market, live.read(market.instrumentId), nowMs));
    if (hub.hasListeners('ticker:*')) publishNext('ticker:*', rows);
    for (const row of rows) {
      const channel = `ticker:${row.symbol}`;
      if (hub.hasListeners(channel)) publishNext(channel, row);
    }
  }

  function flushAuction(market: Market): void {
    const channel = `auction:${market.symbol}`;
    if (!hub.hasListeners(channel)) return;
    publishNext(channel, showAuction(market, live.read(market.instrumentId)));
  }

  return {
    flush(taken) {
      let hasStateNews = false;
      for (const [instrumentId, changes] of taken) {
        const market = markets.marketById(instrumentId);
        if (market === undefined) continue;
        flushBook(market, changes);
        flushTrades(market, changes);
        if (changes.hasAuctionNews) flushAuction(market);
        hasStateNews ||= changes.hasStateNews;
      }
      if (hasStateNews) publishNext('status', readStatus());
      flushTickers(readNowMs());
    },
    publishStatus: () => publishNext('status', readStatus()),
  };
}
