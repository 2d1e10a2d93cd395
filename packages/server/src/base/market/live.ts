// Market data of this moment: books, newest trades, rolling days, growing candles, auctions. Built
// from stored rows at the start and from committed steps after that; it decides nothing. Kept by
// the edge process; read by the market pages and channels.
import {
  type AuctionIndicated,
  type CoreEvent,
  EventKind,
  type LevelChanged,
  Side,
  type TradeExecuted,
} from '@isobath/core';
import type { Session } from '../db/index.ts';
import type { CommittedStep } from '../product/index.ts';
import { readWatermark } from '../projections/index.ts';
import { applyLevel, type Books, loadBooks } from './book-projection.ts';
import { createPublicBook, type PublicBook } from './book.ts';
import { type CandleClock, createCandleClock } from './candle-clock.ts';
import { createPast, type Past, type ReadDrawn } from './past.ts';
import { type Bucket, createRollingDay, type RollingDay } from './rolling.ts';

/** A public trade. */
export interface LiveTrade {
  readonly tradeId: number;
  readonly atMs: number;
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly takerSide: Side;
  /** Step that made it; 0 when it was read from the tables. */
  readonly sequence: number;
}

/** What one market changed since the feed looked last. */
export interface MarketChanges {
  /** Number of the first change of the book, 0 = none. */
  firstUpdateId: number;
  /** New totals by price. */
  readonly bids: Map<number, number>;
  readonly asks: Map<number, number>;
  readonly trades: LiveTrade[];
  hasAuctionNews: boolean;
  hasStateNews: boolean;
}

/** One market now. */
export interface LiveMarket {
  readonly book: PublicBook;
  /** Newest last, at least the last 500: none is missing between them. */
  readonly trades: LiveTrade[];
  /** Step of the newest trade that is not among them any more; 0 when the tables have all those. */
  olderTradesSequence: number;
  readonly day: RollingDay;
  readonly candles: CandleClock;
  /** Last trade's price, 0 before the first. */
  lastTicks: number;
  /** Start of the second of the first trade, undefined before it. */
  firstMs: number | undefined;
  /** What was before the first trade; undefined before it, and where nothing was. */
  past: Past | undefined;
  indication: AuctionIndicated | undefined;
  changes: MarketChanges;
}

/** All markets now. */
export interface MarketLive {
  /** Read what is stored. @returns the sequence from which steps must be applied. */
  load(session: Session, nowMs: number): Promise<number>;
  apply(step: CommittedStep): void;
  read(instrumentId: number): LiveMarket;
  /** The past of a market, which has no end but now as long as nobody has traded. */
  readPast(instrumentId: number, nowMs: number): Past | undefined;
  /** Markets with changes since the last call, with their changes; they start anew. */
  takeChanges(): [instrumentId: number, changes: MarketChanges][];
}

const TRADES_KEPT = 500;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** The growing month and the one before. */
const TWO_MONTHS_MS = 62 * DAY_MS;

function noChanges(): MarketChanges {
  return {
    firstUpdateId: 0,
    bids: new Map(),
    asks: new Map(),
    trades: [],
    hasAuctionNews: false,
    hasStateNews: false,
  };
}

function createMarket(book: PublicBook): LiveMarket {
  return {
    book,
    trades: [],
    olderTradesSequence: 0,
    day: createRollingDay(),
    candles: createCandleClock(),
    lastTicks: 0,
    firstMs: undefined,
    past: undefined,
    indication: undefined,
    changes: noChanges(),
  };
}

interface CandleRow {
  instrument_id: number;
  open_ms: number;
  open_ticks: number;
  high_ticks: number;
  low_ticks: number;
  close_ticks: number;
  base_lots: string;
  quote_units: string;
  taker_buy_lots: string;
  taker_buy_quote_units: string;
  trades_count: number;
}

