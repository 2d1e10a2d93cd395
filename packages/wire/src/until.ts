// Up to which moment a question reads: an answer about the time until then lacks nothing of it, so
// that whoever goes on from there loses nothing. Named by the routes that take an end, kept by the
// server for all of them.

/** A route's question and the time now, UTC milliseconds, to the last moment that it reads. */
export type Until = (query: Readonly<Record<string, unknown>>, nowMs: number) => number | undefined;

const toNumber = (value: unknown): number | undefined =>
  value === undefined ? undefined : Number(value);

/** The end of a question of the Binance API, which is inside. */
export const untilEndTime: Until = ({ endTime }) => toNumber(endTime);

/** The end of a list of ours, which is inside. */
export const untilTo: Until = ({ to }) => toNumber(to);

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/**
 * The last moment that candles must be whole to. Who names no end, or one to come, gets the growing
 * candle as it is; one that is over never changes any more, and each ends with a minute, or with a
 * second where candles are seconds.
 */
export function untilCandles(
  { interval, endMs }: { readonly interval: unknown; readonly endMs: number | undefined },
  nowMs: number,
): number {
  if (endMs !== undefined && endMs <= nowMs) return endMs;
  const spanMs = interval === '1s' ? SECOND_MS : MINUTE_MS;
  return nowMs - (nowMs % spanMs) - 1;
}
