// Prices of every full hour, from the candles of our own markets: what a balance of the past was
// worth. A time before a market's first trade takes its first price, so that nothing is won or lost
// before anybody traded. Not the price of this moment. Called by change.ts.
import type { Database } from '../../base/db/index.ts';
import type { Coin, MarketRegistry } from '../../base/market/index.ts';

/** An hour in milliseconds. */
export const HOUR_MS = 3_600_000;
const HOUR_S = 3_600;
/** Coins that prices are read through. */
const BRIDGES = ['USDT', 'BTC', 'ETH'];

interface CandleRow {
  instrument_id: number;
  open_ms: number;
  open_ticks: number;
  close_ticks: number;
}

/** Last price of a market in ticks before a full hour; 0 when it never traded. */
export type ReadHourTicks = (instrumentId: number, hourMs: number) => number;

/** Markets that price these coins in USDT, directly or through a bridge. */
function listPricing(markets: MarketRegistry, coins: readonly Coin[]): number[] {
  const names = new Set([...coins.map(({ shortName }) => shortName), ...BRIDGES]);
  return markets
    .listMarkets()
    .filter(({ base, quote }) => names.has(base.shortName) && BRIDGES.includes(quote.shortName))
    .map(({ instrumentId }) => instrumentId);
}

/** Read the prices of some coins from an hour on. */
export async function loadHourPrices(
  { database, markets }: { database: Database; markets: MarketRegistry },
  coins: readonly Coin[],
  fromMs: number,
): Promise<ReadHourTicks> {
  const instruments = listPricing(markets, coins);
  const rows = await database.query<CandleRow>(
    `SELECT instrument_id, open_ms, open_ticks, close_ticks FROM candles
     WHERE span_s = ${HOUR_S} AND instrument_id = ANY($1::int[]) AND open_ms >= $2
     UNION ALL
     SELECT last.* FROM unnest($1::int[]) AS one (instrument_id) CROSS JOIN LATERAL (
       SELECT instrument_id, open_ms, open_ticks, close_ticks FROM candles
       WHERE span_s = ${HOUR_S} AND instrument_id = one.instrument_id AND open_ms < $2
       ORDER BY open_ms DESC LIMIT 1) AS last
     ORDER BY open_ms`,
    [instruments, fromMs],
  );
  const byMarket = new Map<number, CandleRow[]>();
  for (const row of rows) {
    const known = byMarket.get(row.instrument_id);
    if (known === undefined) byMarket.set(row.instrument_id, [row]);
    else known.push(row);
  }
  return (instrumentId, hourMs) => {
    const candles = byMarket.get(instrumentId) ?? [];
    const last = candles.findLast((candle) => candle.open_ms < hourMs);
    // The first price, and not the last one of an hour that may still go on.
    return last?.close_ticks ?? candles[0]?.open_ticks ?? 0;
  };
}
