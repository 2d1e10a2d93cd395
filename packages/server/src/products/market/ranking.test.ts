// Ranking lists from plain tickers.
import { moverTurnoverUsdtMin, type TickerRow } from '@isobath/wire';
import { expect, test } from 'vitest';
import { type RankingMeasures, rankTickers } from './ranking.ts';

const row = (symbol: string, more: Partial<TickerRow> = {}) =>
  ({
    symbol,
    change: '0.00',
    tradeArea: 1,
    baseVolume: '1',
    quoteVolume: '1',
    quoteCurrency: 'USDT',
    ...more,
  }) as TickerRow;

/** A list's symbols; numbers are of the markets they are named for, 0 for all others. */
function rank(
  name: Parameters<typeof rankTickers>[0],
  rows: readonly TickerRow[],
  { numbers = {}, recommended = [] }: { numbers?: object; recommended?: readonly string[] },
): string[] {
  const read = ({ symbol }: TickerRow) => (numbers as Record<string, number>)[symbol] ?? 0;
  const measures: RankingMeasures = { readTurnoverUsdt: read, readTradesCount: read, recommended };
  return rankTickers(name, rows, measures).map(({ symbol }) => symbol);
}

test('a market that hardly turned over leads no list of movers', () => {
  const numbers = {
    quiet_up: moverTurnoverUsdtMin - 0.01,
    up: moverTurnoverUsdtMin,
    higher: 1e6,
    down: moverTurnoverUsdtMin,
    leveraged: 1e9,
  };
  const rows = [
    row('quiet_up', { change: '900' }),
    row('quiet_down', { change: '-99' }),
    row('up', { change: '1' }),
    row('higher', { change: '2' }),
    row('down', { change: '-1' }),
    row('leveraged', { change: '50', tradeArea: 6 }),
  ];
  expect(rank('top-gainers', rows, { numbers })).toEqual(['higher', 'up']);
  expect(rank('top-losers', rows, { numbers })).toEqual(['down']);
});

test('hot is what is traded most often, and of equals what turned over more', () => {
  const rows = [
    row('large', { quoteVolume: '900' }),
    row('small', { quoteVolume: '2' }),
    row('often'),
    row('never', { baseVolume: '0' }),
  ];
  expect(rank('hot-listings', rows, { numbers: { often: 7 } })).toEqual([
    'often',
    'large',
    'small',
  ]);
});

test('what the operator names is recommended first, then what turned over most', () => {
  const rows = [
    row('small', { quoteVolume: '1' }),
    row('large', { quoteVolume: '900' }),
    row('new_one', { baseVolume: '0', quoteVolume: '0' }),
  ];
  expect(rank('recommends', rows, {})).toEqual(['large', 'small']);
  const recommended = ['delisted', 'new_one', 'small'];
  expect(rank('recommends', rows, { recommended })).toEqual(['new_one', 'small', 'large']);
});
