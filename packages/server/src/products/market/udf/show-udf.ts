// Markets, bars and prices in the words of the charting contract. Prices become JSON numbers here,
// as the contract wants; nothing here is used for money. Called by udf.ts.
import { formatDecimal } from '@isobath/core/math';
import type { CandleInterval, UdfHistory, UdfQuotes, UdfSymbol } from '@isobath/wire';
import { showSymbol } from '../../../base/binance-api/index.ts';
import {
  type Bucket,
  formatChange,
  type Market,
  type LiveMarket,
} from '../../../base/market/index.ts';

/** The exchange's name before a market's, as in `ISOBATH:BTCUSDT`. */
export const EXCHANGE = 'ISOBATH';

/** Candle intervals by the contract's resolutions, shortest first. */
export const RESOLUTIONS: Readonly<Record<string, CandleInterval>> = {
  '1S': '1s',
  '1': '1m',
  '3': '3m',
  '5': '5m',
  '15': '15m',
  '30': '30m',
  '60': '1h',
  '120': '2h',
  '240': '4h',
  '360': '6h',
  '480': '8h',
  '720': '12h',
  '1D': '1d',
  '3D': '3d',
  '1W': '1w',
  '1M': '1M',
};

const INTRADAY_NAMES: readonly string[] = Object.keys(RESOLUTIONS).filter((name) =>
  /^\d+$/.test(name),
);

/** Resolutions as a list; a plain object would put the numbers first in any case. */
export const RESOLUTION_NAMES: readonly string[] = [
  '1S',
  ...INTRADAY_NAMES,
  '1D',
  '3D',
  '1W',
  '1M',
];

/** @returns undefined for a resolution that is not offered; `D` is `1D`. */
export function readResolution(text: string): CandleInterval | undefined {
  const name = /^[SDWM]$/.test(text) ? `1${text}` : text;
  return Object.hasOwn(RESOLUTIONS, name) ? RESOLUTIONS[name] : undefined;
}

/** `Bitcoin / Tether`. */
export function describe(market: Market): string {
  return `${market.base.name} / ${market.quote.name}`;
}

/** A market as a chart wants to know it. */
export function showUdfSymbol(market: Market): UdfSymbol {
  const name = showSymbol(market.symbol);
  return {
    name,
    ticker: name,
    description: describe(market),
    type: 'crypto',
    session: '24x7',
    timezone: 'Etc/UTC',
    exchange: EXCHANGE,
    listed_exchange: EXCHANGE,
    format: 'price',
    minmov: 1,
    minmov2: 0,
    pricescale: 10 ** market.priceDecimals,
    volume_precision: market.lotDecimals,
    has_intraday: true,
    has_seconds: true,
    seconds_multipliers: ['1'],
    intraday_multipliers: [...INTRADAY_NAMES],
    has_daily: true,
    daily_multipliers: ['1', '3'],
    has_weekly_and_monthly: true,
    weekly_multipliers: ['1'],
    monthly_multipliers: ['1'],
    supported_resolutions: [...RESOLUTION_NAMES],
    data_status: 'streaming',
    base_name: [`${EXCHANGE}:${name}`],
    currency_code: market.quote.shortName,
  };
}

/** All markets as columns. */
export function showUdfColumns(markets: readonly Market[]) {
  const symbols = markets.map(showUdfSymbol);
  const column = <TKey extends keyof UdfSymbol>(key: TKey) => symbols.map((one) => one[key]);
  return {
    symbol: column('name'),
    ticker: column('ticker'),
    description: column('description'),
    type: column('type'),
    'currency-code': column('currency_code'),
    'exchange-listed': EXCHANGE,
    'exchange-traded': EXCHANGE,
    minmovement: 1,
    minmov2: 0,
    pricescale: column('pricescale'),
    'volume-precision': column('volume_precision'),
    'has-intraday': true,
    // One list for all of them: of these columns the rows are lists themselves.
    'intraday-multipliers': INTRADAY_NAMES,
    'supported-resolutions': RESOLUTION_NAMES,
    'has-daily': true,
    'has-weekly-and-monthly': true,
    // What the two before were together, to older charts.
    'has-dwm': true,
    'session-regular': '24x7',
    timezone: 'Etc/UTC',
  };
}

/** A whole number of steps as a JSON number. */
function toNumber(steps: number, decimals: number): number {
  return Number(formatDecimal(BigInt(steps), decimals));
}

/** Bars as columns. @param rows - oldest first, at least one. */
export function showUdfBars(market: Market, rows: readonly Bucket[]): UdfHistory {
  const prices = (read: (row: Bucket) => number) =>
    rows.map((row) => toNumber(read(row), market.priceDecimals));
  return {
    s: 'ok',
    t: rows.map(({ openMs }) => openMs / 1_000),
    o: prices(({ openTicks }) => openTicks),
    h: prices(({ highTicks }) => highTicks),
    l: prices(({ lowTicks }) => lowTicks),
    c: prices(({ closeTicks }) => closeTicks),
    v: rows.map(({ baseLots }) => toNumber(baseLots, market.lotDecimals)),
  };
}

/** Prices of one market now. @param asked - its name as it was asked for. */
export function showUdfQuote(
  { market, requested }: { readonly market: Market; readonly requested: string },
  live: LiveMarket,
  nowMs: number,
): UdfQuotes['d'][number] {
  const day = live.day.read(nowMs);
  const last = day?.closeTicks ?? live.lastTicks;
  const before = live.day.readBefore(nowMs) || (day?.openTicks ?? last);
  const [bid, ask] = [live.book.readBest(true), live.book.readBest(false)];
  const price = (ticks: number) => toNumber(ticks, market.priceDecimals);
  const name = showSymbol(market.symbol);
  return {
    s: 'ok',
    n: requested,
    v: {
      ch: price(last - before),
      chp: before === 0 ? 0 : Number(formatChange(before, last)),
      short_name: name,
      exchange: EXCHANGE,
      original_name: `${EXCHANGE}:${name}`,
      description: describe(market),
      lp: price(last),
      ask: price(ask),
      bid: price(bid),
      spread: bid > 0 && ask > 0 ? price(ask - bid) : 0,
      open_price: price(day?.openTicks ?? last),
      high_price: price(day?.highTicks ?? last),
      low_price: price(day?.lowTicks ?? last),
      prev_close_price: price(before),
      volume: toNumber(day?.baseLots ?? 0, market.lotDecimals),
    },
  };
}
