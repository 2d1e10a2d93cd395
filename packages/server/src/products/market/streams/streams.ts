// The trading dialect's market streams: decides what is due and publishes it. It reads the same
// numbered changes of the books as our own channels and writes only what somebody reads.
// Run by the edge process: `flush` is called with every taking of changes.
import type { StreamHub, StreamMessage, StreamSource } from '../../../base/feed/index.ts';
import { createBinanceSymbols, showSymbol } from '../../../base/binance-api/index.ts';
import type {
  Market,
  MarketRegistry,
  MarketChanges,
  MarketLive,
} from '../../../base/market/index.ts';
import { type CandleWatch, createCandleWatch } from './candle-watch.ts';
import { createDepthGatherer, type DepthGatherer } from './depth-diffs.ts';
import {
  readTop,
  publishAggTrade,
  publishAveragePrice,
  publishBookTicker,
  publishCandle,
  publishDepthDiff,
  publishMiniTicker,
  publishPartialDepth,
  publishTicker,
  publishTrade,
  publishWindowTicker,
  type Published,
} from './messages.ts';
import { ALL_BOOK_TICKERS, parseStreamName, type StreamRequest, type WindowName } from './names.ts';

/** What the streams stand on. */
export interface MarketStreamsParts {
  readonly hub: StreamHub;
  readonly markets: MarketRegistry;
  readonly live: MarketLive;
  readonly readNowMs: () => number;
}

/** Running streams. */
export interface MarketStreams {
  /** Publish what is due. @param changes - of every market since the last call. */
  flush(changes: readonly [instrumentId: number, changes: MarketChanges][]): void;
}

/** A stream that somebody reads; `instrumentId` 0 = of all markets. */
interface Active {
  readonly name: string;
  readonly request: StreamRequest;
  readonly instrumentId: number;
  readonly gatherer: DepthGatherer;
  readonly candles: CandleWatch | undefined;
}

/** Markets that changed since a kind of stream was last told. */
interface Touched {
  readonly books: Set<number>;
  readonly trades: Set<number>;
}

const FAST_MS = 100;
const SLOW_MS = 1_000;
const RARE_MS = 3_000;

