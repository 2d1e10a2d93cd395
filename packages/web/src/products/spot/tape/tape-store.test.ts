import type { ChannelFrame } from '@isobath/wire';
import { expect, test } from 'vitest';
import { findBoundary, readCandle } from '../chart/candles.ts';
import { marketCodeOf } from '../../../base/market-code.ts';
import { findMarket, readWhole, showWhole } from '../market/market.ts';
import { createTapeStore } from './tape-store.ts';

const frame = (type: 'snapshot' | 'event', ids: readonly number[]): ChannelFrame => ({
  ch: 'trades:btc_usdt',
  type,
  first: 1,
  last: 1,
  at: 1,
  data: ids.map((id) => ({
    id: String(id),
    time: id,
    price: '10.50',
    amount: `0.${String(id).padStart(3, '0')}`,
    side: 'buy',
  })),
});

test('the newest print stands first, at most two hundred are kept', () => {
  const tape = createTapeStore({ priceDecimals: 2, lotDecimals: 3 });
  tape.take(frame('snapshot', [1, 2]));
  tape.take(frame('event', [3]));
  expect(tape.prints.map((print) => print.id)).toEqual([3, 2, 1]);
  expect(tape.largestLots).toBe(3);
  for (let id = 4; id < 400; id += 1) tape.take(frame('event', [id]));
  expect(tape.prints).toHaveLength(200);
  tape.take(frame('snapshot', [9]));
  expect(tape.prints).toHaveLength(1);
});

test('an own trade is known before and after its print', () => {
  const tape = createTapeStore({ priceDecimals: 2, lotDecimals: 3 });
  tape.markOwn(5);
  expect(tape.isOwn(5)).toBe(true);
  expect(tape.isOwn(6)).toBe(false);
});

test('whole numbers of a market and their text', () => {
  expect(readWhole('12.3', 2)).toBe(1230);
  expect(readWhole('12', 2)).toBe(1200);
  expect(readWhole('0.00000614', 8)).toBe(614);
  expect(showWhole(614, 8)).toBe('0.00000614');
  expect(showWhole(-5, 2)).toBe('-0.05');
});

test('a market is found by its code, also in the areas of ETF and alts', () => {
  const info = (symbol: string, tradeArea: number) =>
    ({ symbol, sellSymbol: symbol.split('_')[0], tradeArea }) as never;
  const infos = [info('btc_usdt', 1), info('btc3l_usdt', 6), info('pepe_usdt', 8)];
  expect(infos.map(marketCodeOf)).toEqual(['btc_usdt', 'btc3l_etf', 'pepe_alts']);
  expect(findMarket(infos, 'pepe_alts')?.symbol).toBe('pepe_usdt');
  expect(findMarket(infos, 'PEPE_USDT')?.symbol).toBe('pepe_usdt');
  expect(findMarket(infos, 'nothing')).toBeUndefined();
});

test('the boundary of simulated history is where the first real candle begins', () => {
  const candle = (openMs: number, simulated: boolean) =>
    readCandle([openMs, '1', '2', '1', '2', '5', '9', 3, simulated]);
  expect(findBoundary([candle(1, true), candle(2, true), candle(3, false)])).toBe(3);
  expect(findBoundary([candle(1, false)])).toBeNull();
  expect(findBoundary([candle(1, true), candle(2, true)])).toBe(2);
  expect(findBoundary([])).toBeNull();
});
