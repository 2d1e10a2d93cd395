// Stores candles and public trades from committed trades. Run by the projector.
import { EventKind, type TradeExecuted } from '@isobath/core';
import type { Session } from '../db/index.ts';
import type { CommittedStep } from '../product/index.ts';
import { insertRows, type Projection, type SentTable } from '../projections/index.ts';
import { type Bucket, addTrade, emptyBucket } from './rolling.ts';

/** Spans that are stored, in seconds; 1-second candles are kept seven days. */
export const STORED_SPANS_S = [1, 60, 3_600] as const;

const SECONDS_KEPT_MS = 7 * 86_400_000;
const PRUNE_EVERY_MS = 600_000;

interface CandleRecord extends Bucket {
  readonly instrumentId: number;
  readonly spanS: number;
}

function collect(candles: Map<string, CandleRecord>, trade: TradeExecuted, atMs: number): void {
  for (const spanS of STORED_SPANS_S) {
    const openMs = atMs - (atMs % (spanS * 1_000));
    const key = `${trade.instrumentId} ${spanS} ${openMs}`;
    let candle = candles.get(key);
    if (candle === undefined) {
      const { instrumentId } = trade;
      candle = { instrumentId, spanS, ...emptyBucket(openMs, trade.priceTicks) };
      candles.set(key, candle);
    }
    addTrade(candle, trade);
  }
}

const UPSERT = `INSERT INTO candles
  SELECT * FROM jsonb_populate_recordset(null::candles, $1)
  ON CONFLICT (instrument_id, span_s, open_ms) DO UPDATE SET
    high_ticks = greatest(candles.high_ticks, EXCLUDED.high_ticks),
    low_ticks = least(candles.low_ticks, EXCLUDED.low_ticks),
    close_ticks = EXCLUDED.close_ticks,
    base_lots = candles.base_lots + EXCLUDED.base_lots,
    quote_units = candles.quote_units + EXCLUDED.quote_units,
    taker_buy_lots = candles.taker_buy_lots + EXCLUDED.taker_buy_lots,
    taker_buy_quote_units = candles.taker_buy_quote_units + EXCLUDED.taker_buy_quote_units,
    trades_count = candles.trades_count + EXCLUDED.trades_count`;

function showCandle(candle: CandleRecord): object {
  return {
    instrument_id: candle.instrumentId,
    span_s: candle.spanS,
    open_ms: candle.openMs,
    open_ticks: candle.openTicks,
    high_ticks: candle.highTicks,
    low_ticks: candle.lowTicks,
    close_ticks: candle.closeTicks,
    base_lots: candle.baseLots,
    quote_units: String(candle.quoteUnits),
    taker_buy_lots: candle.takerBuyLots,
    taker_buy_quote_units: String(candle.takerBuyQuoteUnits),
    trades_count: candle.tradesCount,
  };
}

interface TradeRecord {
  readonly instrument_id: number;
  readonly trade_id: number;
  readonly at_ms: number;
  readonly price_ticks: number;
  readonly size_lots: number;
  readonly taker_side: number;
}

const tradeTable: SentTable<TradeRecord> = {
  table: 'public_trades',
  columns: [
    ['instrument_id', 'bigint'],
    ['trade_id', 'bigint'],
    ['at_ms', 'bigint'],
    ['price_ticks', 'bigint'],
    ['size_lots', 'bigint'],
    ['taker_side', 'bigint'],
  ],
};

function showTrade(trade: TradeExecuted, step: CommittedStep): TradeRecord {
  return {
    instrument_id: trade.instrumentId,
    trade_id: trade.tradeId,
    at_ms: step.atMs,
    price_ticks: trade.priceTicks,
    size_lots: trade.sizeLots,
    taker_side: trade.takerSide,
  };
}

/** The projection of candles and public trades; written at most once a second. */
export function createCandleProjection(): Projection {
  let prunedAtMs = 0;

  async function prune(session: Session, nowMs: number): Promise<void> {
    if (nowMs - prunedAtMs < PRUNE_EVERY_MS) return;
    prunedAtMs = nowMs;
    await session.execute('DELETE FROM candles WHERE span_s = 1 AND open_ms < $1', [
      nowMs - SECONDS_KEPT_MS,
    ]);
  }

  let candles = new Map<string, CandleRecord>();
  let trades: TradeRecord[] = [];
  let atMs = 0;

  function forget(): void {
    candles = new Map();
    trades = [];
  }

  return {
    name: 'candles',
    tables: ['candles', 'public_trades'],
    everyMs: 1_000,
    load: async () => forget(),
    gather(steps) {
      for (const step of steps) {
        for (const event of step.events) {
          if (event.kind !== EventKind.tradeExecuted) continue;
          collect(candles, event, step.atMs);
          trades.push(showTrade(event, step));
          atMs = step.atMs;
        }
      }
      return trades.length;
    },
    async apply(_steps, session) {
      if (trades.length === 0) return;
      const written = { candles: [...candles.values()].map(showCandle), trades };
      forget();
      await session.execute({ name: 'project-candles', text: UPSERT }, [
        JSON.stringify(written.candles),
      ]);
      await insertRows(session, tradeTable, written.trades);
      await prune(session, atMs);
    },
  };
}
