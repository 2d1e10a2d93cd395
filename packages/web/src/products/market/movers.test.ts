import { moverTurnoverUsdtMin } from '@isobath/wire';
import { expect, test } from 'vitest';
import { listMovers, type MarketRow } from './market-data.ts';

test('movers are those with a turnover worth naming, the farthest first', () => {
  const least = String(moverTurnoverUsdtMin);
  const row = (code: string, change: string, quoteVolume = least) =>
    ({ code, change, quoteVolume }) as MarketRow;
  const rows = [
    row('up', '1'),
    row('quiet', '900', '999.99'),
    row('higher', '2'),
    row('low', '-3'),
  ];
  const list = (way: 'gainers' | 'losers') => listMovers(rows, way).map(({ code }) => code);
  expect(list('gainers')).toEqual(['higher', 'up']);
  expect(list('losers')).toEqual(['low']);
});
