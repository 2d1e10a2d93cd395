// No public call takes more than a tenth of a processor for one network, and real use stays far
// below what is allowed. Milliseconds of processor time, edge and database together: the dearest
// answers as measured on a sandbox that was busy otherwise, smaller ones in proportion to them.
import {
  apiMarketRoutes,
  contentRoutes,
  marketOverviewRoutes,
  marketRoutes,
  type Route,
  searchRoutes,
  siteRoutes,
  udfRoutes,
} from '@isobath/wire';
import { expect, test } from 'vitest';
import { defaultAddressLimits } from '../base/binance-api/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { translatePlainly } from './answer.ts';
import { createEdge } from './http.ts';
import { createLimits, defaultLimits } from './limits.ts';

const TENTH_MS_PER_SECOND = 100;
const SECONDS = 60;

type Query = Readonly<Record<string, string>>;
const dearest: readonly (readonly [name: string, route: Route, query: Query, costMs: number])[] = [
  ['candles', marketRoutes.candles, { symbol: 'b', interval: '1m', limit: '1500' }, 13.1],
  ['candles of an hour', marketRoutes.candles, { symbol: 'b', interval: '1h', limit: '500' }, 4],
  ['candles of a month', marketRoutes.candles, { symbol: 'b', interval: '1M', limit: '10' }, 10.8],
  ['a history', udfRoutes.udfHistory, { symbol: 'b', resolution: '1', from: '0' }, 43.8],
  ['a history of weeks', udfRoutes.udfHistory, { resolution: '1W', countback: '9' }, 10.3],
  ['tickers', marketRoutes.tickers, {}, 2.4],
  ['a search for markets', searchRoutes.search, { keyword: 'u' }, 2.4],
  ['popular markets', searchRoutes.popular, {}, 3],
  ['the heat map', marketOverviewRoutes.heatmap, {}, 1.7],
  ['trend lines', marketRoutes.trendlines, { symbols: 'b' }, 2],
  ['a search for articles', contentRoutes.articles, { keyword: 'a b c' }, 8.1],
  ['an article', contentRoutes.article, { code: 'fees' }, 2.7],
  ['the reference', siteRoutes.openapi, {}, 22.4],
];

test.each(dearest)('asked without end, %s costs a tenth at most', (_name, route, query, costMs) => {
  const limits = createLimits();
  const weight = route.weigh?.(query);
  const call = { rate: route.rate, ...(weight !== undefined && { weight }) };
  let burstCount = 0;
  while (limits.take('network', call, 0) === 0) burstCount += 1;
  let count = 0;
  for (let ms = 1; ms <= SECONDS * 1_000; ms += 1) {
    while (limits.take('network', call, ms) === 0) count += 1;
  }
  expect((count / SECONDS) * costMs).toBeLessThanOrEqual(TENTH_MS_PER_SECOND);
  // What may come at once costs half a second or so, once.
  expect(burstCount * costMs).toBeLessThanOrEqual(1_000);
  expect(count).toBeGreaterThan(0);
});

test('a chart that is dragged back, and a reader of the help, are never refused', () => {
  const limits = createLimits();
  const weigh = (route: Route, query: Query) => ({
    rate: route.rate,
    weight: route.weigh?.(query) ?? 1,
  });
  const chart = weigh(marketRoutes.candles, { symbol: 'b', interval: '15m', limit: '500' });
  const word = weigh(contentRoutes.articles, { keyword: 'fee' });
  for (let second = 0; second < SECONDS; second += 1) {
    for (let piece = 0; piece < 10; piece += 1) {
      expect(limits.take('reader', chart, second * 1_000)).toBe(0);
    }
    for (let letter = 0; letter < 5; letter += 1) {
      expect(limits.take('reader', word, second * 1_000)).toBe(0);
    }
  }
});

test.each([
  [{ symbol: 'BTCUSDT', interval: '1m' }, 1.9],
  [{ symbol: 'BTCUSDT', interval: '1s', limit: '1000' }, 4.1],
  [{ symbol: 'BTCUSDT', interval: '1d', limit: '1000' }, 10.3],
  [{ symbol: 'BTCUSDT', interval: '1w', limit: '1000', timeZone: '5:30' }, 23.2],
])(
  'candles of the trading API %j cost a millisecond for each unit of weight',
  (requested, costMs) => {
    const { weight, weigh } = apiMarketRoutes.klines.binance ?? { weight: 0 };
    const calls = defaultAddressLimits.weightPerMinute / (weight + (weigh?.(requested) ?? 0));
    expect((calls / SECONDS) * costMs).toBeLessThanOrEqual(TENTH_MS_PER_SECOND * 1.05);
  },
);

test('the edge counts what a call weighs, and says when to come again', async () => {
  const app = createEdge({
    handlers: [{ route: siteRoutes.openapi, handle: async () => ({}) }],
    sessions: { peek: () => undefined, read: async () => undefined } as unknown as Sessions,
    translate: translatePlainly,
    ownOrigin: 'http://127.0.0.1:4870',
    mode: 'sandbox',
    readNowMs: () => 0,
    report: (error) => expect.unreachable(String(error)),
  });
  const weight = siteRoutes.openapi.weigh?.({}) ?? 1;
  const count = Math.floor(defaultLimits.read.burst / weight);
  for (let call = 0; call < count; call += 1) {
    expect((await app.inject(siteRoutes.openapi.path)).statusCode).toBe(200);
  }
  const refused = await app.inject(siteRoutes.openapi.path);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('1');
  await app.close();
});
