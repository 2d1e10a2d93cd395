// What a chart keeps, and its way to the account, with an account that answers as the server does.
import type { SavedChart } from '@isobath/wire';
import { beforeEach, expect, test, vi } from 'vitest';
import { readSetting, writeSetting } from '../../../base/settings.ts';
import { guestChartsSetting, openKeeper, openKeepers, ownChartsSetting } from './saved-chart.ts';

const line = (price: string) => ({ name: 'priceLine', points: [{ time: 7, price }] });
const market = { symbol: 'btc_usdt', tradeId: 1, indicators: ['MA'] };

/** An account of one market; it can be out of reach. */
function makeAccount(kept: SavedChart | null) {
  const account = {
    kept,
    isAway: false,
    async call(route: { method: string }, sent: { body?: SavedChart & { tradeId: number } }) {
      await Promise.resolve();
      if (account.isAway) throw new Error('away');
      if (route.method === 'GET') return account.kept;
      const { indicators, drawings } = sent.body as SavedChart;
      account.kept = { indicators, drawings };
      return account.kept;
    },
  };
  return account;
}

const open = (account: ReturnType<typeof makeAccount> | null) =>
  openKeeper({ ...market, account: account as never });

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: undefined, addEventListener: () => {} });
  writeSetting(guestChartsSetting, {});
  writeSetting(ownChartsSetting, {});
});

test('each change is undone and done again, and a new one forgets what was undone', () => {
  const keeper = open(null);
  const readIndicators = () => keeper.shown.read().chart.indicators;
  keeper.change({ indicators: ['MA', 'BOLL'] });
  keeper.change({ indicators: ['MA', 'BOLL'] });
  keeper.change({ drawings: [line('5')] });
  keeper.undo();
  expect(keeper.shown.read()).toMatchObject({ chart: { drawings: [] }, canUndo: true });
  keeper.undo();
  expect([readIndicators(), keeper.shown.read().canUndo]).toEqual([['MA'], false]);
  keeper.redo();
  expect([readIndicators(), keeper.shown.read().canRedo]).toEqual([['MA', 'BOLL'], true]);
  keeper.change({ indicators: [] });
  expect(keeper.shown.read().canRedo).toBe(false);
});

test('a market has its own chart, and comes back with it', () => {
  open(null).change({ drawings: [line('5')] });
  const other = openKeeper({ ...market, symbol: 'eth_usdt', tradeId: 2, account: null });
  expect(other.shown.read().chart).toEqual({ indicators: ['MA'], drawings: [] });
  expect(open(null).shown.read().chart.drawings).toEqual([line('5')]);
});

test('the account has each change, and the next browser begins with it', async () => {
  const account = makeAccount(null);
  const keeper = open(account);
  keeper.change({ drawings: [line('5')] });
  keeper.change({ drawings: [line('5'), line('6')] });
  await expect.poll(() => account.kept?.drawings).toEqual([line('5'), line('6')]);
  writeSetting(ownChartsSetting, {});
  const next = open(account);
  await next.load();
  expect(next.shown.read().chart.drawings).toEqual([line('5'), line('6')]);
});

test('what the account did not get is sent at the next visit, not overwritten', async () => {
  const account = makeAccount({ indicators: ['MA'], drawings: [line('1')] });
  account.isAway = true;
  open(account).change({ drawings: [line('5')] });
  await expect.poll(() => readSetting(ownChartsSetting)['btc_usdt']?.isUnsent).toBe(true);
  account.isAway = false;
  const next = open(account);
  const readSent = () => next.load().then(() => account.kept?.drawings);
  await expect.poll(readSent).toEqual([line('5')]);
});

test('a change made while the account answers is the newer', async () => {
  const account = makeAccount({ indicators: ['MA'], drawings: [line('1')] });
  const keeper = open(account);
  const loading = keeper.load();
  keeper.change({ drawings: [line('5')] });
  await loading;
  expect(keeper.shown.read().chart.drawings).toEqual([line('5')]);
  await expect.poll(() => account.kept?.drawings).toEqual([line('5')]);
});

test('a guest who signs in goes on with what they drew', () => {
  open(null).change({ drawings: [line('5')] });
  expect(open(makeAccount(null)).shown.read().chart.drawings).toEqual([line('5')]);
});

test('two charts of a market show the same, and what can be undone stays with it', () => {
  const find = openKeepers(null);
  const ask = (symbol: string) => find({ symbol, info: { tradeId: 1 } } as never);
  ask('btc_usdt').change({ drawings: [line('5')] });
  expect(ask('eth_usdt').shown.read().canUndo).toBe(false);
  expect(ask('btc_usdt').shown.read()).toMatchObject({
    canUndo: true,
    chart: { drawings: [line('5')] },
  });
});

test('where another browser went on, nothing of this one is taken back', async () => {
  const account = makeAccount(null);
  const keeper = open(account);
  keeper.change({ drawings: [line('5')] });
  await expect.poll(() => account.kept?.drawings).toEqual([line('5')]);
  await keeper.load();
  expect(keeper.shown.read().canUndo).toBe(true);
  account.kept = { indicators: ['MA'], drawings: [line('9')] };
  await expect
    .poll(() => keeper.load().then(() => keeper.shown.read()))
    .toEqual({ chart: account.kept, canUndo: false, canRedo: false });
});
