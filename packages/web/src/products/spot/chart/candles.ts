// Candles from the wire to the chart, and the interval names of both.
// The chart draws pictures, so here, and only here, prices become floats; nothing counts with them.
import type { CandleRow } from '@isobath/wire';
import type { KLineData, Period } from 'klinecharts';

/** Intervals of the chart in the order of its bar, with how the library calls them. */
export const intervals = {
  '1s': { type: 'second', span: 1 },
  '1m': { type: 'minute', span: 1 },
  '3m': { type: 'minute', span: 3 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '2h': { type: 'hour', span: 2 },
  '4h': { type: 'hour', span: 4 },
  '6h': { type: 'hour', span: 6 },
  '8h': { type: 'hour', span: 8 },
  '12h': { type: 'hour', span: 12 },
  '1d': { type: 'day', span: 1 },
  '3d': { type: 'day', span: 3 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
} as const satisfies Record<string, Period>;

/** Name of an interval on the wire. */
export type IntervalName = keyof typeof intervals;

/** Every interval, shortest first. */
export const intervalNames = Object.keys(intervals) as IntervalName[];

/** True for the name of an interval. */
export function isInterval(name: string): name is IntervalName {
  return name in intervals;
}

/** One candle as the chart draws it; `simulated`: a part of it lies before the first trade. */
export interface Candle extends KLineData {
  readonly simulated: boolean;
}

/** A row of the wire as a candle. */
export function readCandle(row: CandleRow): Candle {
  const [timestamp, open, high, low, close, volume, turnover, , simulated] = row;
  return {
    timestamp,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
    turnover: Number(turnover),
    simulated,
  };
}

/**
 * When the first candle begins that is all real, or as long as none is, the newest; null when all
 * are real.
 */
export function findBoundary(candles: readonly KLineData[]): number | null {
  const first = candles.findIndex((candle) => candle['simulated'] !== true);
  const boundary = candles.at(first);
  return first === 0 ? null : (boundary?.timestamp ?? null);
}