/** A stored candle as a bucket. */
export function readBucket(row: CandleRow): Bucket {
  return {
    openMs: Number(row.open_ms),
    openTicks: Number(row.open_ticks),
    highTicks: Number(row.high_ticks),
    lowTicks: Number(row.low_ticks),
    closeTicks: Number(row.close_ticks),
    baseLots: Number(row.base_lots),
    quoteUnits: BigInt(row.quote_units),
    takerBuyLots: Number(row.taker_buy_lots),
    takerBuyQuoteUnits: BigInt(row.taker_buy_quote_units),
    tradesCount: Number(row.trades_count),
    isSimulated: false,
  };
}

interface TradeRow {
  instrument_id: number;
  trade_id: number;
  at_ms: number;
  price_ticks: number;
  size_lots: number;
  taker_side: number;
}

/** A day of minutes up to the first trade, and the one before it. */
function restoreDay(day: RollingDay, past: Past): void {
  for (let openMs = past.endMs - DAY_MS - MINUTE_MS; openMs < past.endMs; openMs += MINUTE_MS) {
    const minute = past.read(openMs, openMs + MINUTE_MS);
    if (minute !== undefined) day.restore(minute);
  }
}

/** Make an empty state. @param readDrawn - prices before first trades; absent: there are none. */
export function createMarketLive(readDrawn: ReadDrawn = () => undefined): MarketLive {
  let books: Books = new Map();
  const markets = new Map<number, LiveMarket>();
  const dirty = new Set<number>();
  /** Trades up to here are in the stored rows. */
  let storedTradesSequence = 0;
  let loadedMs = 0;

  function read(instrumentId: number): LiveMarket {
    let market = markets.get(instrumentId);
    if (market === undefined) {
      let book = books.get(instrumentId);
      if (book === undefined) {
        book = createPublicBook();
        books.set(instrumentId, book);
      }
      market = createMarket(book);
      markets.set(instrumentId, market);
    }
    if (market.firstMs !== undefined && market.past === undefined) findPast(instrumentId, market);
    return market;
  }

  /** A market that has just been listed may have no name yet: it is asked for again. */
  function findPast(instrumentId: number, market: LiveMarket): void {
    const drawn = readDrawn(instrumentId);
    if (drawn === undefined) return;
    const past = createPast(drawn, market.firstMs as number);
    market.past = past;
    market.candles.setPast(past);
    if (past.endMs > loadedMs - DAY_MS - MINUTE_MS) restoreDay(market.day, past);
  }

  function changeLevel(event: LevelChanged): void {
    const { changes } = read(event.instrumentId);
    if (!applyLevel(books, event)) return;
    changes.firstUpdateId ||= event.updateId;
    const side = event.side === Side.buy ? changes.bids : changes.asks;
    side.set(event.priceTicks, event.totalLots);
    dirty.add(event.instrumentId);
  }

  function addTrade(event: TradeExecuted, step: CommittedStep): void {
    if (step.sequence <= storedTradesSequence) return;
    const market = read(event.instrumentId);
    const { tradeId, priceTicks, sizeLots, takerSide, quoteUnits } = event;
    const { sequence } = step;
    const trade = { tradeId, atMs: step.atMs, priceTicks, sizeLots, takerSide, sequence };
    market.trades.push(trade);
    if (market.trades.length > TRADES_KEPT * 2) {
      const dropped = market.trades.splice(0, TRADES_KEPT);
      market.olderTradesSequence = (dropped.at(-1) as LiveTrade).sequence;
    }
    market.lastTicks = priceTicks;
    market.firstMs ??= step.atMs - (step.atMs % SECOND_MS);
    const counted = { atMs: step.atMs, priceTicks, sizeLots, quoteUnits, takerSide };
    market.day.add(counted);
    market.candles.add(counted, sequence);
    market.changes.trades.push(trade);
    dirty.add(event.instrumentId);
  }

  function applyEvent(event: CoreEvent, step: CommittedStep): void {
    switch (event.kind) {
      case EventKind.levelChanged:
        changeLevel(event);
        break;
      case EventKind.tradeExecuted:
        addTrade(event, step);
        break;
      case EventKind.auctionIndicated: {
        const market = read(event.instrumentId);
        market.indication = event;
        market.changes.hasAuctionNews = true;
        dirty.add(event.instrumentId);
        break;
      }
      case EventKind.marketStateChanged: {
        const market = read(event.instrumentId);
        if (event.openAtMs === 0) market.indication = undefined;
        market.changes.hasAuctionNews = true;
        market.changes.hasStateNews = true;
        dirty.add(event.instrumentId);
        break;
      }
      default:
    }
  }

  async function loadTrades(session: Session): Promise<void> {
    const rows = await session.query<TradeRow>(
      `SELECT trades.* FROM markets
       CROSS JOIN LATERAL (SELECT * FROM public_trades
         WHERE public_trades.instrument_id = markets.instrument_id
         ORDER BY trade_id DESC LIMIT ${TRADES_KEPT}) trades ORDER BY trade_id`,
    );
    for (const row of rows) {
      const market = read(row.instrument_id);
      market.trades.push({
        tradeId: row.trade_id,
        atMs: row.at_ms,
        priceTicks: row.price_ticks,
        sizeLots: row.size_lots,
        takerSide: row.taker_side as Side,
        sequence: 0,
      });
      market.lastTicks = row.price_ticks;
    }
  }

  async function loadCandles(session: Session, nowMs: number): Promise<void> {
    const cutMs = Math.floor((nowMs - DAY_MS) / HOUR_MS) * HOUR_MS;
    const hours = await session.query<CandleRow>(
      `SELECT * FROM candles WHERE span_s = 3600 AND open_ms >= $1 AND open_ms < $2
       ORDER BY open_ms`,
      [cutMs - TWO_MONTHS_MS, cutMs],
    );
    for (const row of hours) {
      const { day, candles } = read(row.instrument_id);
      const hour = readBucket(row);
      day.restoreBefore(hour);
      candles.restoreOlder(hour);
    }
    const minutes = await session.query<CandleRow>(
      'SELECT * FROM candles WHERE span_s = 60 AND open_ms >= $1 ORDER BY open_ms',
      [cutMs],
    );
    for (const row of minutes) {
      const { day, candles } = read(row.instrument_id);
      day.restore(readBucket(row));
      candles.restore(readBucket(row));
    }
  }

  /** When each market was traded first; last of all, since the past goes below the rest. */
  async function loadFirst(session: Session): Promise<void> {
    const list = (spanS: number) =>
      session.query<{ instrument_id: number; open_ms: number }>(
        `SELECT candles.* FROM markets
         CROSS JOIN LATERAL (SELECT * FROM candles
           WHERE candles.instrument_id = markets.instrument_id AND span_s = ${spanS}
           ORDER BY open_ms LIMIT 1) candles`,
      );
    for (const row of await list(60)) read(row.instrument_id).firstMs = Number(row.open_ms);
    // Of an older market the first second is not kept any more.
    for (const row of await list(1)) {
      const market = read(row.instrument_id);
      const openMs = Number(row.open_ms);
      if (openMs - (market.firstMs ?? 0) < MINUTE_MS) market.firstMs = openMs;
    }
  }

  return {
    read,
    readPast(instrumentId, nowMs) {
      const { firstMs, past } = read(instrumentId);
      if (firstMs !== undefined) return past;
      const drawn = readDrawn(instrumentId);
      return drawn && createPast(drawn, nowMs);
    },
    async load(session, nowMs) {
      loadedMs = nowMs;
      books = await loadBooks(session);
      markets.clear();
      storedTradesSequence = await readWatermark(session, 'candles');
      const booksSequence = await readWatermark(session, 'books');
      await loadTrades(session);
      await loadCandles(session, nowMs);
      await loadFirst(session);
      return Math.min(storedTradesSequence, booksSequence) + 1;
    },
    apply(step) {
      for (const event of step.events) applyEvent(event, step);
    },
    takeChanges() {
      const taken = [...dirty].map((instrumentId): [number, MarketChanges] => {
        const market = read(instrumentId);
        const { changes } = market;
        market.changes = noChanges();
        return [instrumentId, changes];
      });
      dirty.clear();
      return taken;
    },
  };
}
