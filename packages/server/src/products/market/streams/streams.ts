// The trading dialect's market streams: decides what is due and publishes it. It reads the same
// numbered changes of the books as our own channels and writes only what somebody reads.
// Run by the edge process: `flush` is called with every taking of changes.
import type { StreamHub, StreamMessage, StreamSource } from '../../../base/feed/index.ts';
import { createDialectSymbols, showSymbol } from '../../../base/dialect/index.ts';
import type { Market, MarketRegistry } from '../../../base/market/index.ts';
import type { MarketChanges, MarketLive } from '../live.ts';
import { type CandleWatch, createCandleWatch } from './candle-watch.ts';
import { createDepthGatherer, type DepthGatherer } from './depth-diffs.ts';
import {
  readTop,
  tellAggTrade,
  tellAveragePrice,
  tellBookTicker,
  tellCandle,
  tellDepthDiff,
  tellMiniTicker,
  tellPartialDepth,
  tellTicker,
  tellTrade,
  tellWindowTicker,
  type Told,
} from './messages.ts';
import { ALL_BOOK_TICKERS, parseStreamName, type StreamWish, type WindowName } from './names.ts';

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
  readonly wish: StreamWish;
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
  const symbols = createDialectSymbols(markets);

  /** Names of streams are in lower case. */
  function findMarketId(symbol: string): number | undefined {
    if (symbol !== symbol.toLowerCase()) return undefined;
    return symbols.find(symbol.toUpperCase())?.instrumentId;
  }

  function tell(instrumentId: number, nowMs: number): Told {
    const market = markets.marketById(instrumentId) as Market;
    return { market, live: live.read(instrumentId), symbol: showSymbol(market.symbol), nowMs };
  }

  function tellAll(ids: Iterable<number>, one: (told: Told) => StreamMessage): StreamMessage[] {
    const nowMs = readNowMs();
    const told = Array.from(ids, (id) => one(tell(id, nowMs)));
    return told.length === 0 ? [] : [(time) => told.map((message) => message(time))];
  }

  /** The message of a stream that shows a state, undefined for those that tell what happened. */
  function tellState(stream: Active, nowMs: number): StreamMessage | undefined {
    const { wish } = stream;
    if (stream.instrumentId === 0) return undefined;
    const told = tell(stream.instrumentId, nowMs);
    switch (wish.kind) {
      case 'miniTicker':
        return tellMiniTicker(told);
      case 'ticker':
        return tellTicker(told);
      case 'window':
        return tellWindowTicker(told, wish.window);
      case 'avgPrice':
        return tellAveragePrice(told);
      case 'bookTicker':
        return tellBookTicker(told);
      case 'partial':
        return tellPartialDepth(told, wish.levels);
      case 'kline': {
        const candle = stream.candles?.readNow(told.live, nowMs);
        return candle && tellCandle(told, candle);
      }
      default:
        return undefined;
    }
  }

  const source: StreamSource = {
    has(name) {
      const wish = parseStreamName(name);
      if (wish === undefined) return false;
      return !('symbol' in wish) || findMarketId(wish.symbol) !== undefined;
    },
    opened(name) {
      const wish = parseStreamName(name) as StreamWish;
      active.set(name, {
        name,
        wish,
        instrumentId: 'symbol' in wish ? (findMarketId(wish.symbol) as number) : 0,
        gatherer: createDepthGatherer(),
        candles: wish.kind === 'kline' ? createCandleWatch(wish, readNowMs()) : undefined,
      });
    },
    closed: (name) => void active.delete(name),
    readFirst(name) {
      const message = tellState(active.get(name) as Active, readNowMs());
      return message === undefined ? [] : [message];
    },
  };
  hub.addSource(source);

  function flushTrades(told: Told, changes: MarketChanges): void {
    const prefix = told.symbol.toLowerCase();
    for (const [kind, tellOne] of [
      ['trade', tellTrade],
      ['aggTrade', tellAggTrade],
    ] as const) {
      const name = `${prefix}@${kind}`;
      if (!hub.hasReaders(name)) continue;
      hub.publish(
        name,
        changes.trades.map((trade) => tellOne(told, trade)),
      );
    }
  }

  function flushBook(told: Told, changes: MarketChanges): void {
    const { instrumentId } = told.market;
    const prefix = told.symbol.toLowerCase();
    const lastUpdateId = told.live.book.lastUpdateId;
    for (const suffix of ['depth', 'depth@100ms', 'depth@1000ms']) {
      const stream = active.get(`${prefix}@${suffix}`);
      const cut = stream?.gatherer.add({ ...changes, lastUpdateId });
      if (stream !== undefined && cut !== undefined) {
        hub.publish(stream.name, [tellDepthDiff(told, cut)]);
      }
    }
    const names = [`${prefix}@bookTicker`, ALL_BOOK_TICKERS].filter((one) => hub.hasReaders(one));
    if (names.length === 0) return;
    const top = readTop(told);
    if (tops.get(instrumentId) === top) return;
    tops.set(instrumentId, top);
    for (const name of names) hub.publish(name, [tellBookTicker(told)]);
  }

  function touch(instrumentId: number, changes: MarketChanges): void {
    for (const touched of [fast, slow, rare]) {
      if (changes.firstUpdateId > 0) touched.books.add(instrumentId);
      if (changes.trades.length > 0) touched.trades.add(instrumentId);
    }
  }

  function flushDepth(stream: Active, everyMs: number, nowMs: number): void {
    const { wish, instrumentId } = stream;
    if (wish.kind !== 'diff' && wish.kind !== 'partial') return;
    if (wish.everyMs !== everyMs) return;
    if (wish.kind === 'diff') {
      const diff = stream.gatherer.take();
      if (diff === undefined) return;
      hub.publish(stream.name, [tellDepthDiff(tell(instrumentId, nowMs), diff)]);
      return;
    }
    const { books } = everyMs === FAST_MS ? fast : slow;
    if (!books.has(instrumentId)) return;
    hub.publish(stream.name, [tellPartialDepth(tell(instrumentId, nowMs), wish.levels)]);
  }

  function flushSlow(stream: Active, nowMs: number): void {
    const { wish, instrumentId, name } = stream;
    const hasTraded = slow.trades.has(instrumentId);
    const hasChanged = hasTraded || (wish.kind === 'ticker' && slow.books.has(instrumentId));
    switch (wish.kind) {
      case 'miniTicker':
      case 'ticker':
      case 'window':
      case 'avgPrice': {
        const message = hasChanged ? tellState(stream, nowMs) : undefined;
        if (message !== undefined) hub.publish(name, [message]);
        return;
      }
      case 'allMiniTickers':
      case 'allTickers':
        if (wish.everyMs === SLOW_MS) publishAll(stream, slow);
        return;
      case 'allWindows':
        hub.publish(name, flushWindows(wish.window));
        return;
      default:
        flushDepth(stream, SLOW_MS, nowMs);
    }
  }

  /** Tickers of every market that was touched; in those without changes only trades count. */
  function publishAll({ name, wish: { kind } }: Active, { trades, books }: Touched): void {
    const told =
      kind === 'allTickers'
        ? tellAll(new Set([...trades, ...books]), tellTicker)
        : tellAll(trades, tellMiniTicker);
    hub.publish(name, told);
  }

  function flushRare(nowMs: number): void {
    rareAtMs = nowMs;
    for (const stream of active.values()) {
      const { wish } = stream;
      if ('everyMs' in wish && wish.everyMs === RARE_MS) publishAll(stream, rare);
    }
    rare.books.clear();
    rare.trades.clear();
  }

  function flushWindows(window: WindowName): StreamMessage[] {
    return tellAll(slow.trades, (told) => tellWindowTicker(told, window));
  }

  function flushCandles(stream: Active, nowMs: number): void {
    if (stream.candles === undefined) return;
    const told = tell(stream.instrumentId, nowMs);
    const candles = stream.candles.take(told.live, nowMs);
    hub.publish(
      stream.name,
      candles.map((candle) => tellCandle(told, candle)),
    );
  }

  return {
    flush(taken) {
      const nowMs = readNowMs();
      for (const [instrumentId, changes] of taken) {
        if (markets.marketById(instrumentId) === undefined) continue;
        touch(instrumentId, changes);
        if (active.size === 0) continue;
        const told = tell(instrumentId, nowMs);
        flushTrades(told, changes);
        if (changes.firstUpdateId > 0) flushBook(told, changes);
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
