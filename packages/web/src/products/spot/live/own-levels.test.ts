// Alerts and costs of a person whose exchange answers as the test says.
import { assetsRoutes, inboxRoutes, type PriceAlert } from '@isobath/wire';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readCost } from '../chart/PriceLevels.tsx';
import { openOwnLevels } from './own-levels.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const makeAlert = (id: string, more: Partial<PriceAlert> = {}): PriceAlert => ({
  id,
  symbol: 'btc_usdt',
  alertType: 1,
  alertValue: '70000',
  windowMinutes: 0,
  repeat: 'once',
  createdTime: 1,
  firedTime: 0,
  isActive: true,
  ...more,
});

function open(stored: PriceAlert[]) {
  const exchange = {
    alerts: stored,
    isAway: false,
    average: '60000',
    requestedSince: [] as string[],
  };
  const client = {
    async call(
      route: unknown,
      values: { body?: object; query?: { id?: string; minSeq?: string } },
    ) {
      if (exchange.isAway) throw new Error('away');
      if (route === inboxRoutes.alerts) return exchange.alerts;
      if (route === inboxRoutes.addAlert) return makeAlert('9', values.body);
      if (route === inboxRoutes.removeAlert) return { isRemoved: true };
      expect(route).toBe(assetsRoutes.spotAssets);
      exchange.requestedSince.push(values.query?.minSeq ?? '');
      return { rows: [{ asset: 'btc', averageUsdt: exchange.average }] };
    },
  };
  let step: (step: number) => void = () => {};
  const own = {
    listenSteps(onStep: typeof step) {
      step = onStep;
      return () => {
        step = () => {};
      };
    },
  };
  const levels = openOwnLevels(client as never, own);
  const readIds = () => levels.alerts.read().map(({ id }) => id);
  return { levels, exchange, readIds, describeStep: (number: number) => step(number) };
}

test('alerts that wait for a price are levels, and no others', async () => {
  const { levels, readIds } = open([
    makeAlert('4'),
    makeAlert('3', { alertType: 2 }),
    makeAlert('2', { alertType: 3, windowMinutes: 60, alertValue: '5' }),
    makeAlert('1', { isActive: false, firedTime: 5 }),
  ]);
  await levels.loadAlerts();
  expect(readIds()).toEqual(['4', '3']);
  levels.close();
});

test('an alert stands as soon as it is set, and goes when it is taken away', async () => {
  const { levels, readIds } = open([]);
  const { id: _id, ...terms } = makeAlert('');
  await levels.addAlert(terms);
  expect(readIds()).toEqual(['9']);
  await levels.removeAlert('9');
  expect(readIds()).toEqual([]);
  levels.close();
});

test('an alert that was not taken away stays, and so do all when nobody answers', async () => {
  const { levels, exchange, readIds } = open([makeAlert('4')]);
  await levels.loadAlerts();
  exchange.isAway = true;
  await expect(levels.removeAlert('4')).rejects.toThrow('away');
  await levels.loadAlerts();
  expect(readIds()).toEqual(['4']);
  levels.close();
});

test('costs are those after the newest step that is mine', async () => {
  const { levels, exchange, describeStep } = open([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(levels.costs.read().get('BTC')).toBe('60000');
  exchange.average = '61000';
  describeStep(41);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(levels.costs.read().get('BTC')).toBe('61000');
  expect(exchange.requestedSince).toEqual(['0', '41']);
  levels.close();
  describeStep(42);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(exchange.requestedSince).toHaveLength(2);
});

test('a cost stands on charts in the coin it is counted in, and only when it is known', () => {
  const costs = new Map([
    ['BTC', '60000'],
    ['ETH', ''],
    ['GIFT', '0'],
  ]);
  expect(readCost(costs, { base: 'BTC', quote: 'USDT' })).toBe('60000');
  expect(readCost(costs, { base: 'BTC', quote: 'ETH' })).toBe('');
  for (const base of ['ETH', 'GIFT', 'SOL']) {
    expect(readCost(costs, { base, quote: 'USDT' })).toBe('');
  }
});
