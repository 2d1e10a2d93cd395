import type { Session } from '../db/index.ts';

/**
 * Prices of markets at a full hour, in ticks: that of the last trade before it.
 *
 * @returns reads a market's, 0 when it had none.
 */
export async function loadClosingTicks(
  session: Session,
  atMs: number,
): Promise<(instrumentId: number) => number> {
  const rows = await session.query<{ instrument_id: number; close_ticks: number }>(
    `SELECT markets.instrument_id, last.close_ticks
     FROM (SELECT DISTINCT instrument_id FROM candles WHERE span_s = 3600) AS markets
     CROSS JOIN LATERAL (SELECT close_ticks FROM candles
       WHERE instrument_id = markets.instrument_id AND span_s = 3600 AND open_ms < $1
       ORDER BY open_ms DESC LIMIT 1) AS last`,
    [atMs],
  );
  const ticks = new Map(rows.map((row) => [row.instrument_id, row.close_ticks]));
  return (instrumentId) => ticks.get(instrumentId) ?? 0;
}