/** Make the streams and offer them on the hub. */
export function createMarketStreams(parts: MarketStreamsParts): MarketStreams {
  const { hub, markets, live, readNowMs } = parts;
  const active = new Map<string, Active>();
  const tops = new Map<number, string>();
  const fast: Touched = { books: new Set(), trades: new Set() };
  const slow: Touched = { books: new Set(), trades: new Set() };
  const rare: Touched = { books: new Set(), trades: new Set() };
  let fastAtMs = 0;
  let rareAtMs = 0;
  let slowAtMs = 0;
  const symbols = createBinanceSymbols(markets);

  /** Names of streams are in lower case. */
  function findMarketId(symbol: string): number | undefined {
    if (symbol !== symbol.toLowerCase()) return undefined;
    return symbols.find(symbol.toUpperCase())?.instrumentId;
  }

  function publish(instrumentId: number, nowMs: number): Published {
    const market = markets.marketById(instrumentId) as Market;
    return { market, live: live.read(instrumentId), symbol: showSymbol(market.symbol), nowMs };
  }

  function publishEach(
    ids: Iterable<number>,
    one: (published: Published) => StreamMessage,
  ): StreamMessage[] {
    const nowMs = readNowMs();
    const published = Array.from(ids, (id) => one(publish(id, nowMs)));
    return published.length === 0 ? [] : [(time) => published.map((message) => message(time))];
  }

  /** The message of a stream that shows a state, undefined for those that tell what happened. */
  function publishState(stream: Active, nowMs: number): StreamMessage | undefined {
    const { request } = stream;
    if (stream.instrumentId === 0) return undefined;
    const published = publish(stream.instrumentId, nowMs);
    switch (request.kind) {
      case 'miniTicker':
        return publishMiniTicker(published);
      case 'ticker':
        return publishTicker(published);
      case 'window':
        return publishWindowTicker(published, request.window);
      case 'avgPrice':
        return publishAveragePrice(published);
      case 'bookTicker':
        return publishBookTicker(published);
      case 'partial':
        return publishPartialDepth(published, request.levels);
      case 'kline': {
        const candle = stream.candles?.readNow(published.live, nowMs);
        return candle && publishCandle(published, candle);
      }
      default:
        return undefined;
    }
  }

  const source: StreamSource = {
    has(name) {
      const request = parseStreamName(name);
      if (request === undefined) return false;
      return !('symbol' in request) || findMarketId(request.symbol) !== undefined;
    },
    opened(name) {
      const request = parseStreamName(name) as StreamRequest;
      active.set(name, {
        name,
        request,
        instrumentId: 'symbol' in request ? (findMarketId(request.symbol) as number) : 0,
        gatherer: createDepthGatherer(),
        candles: request.kind === 'kline' ? createCandleWatch(request, readNowMs()) : undefined,
      });
    },
    closed: (name) => void active.delete(name),
    readFirst(name) {
      const message = publishState(active.get(name) as Active, readNowMs());
      return message === undefined ? [] : [message];
    },
  };
  hub.addSource(source);

  function flushTrades(published: Published, changes: MarketChanges): void {
    const prefix = published.symbol.toLowerCase();
    for (const [kind, publishOne] of [
      ['trade', publishTrade],
      ['aggTrade', publishAggTrade],
    ] as const) {
      const name = `${prefix}@${kind}`;
      if (!hub.hasReaders(name)) continue;
      hub.publish(
        name,
        changes.trades.map((trade) => publishOne(published, trade)),
      );
    }
  }

  function flushBook(published: Published, changes: MarketChanges): void {
    const { instrumentId } = published.market;
    const prefix = published.symbol.toLowerCase();
    const lastUpdateId = published.live.book.lastUpdateId;
    for (const suffix of ['depth', 'depth@100ms', 'depth@1000ms']) {
      const stream = active.get(`${prefix}@${suffix}`);
      const cut = stream?.gatherer.add({ ...changes, lastUpdateId });
      if (stream !== undefined && cut !== undefined) {
        hub.publish(stream.name, [publishDepthDiff(published, cut)]);
      }
    }
    const names = [`${prefix}@bookTicker`, ALL_BOOK_TICKERS].filter((one) => hub.hasReaders(one));
    if (names.length === 0) return;
    const top = readTop(published);
    if (tops.get(instrumentId) === top) return;
    tops.set(instrumentId, top);
    for (const name of names) hub.publish(name, [publishBookTicker(published)]);
  }

  function touch(instrumentId: number, changes: MarketChanges): void {
    for (const touched of [fast, slow, rare]) {
      if (changes.firstUpdateId > 0) touched.books.add(instrumentId);
      if (changes.trades.length > 0) touched.trades.add(instrumentId);
    }
  }

  function flushDepth(stream: Active, everyMs: number, nowMs: number): void {
    const { request, instrumentId } = stream;
    if (request.kind !== 'diff' && request.kind !== 'partial') return;
    if (request.everyMs !== everyMs) return;
    if (request.kind === 'diff') {
      const diff = stream.gatherer.take();
      if (diff === undefined) return;
      hub.publish(stream.name, [publishDepthDiff(publish(instrumentId, nowMs), diff)]);
      return;
    }
    const { books } = everyMs === FAST_MS ? fast : slow;
    if (!books.has(instrumentId)) return;
    hub.publish(stream.name, [publishPartialDepth(publish(instrumentId, nowMs), request.levels)]);
  }

  function flushSlow(stream: Active, nowMs: number): void {
    const { request, instrumentId, name } = stream;
    const hasTraded = slow.trades.has(instrumentId);
    const hasChanged = hasTraded || (request.kind === 'ticker' && slow.books.has(instrumentId));
    switch (request.kind) {
      case 'miniTicker':
      case 'ticker':
      case 'window':
      case 'avgPrice': {
        const message = hasChanged ? publishState(stream, nowMs) : undefined;
        if (message !== undefined) hub.publish(name, [message]);
        return;
      }
      case 'allMiniTickers':
      case 'allTickers':
        if (request.everyMs === SLOW_MS) publishAll(stream, slow);
        return;
      case 'allWindows':
        hub.publish(name, flushWindows(request.window));
        return;
      default:
        flushDepth(stream, SLOW_MS, nowMs);
    }
  }

  /** Tickers of every market that was touched; in those without changes only trades count. */
  function publishAll({ name, request: { kind } }: Active, { trades, books }: Touched): void {
    const published =
      kind === 'allTickers'
        ? publishEach(new Set([...trades, ...books]), publishTicker)
        : publishEach(trades, publishMiniTicker);
    hub.publish(name, published);
  }

  function flushRare(nowMs: number): void {
    rareAtMs = nowMs;
    for (const stream of active.values()) {
      const { request } = stream;
      if ('everyMs' in request && request.everyMs === RARE_MS) publishAll(stream, rare);
    }
    rare.books.clear();
    rare.trades.clear();
  }

  function flushWindows(window: WindowName): StreamMessage[] {
    return publishEach(slow.trades, (published) => publishWindowTicker(published, window));
  }

  function flushCandles(stream: Active, nowMs: number): void {
    if (stream.candles === undefined) return;
    const published = publish(stream.instrumentId, nowMs);
    const candles = stream.candles.take(published.live, nowMs);
    hub.publish(
      stream.name,
      candles.map((candle) => publishCandle(published, candle)),
    );
  }

  return {
    flush(taken) {
      const nowMs = readNowMs();
      for (const [instrumentId, changes] of taken) {
        if (markets.marketById(instrumentId) === undefined) continue;
        touch(instrumentId, changes);
        if (active.size === 0) continue;
        const published = publish(instrumentId, nowMs);
        flushTrades(published, changes);
        if (changes.firstUpdateId > 0) flushBook(published, changes);
      }
      const isFast = nowMs - fastAtMs >= FAST_MS;
      const isSlow = nowMs - slowAtMs >= SLOW_MS;
      for (const stream of active.values()) {
        if (isFast) {
          flushDepth(stream, FAST_MS, nowMs);
          flushCandles(stream, nowMs);
        }
        if (isSlow) flushSlow(stream, nowMs);
      }
      if (nowMs - rareAtMs >= RARE_MS) flushRare(nowMs);
      if (isFast) {
        fastAtMs = nowMs;
        fast.books.clear();
        fast.trades.clear();
      }
      if (!isSlow) return;
      slowAtMs = nowMs;
      slow.books.clear();
      slow.trades.clear();
    },
  };
}
