import { expect, it } from 'vitest';
import { queryOf, readFilter } from './order-filters.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));

it('reads what an address asks for', () => {
  expect(read('tab=history&side=sell&market=btc_usdt&days=7&status=FILLED')).toEqual({
    tab: 'history',
    filter: { side: 'sell', symbol: 'btc_usdt', span: '7', status: 'FILLED' },
  });
});

it('leaves out what an address misspells', () => {
  expect(read('tab=x&side=x&market=BTC/USDT&days=8&status=x')).toEqual({ tab: 'open', filter: {} });
});

it('asks only closed orders for their state', () => {
  expect(read('tab=fills&status=FILLED').filter).toEqual({});
});

it('looks back from the clock it is given', () => {
  expect(queryOf({ side: 'buy', span: '1' }, 86_400_001)).toEqual({ side: 'buy', from: 1 });
  expect(queryOf({ symbol: 'btc_usdt' }, 5)).toEqual({ symbol: 'btc_usdt' });
});
