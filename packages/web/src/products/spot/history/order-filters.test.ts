import type { OrderRow } from '@isobath/wire';
import { expect, it } from 'vitest';
import { belongs, queryOf, readFilter, readSort } from './order-filters.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));

it('reads what an address asks for', () => {
  const search = 'tab=history&side=sell&market=btc_usdt&type=stop_limit&days=7&status=FILLED';
  expect(read(search)).toEqual({
    tab: 'history',
    filter: {
      side: 'sell',
      symbol: 'btc_usdt',
      type: 'stop_limit',
      span: '7',
      status: 'FILLED',
    },
  });
});

it('leaves out what an address misspells', () => {
  const search = 'tab=x&side=x&market=BTC/USDT&type=oco&days=8&status=x';
  expect(read(search)).toEqual({ tab: 'open', filter: {} });
});

it('asks for a state only where orders of the list can have it', () => {
  expect(read('tab=fills&status=FILLED').filter).toEqual({});
  expect(read('tab=open&status=FILLED').filter).toEqual({});
  expect(read('tab=open&status=PARTIALLY_FILLED').filter).toEqual({ status: 'PARTIALLY_FILLED' });
});

it('looks back from the clock it is given', () => {
  expect(queryOf({ side: 'buy', span: '1' }, 86_400_001)).toEqual({ side: 'buy', from: 1 });
  expect(queryOf({ symbol: 'btc_usdt' }, 5)).toEqual({ symbol: 'btc_usdt' });
});

it('knows which list an order belongs into', () => {
  const make = (more: Partial<OrderRow>) => ({ status: 'NEW', ...more }) as OrderRow;
  const listsOf = (order: OrderRow) =>
    (['open', 'conditional', 'history'] as const).filter((tab) =>
      belongs(order, { tab, filter: {} }, 0),
    );
  expect(listsOf(make({}))).toEqual(['open']);
  expect(listsOf(make({ isDormant: true }))).toEqual(['open', 'conditional']);
  expect(listsOf(make({ status: 'PENDING_NEW' }))).toEqual(['open', 'conditional']);
  expect(listsOf(make({ status: 'EXPIRED' }))).toEqual(['history']);
});

it('sorts by the column of the address, or not at all', () => {
  const sort = (text: string) => readSort(new URLSearchParams({ sort: text }));
  expect(sort('price.down')).toEqual({ key: 'price', direction: 'down' });
  expect(sort('price')).toBeNull();
  expect(sort('price.sideways')).toBeNull();
});
