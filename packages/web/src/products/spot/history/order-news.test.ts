// Rows that were loaded, and what is told afterwards.
import type { FillRow, OrderRow } from '@isobath/wire';
import { expect, it } from 'vitest';
import { mergeFills, mergeOrders, noNews, takeFill, takeOrder } from './order-news.ts';

const make = (orderId: number, more: Partial<OrderRow> = {}): OrderRow =>
  ({
    orderId: String(orderId),
    symbol: 'btc_usdt',
    side: 'buy',
    type: 'limit',
    status: 'NEW',
    isDormant: false,
    createdAt: orderId,
    updatedAt: orderId,
    ...more,
  }) as OrderRow;
const open = { tab: 'open', filter: {}, nowMs: 1_000_000, isEnd: true } as const;
const ids = (rows: readonly OrderRow[]) => rows.map((row) => Number(row.orderId));

it('adds what opened, takes away what closed, and changes what changed', () => {
  let news = takeOrder(noNews, make(30));
  news = takeOrder(news, make(20, { status: 'CANCELED', updatedAt: 40 }));
  news = takeOrder(news, make(10, { status: 'PARTIALLY_FILLED', updatedAt: 41 }));
  const rows = mergeOrders([make(20), make(10)], news, open);
  expect(ids(rows)).toEqual([30, 10]);
  expect(rows[1]?.status).toBe('PARTIALLY_FILLED');
  const past = mergeOrders([], news, { ...open, tab: 'history' });
  expect(ids(past)).toEqual([20]);
});

it('does not undo a row that was loaded later than it was told', () => {
  const news = takeOrder(noNews, make(10, { updatedAt: 11 }));
  const rows = mergeOrders([make(10, { updatedAt: 12, status: 'PARTIALLY_FILLED' })], news, open);
  expect(rows[0]?.status).toBe('PARTIALLY_FILLED');
});

it('lets through only what the filters let through', () => {
  const news = takeOrder(takeOrder(noNews, make(30, { side: 'sell' })), make(31, { createdAt: 1 }));
  const filtered = (filter: object) => ids(mergeOrders([], news, { ...open, filter }));
  expect(filtered({ side: 'sell' })).toEqual([30]);
  expect(filtered({ type: 'stop_limit' })).toEqual([]);
  expect(filtered({ symbol: 'btc_usdt' })).toEqual([31, 30]);
  const late = { ...open, nowMs: 86_400_000 + 20, filter: { span: '1' } } as const;
  expect(ids(mergeOrders([], news, late))).toEqual([30]);
});

it('shows among conditional orders those that wait, until they are triggered', () => {
  const shown = { ...open, tab: 'conditional' } as const;
  const stop = make(30, { isDormant: true });
  const follower = make(31, { status: 'PENDING_NEW' });
  const news = takeOrder(takeOrder(noNews, stop), follower);
  expect(ids(mergeOrders([make(29)], news, shown))).toEqual([31, 30, 29]);
  const triggered = takeOrder(news, { ...stop, isDormant: false, updatedAt: 50 });
  expect(ids(mergeOrders([stop], triggered, shown))).toEqual([31]);
});

it('leaves an old order that closed to the rows that were not loaded yet', () => {
  const news = takeOrder(noNews, make(5, { status: 'FILLED', updatedAt: 90 }));
  const rows = [make(20, { status: 'FILLED' }), make(10, { status: 'FILLED' })];
  const past = { ...open, tab: 'history' } as const;
  expect(ids(mergeOrders(rows, news, { ...past, isEnd: false }))).toEqual([20, 10]);
  expect(ids(mergeOrders(rows, news, past))).toEqual([20, 10, 5]);
});

it('tells each fill once, and by its type only where that is known', () => {
  const fill = { symbol: 'btc_usdt', tradeId: '7', orderId: '1', side: 'buy', at: 5 } as FillRow;
  const news = takeFill(noNews, fill, make(1, { type: 'stop_limit' }));
  const count = (rows: FillRow[], filter: object) =>
    mergeFills(rows, news, { filter, nowMs: 10 }).length;
  expect(count([], {})).toBe(1);
  expect(count([fill], {})).toBe(1);
  expect(count([], { type: 'stop_limit' })).toBe(1);
  expect(count([], { type: 'limit' })).toBe(0);
  const unknown = takeFill(noNews, fill, undefined);
  expect(mergeFills([], unknown, { filter: { type: 'limit' }, nowMs: 10 })).toHaveLength(0);
});
