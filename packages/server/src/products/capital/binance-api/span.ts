// Of when programs ask for records. Called by the calls beside it.
import { BinanceError } from '../../../base/binance-api/index.ts';

/** Rows of one answer. */
export const ROWS_MAX = 1_000;

const SPAN_MS_MAX = 90 * 86_400_000;

interface Asked {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/**
 * From when to when, 90 days at most; those before now when nothing is said.
 *
 * @param isNamed - rows are asked for by their names: then no time is taken for granted.
 * @throws BinanceError -4047 for more, or an end before its beginning.
 */
export function readSpan(
  { startTime, endTime }: Asked,
  nowMs: number,
  isNamed = false,
): { readonly from?: number | undefined; readonly to?: number | undefined } {
  if (startTime === undefined && endTime === undefined && isNamed) return {};
  const to = endTime ?? nowMs;
  const from = startTime ?? to - SPAN_MS_MAX;
  if (from > to || to - from > SPAN_MS_MAX) throw new BinanceError('span_too_long');
  return { from: Math.max(0, from), to: endTime };
}
