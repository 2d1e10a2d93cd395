// Names of the trading dialect's market streams: text to what is wanted. Called by streams.ts.
import { east, intervals, utc, type Zone } from '../../../base/market/index.ts';
import type { CandleInterval } from '@isobath/wire';

/** The stream of the best prices of every market. */
export const ALL_BOOK_TICKERS = '!bookTicker';
/** Windows of rolling tickers, in minutes. */
export const WINDOWS = { '1h': 60, '4h': 240, '1d': 1_440 } as const;
/** A rolling window's name. */
export type WindowName = keyof typeof WINDOWS;

/** Candles of an interval, as they begin in a zone. */
export interface WatchedCandles {
  readonly interval: CandleInterval;
  readonly zone: Zone;
}

/** What a stream carries; `symbol` in lower case without a line, such as `btcusdt`. */
export type StreamRequest =
  | {
      readonly kind: 'trade' | 'aggTrade' | 'miniTicker' | 'ticker' | 'bookTicker' | 'avgPrice';
      readonly symbol: string;
    }
  | ({ readonly kind: 'kline'; readonly symbol: string } & WatchedCandles)
  | { readonly kind: 'window'; readonly symbol: string; readonly window: WindowName }
  | { readonly kind: 'diff'; readonly symbol: string; readonly everyMs: 100 | 1_000 }
  | {
      readonly kind: 'partial';
      readonly symbol: string;
      readonly levels: number;
      readonly everyMs: 100 | 1_000;
    }
  | { readonly kind: 'allBookTickers' }
  | { readonly kind: 'allMiniTickers' | 'allTickers'; readonly everyMs: 1_000 | 3_000 }
  | { readonly kind: 'allWindows'; readonly window: WindowName };

const PLAIN = ['trade', 'aggTrade', 'miniTicker', 'ticker', 'bookTicker', 'avgPrice'] as const;
const DEPTH = /^depth(5|10|20)?(@100ms|@1000ms)?$/;
const CANDLES = /^kline_([0-9]+[smhdwM])(@\+08:00)?$/;
const WINDOW = /^ticker_(1h|4h|1d)$/;
const ALL = /^!(ticker|miniTicker)@arr(?:@(1000|3000)ms)?$/;
const ALL_WINDOWS = /^!ticker_(1h|4h|1d)@arr$/;

/** @returns undefined when no stream has such a name; the market is not looked for. */
export function parseStreamName(name: string): StreamRequest | undefined {
  if (name === ALL_BOOK_TICKERS) return { kind: 'allBookTickers' };
  const all = ALL.exec(name);
  if (all !== null) {
    const kind = all[1] === 'ticker' ? 'allTickers' : 'allMiniTickers';
    return { kind, everyMs: all[2] === '3000' ? 3_000 : 1_000 };
  }
  const allWindows = ALL_WINDOWS.exec(name);
  if (allWindows !== null) return { kind: 'allWindows', window: allWindows[1] as WindowName };
  const at = name.indexOf('@');
  if (at < 1) return undefined;
  const symbol = name.slice(0, at);
  const rest = name.slice(at + 1);
  const plain = PLAIN.find((kind) => kind === rest);
  if (plain !== undefined) return { kind: plain, symbol };
  const depth = DEPTH.exec(rest);
  if (depth !== null) {
    const everyMs = depth[2] === '@100ms' ? 100 : 1_000;
    if (depth[1] === undefined) return { kind: 'diff', symbol, everyMs };
    return { kind: 'partial', symbol, levels: Number(depth[1]), everyMs };
  }
  const window = WINDOW.exec(rest);
  if (window !== null) return { kind: 'window', symbol, window: window[1] as WindowName };
  const [, interval, zone] = CANDLES.exec(rest) ?? [];
  return intervals.includes(interval as CandleInterval)
    ? {
        kind: 'kline',
        symbol,
        interval: interval as CandleInterval,
        zone: zone === undefined ? utc : east,
      }
    : undefined;
}
