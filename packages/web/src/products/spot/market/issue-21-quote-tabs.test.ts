import type { TickerRow } from '@isobath/wire';
import { expect, it } from 'vitest';
import { filterTickers, listQuotes } from './picker-rows.ts';

const row = (pair: string, tradeId: number) => {
  const [baseCurrency = '', quoteCurrency = ''] = pair.split('_');
  return {
    symbol: pair,
    baseCurrency,
    quoteCurrency,
    tradeId,
    tradeArea: 0,
    quoteVolume: String(tradeId),
  } as unknown as TickerRow;
};
const rows = [row('btc_usdt', 1), row('eth_usdt', 2), row('eth_btc', 3), row('btc_usdc', 4)];
const all = { tab: 'all', quote: '', text: '', favourites: [], recent: [] } as const;
const names = (found: readonly TickerRow[]) => found.map(({ symbol }) => symbol);

it('offers each quote once, the one of the most markets first', () => {
  expect(listQuotes(rows)).toEqual(['USDT', 'BTC', 'USDC']);
  expect(listQuotes([])).toEqual([]);
});

it('lists the markets of a quote alone, in every list and in a search', () => {
  expect(names(filterTickers(rows, all))).toHaveLength(4);
  expect(names(filterTickers(rows, { ...all, quote: 'BTC' }))).toEqual(['eth_btc']);
  expect(names(filterTickers(rows, { ...all, quote: 'USDT', text: 'btc' }))).toEqual(['btc_usdt']);
  const starred = { ...all, tab: 'favourites', favourites: [2, 3] } as const;
  expect(names(filterTickers(rows, { ...starred, quote: 'USDT' }))).toEqual(['eth_usdt']);
  const recent = { ...all, tab: 'recent', recent: ['btc_usdc', 'btc_usdt'] } as const;
  expect(names(filterTickers(rows, { ...recent, quote: 'USDC' }))).toEqual(['btc_usdc']);
});
