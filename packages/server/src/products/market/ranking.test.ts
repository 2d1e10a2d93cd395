// Lists of movers from plain tickers.
import { moverTurnoverUsdtMin, type TickerRow } from '@isobath/wire';
import { expect, test } from 'vitest';
import { rankTickers } from './ranking.ts';

const row = (symbol: string, change: string, tradeArea = 1) =>
  ({ symbol, change, tradeArea, baseVolume: '1', quoteCurrency: 'BTC' }) as TickerRow;

test('a market that hardly turned over leads no list of movers', () => {
  const turnovers: Readonly<Record<string, number>> = {
    quiet_up: moverTurnoverUsdtMin - 0.01,
    quiet_down: 0,
    up: moverTurnoverUsdtMin,
    higher: 1e6,
    down: moverTurnoverUsdtMin,
    leveraged: 1e9,
  };
  const rows = [
    row('quiet_up', '900'),
    row('quiet_down', '-99'),
    row('up', '1'),
    row('higher', '2'),
    row('down', '-1'),
    row('leveraged', '50', 6),
  ];
  const list = (name: 'top-gainers' | 'top-losers') =>
    rankTickers(name, rows, ({ symbol }) => turnovers[symbol]).map(({ symbol }) => symbol);
  expect(list('top-gainers')).toEqual(['higher', 'up']);
  expect(list('top-losers')).toEqual(['down']);
});
