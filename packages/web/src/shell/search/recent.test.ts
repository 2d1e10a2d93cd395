import { expect, test } from 'vitest';
import { addRecent, type Recent, type RecentMarket, recentSetting } from './recent.ts';

const market = (tradeId: number): RecentMarket => ({
  tradeId,
  symbol: `c${tradeId}_usdt`,
  baseCurrency: `C${tradeId}`,
  quoteCurrency: 'USDT',
  tradeArea: 1,
});
const chosen = (...ids: number[]) =>
  ids
    .reduce((list: Recent[], id) => addRecent(list, market(id)), [])
    .map((one) => 'tradeId' in one && one.tradeId);

test('the newest is first, and one that is there already moves to the front', () => {
  expect(chosen(1, 2, 3)).toEqual([3, 2, 1]);
  expect(chosen(1, 2, 3, 1)).toEqual([1, 3, 2]);
});

test('at most five are kept', () => {
  expect(chosen(1, 2, 3, 4, 5, 6, 7)).toEqual([7, 6, 5, 4, 3]);
});

test('contracts stand among them by their code', () => {
  const list = ['btc', 'eth', 'btc'].reduce(
    (before: Recent[], contractCode) => addRecent(before, { contractCode }),
    [market(1)],
  );
  expect(list).toEqual([{ contractCode: 'btc' }, { contractCode: 'eth' }, market(1)]);
  expect(recentSetting.isValid(list)).toBe(true);
});

test('an old form in storage is no list of ours', () => {
  expect(recentSetting.isValid([market(1)])).toBe(true);
  expect(recentSetting.isValid(['btc_usdt'])).toBe(false);
  expect(recentSetting.isValid({})).toBe(false);
});

test('only what a row needs is kept, no price', () => {
  const [kept] = addRecent([], { ...market(1), last: '5' } as RecentMarket);
  expect(kept).toEqual(market(1));
});
