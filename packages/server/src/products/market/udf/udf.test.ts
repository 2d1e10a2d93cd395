// The charting feed by its contract: words, columns, borders of ranges.
import { type CoreEvent, EventKind } from '@isobath/core';
import { type UdfHistory, udfRoutes } from '@isobath/wire';
import { expect, test } from 'vitest';
import {
  createMarketRegistry,
  emptyBucket,
  createMarketLive,
  findOpen,
  moveOpen,
} from '../../../base/market/index.ts';
import type { CandleRequest } from '../candles.ts';
import { createUdfRoutes } from './udf.ts';

const NOW_MS = 1_700_000_000_000;
const FIRST_MS = NOW_MS - 3_600_000 - ((NOW_MS - 3_600_000) % 60_000);

function makeMarkets() {
  const markets = createMarketRegistry();
  markets.nameCoin({ coinId: 1, shortName: 'BTC', name: 'Bitcoin' });
  markets.nameCoin({ coinId: 2, shortName: 'USDT', name: 'Tether' });
  markets.nameMarket({ instrumentId: 7, symbol: 'btc_usdt' });
  const coin = { kind: EventKind.assetDefined, isMock: false, scale: 8 } as const;
  markets.apply({ ...coin, assetId: 1 } as CoreEvent);
  markets.apply({ ...coin, assetId: 2 } as CoreEvent);
  markets.apply({
    kind: EventKind.instrumentDefined,
    instrumentId: 7,
    baseAssetId: 1,
    quoteAssetId: 2,
    priceDecimals: 2,
    lotDecimals: 4,
  } as CoreEvent);
  return markets;
}

function start() {
  const headers: Record<string, string> = {};
  /** A candle for every minute since the first one, as the stored question answers. */
  async function readBuckets(_market: unknown, request: CandleRequest) {
    const last = findOpen(request.interval, Math.min(request.toMs ?? NOW_MS, NOW_MS));
    const earliest = moveOpen(request.interval, last, 1 - request.limit);
    const from = Math.max(request.fromMs ?? earliest, earliest, FIRST_MS);
    const rows = [];
    for (let openMs = findOpen(request.interval, from); openMs <= last; openMs += 60_000) {
      if (openMs >= FIRST_MS) rows.push(emptyBucket(openMs, 6_400_050));
    }
    return rows;
  }
  const handlers = createUdfRoutes({
    markets: makeMarkets(),
    live: createMarketLive(),
    candles: { readBuckets, readCandles: async () => [], readSince: async () => undefined },
    readNowMs: () => NOW_MS,
  });
  async function ask(name: keyof typeof udfRoutes, query: Record<string, string> = {}) {
    const route = udfRoutes[name];
    const handler = handlers.find((one) => one.route === (route as unknown));
    const schema = 'query' in route ? route.query : undefined;
    const answer = await handler?.handle({
      caller: {} as never,
      query: (schema === undefined ? {} : schema.parse(query)) as never,
      body: {} as never,
      idempotencyKey: '',
      setHeader: (header, value) => {
        headers[header] = value;
      },
    });
    expect(route.answer.safeParse(answer).error).toBeUndefined();
    return answer;
  }
  return { ask, headers };
}

test('search and group request exclude each other, and every site may read', async () => {
  const { ask } = start();
  const config = (await ask('udfConfig')) as Record<string, unknown>;
  expect(config.supports_search).toBe(!config.supports_group_request);
  expect(Object.values(udfRoutes).map(({ isOpen }) => isOpen)).not.toContain(undefined);
  expect(config.supported_resolutions).toEqual(
    '1S 1 3 5 15 30 60 120 240 360 480 720 1D 3D 1W 1M'.split(' '),
  );
});

test.each(['BTCUSDT', 'ISOBATH:BTCUSDT', 'btc_usdt'])('%s is found', async (symbol) => {
  const { ask } = start();
  expect(await ask('udfSymbol', { symbol })).toMatchObject({
    name: 'BTCUSDT',
    pricescale: 100,
    volume_precision: 4,
    session: '24x7',
  });
});

test('an unknown market is refused in the words of the contract', async () => {
  const { ask } = start();
  expect(await ask('udfSymbol', { symbol: 'NONE' })).toEqual({
    s: 'error',
    errmsg: 'unknown_symbol',
  });
  expect(await ask('udfHistory', { symbol: 'BTCUSDT', resolution: '7' })).toMatchObject({
    errmsg: 'unsupported_resolution',
  });
});

test('history has equal columns, from inside and to outside', async () => {
  const { ask } = start();
  const from = FIRST_MS / 1_000;
  const range = { symbol: 'BTCUSDT', resolution: '1', from: String(from), to: String(from + 180) };
  const bars = (await ask('udfHistory', range)) as Extract<UdfHistory, { s: 'ok' }>;
  expect(bars.t).toEqual([from, from + 60, from + 120]);
  expect(bars.c).toEqual([64_000.5, 64_000.5, 64_000.5]);
  expect(new Set([bars.o, bars.h, bars.l, bars.v].map((column) => column.length))).toEqual(
    new Set([3]),
  );
});

test('countback counts back from to, whatever from says', async () => {
  const { ask } = start();
  const to = FIRST_MS / 1_000 + 600;
  const request = { symbol: 'BTCUSDT', resolution: '1', from: String(to - 60), to: String(to) };
  const bars = (await ask('udfHistory', { ...request, countback: '5' })) as { t: number[] };
  expect(bars.t).toEqual([to - 300, to - 240, to - 180, to - 120, to - 60]);
});

test('before the first bar there is no data', async () => {
  const { ask } = start();
  const from = FIRST_MS / 1_000 - 600;
  const range = { symbol: 'BTCUSDT', resolution: '1', from: String(from), to: String(from + 60) };
  expect(await ask('udfHistory', range)).toEqual({ s: 'no_data' });
  expect(await ask('udfHistory', { ...range, to: 'tomorrow' })).toMatchObject({ s: 'error' });
});

test('quotes go by the names asked for, one unknown market is refused alone', async () => {
  const { ask } = start();
  const symbols = 'BTCUSDT,NONE,ISOBATH:BTCUSDT';
  const answer = (await ask('udfQuotes', { symbols })) as { d: { s: string; n: string }[] };
  expect(answer.d.map(({ s, n }) => [s, n])).toEqual([
    ['ok', 'BTCUSDT'],
    ['error', 'NONE'],
    ['ok', 'ISOBATH:BTCUSDT'],
  ]);
});

test('the columns say of each market what is said of one', async () => {
  const { ask } = start();
  const one = (await ask('udfSymbol', { symbol: 'BTCUSDT' })) as Record<string, unknown>;
  const columns = (await ask('udfSymbolInfo')) as Record<string, unknown>;
  const each = ['ticker', 'description', 'type', 'pricescale', 'volume-precision', 'currency-code'];
  const all = {
    timezone: 'timezone',
    minmovement: 'minmov',
    minmov2: 'minmov2',
    'session-regular': 'session',
    'exchange-traded': 'exchange',
    'exchange-listed': 'listed_exchange',
    'has-intraday': 'has_intraday',
    'has-daily': 'has_daily',
    'has-weekly-and-monthly': 'has_weekly_and_monthly',
    'intraday-multipliers': 'intraday_multipliers',
    'supported-resolutions': 'supported_resolutions',
  };
  expect(columns['symbol']).toEqual([one['name']]);
  for (const name of each) expect(columns[name], name).toEqual([one[name.replaceAll('-', '_')]]);
  for (const [name, own] of Object.entries(all)) expect(columns[name], name).toEqual(one[own]);
});

test('what else a chart sends along is not minded', async () => {
  const { ask } = start();
  const to = String(FIRST_MS / 1_000 + 600);
  const request = { symbol: 'BTCUSDT', resolution: '1', to, countback: '5', currencyCode: 'USDT' };
  expect(await ask('udfHistory', request)).toMatchObject({ s: 'ok' });
  expect(await ask('udfSymbol', { symbol: 'BTCUSDT', currencyCode: 'USDT' })).toMatchObject({
    name: 'BTCUSDT',
  });
});

test('the time is plain text', async () => {
  const { ask, headers } = start();
  expect(await ask('udfTime')).toBe('1700000000');
  expect(headers['content-type']).toMatch('text/plain');
});

test('a chart may ask from before 1970, and with a count of none', async () => {
  const { ask } = start();
  const query = { symbol: 'BTCUSDT', resolution: '1', to: String(NOW_MS / 1_000) };
  const from = String(FIRST_MS / 1_000);
  const plain = await ask('udfHistory', { ...query, from });
  expect(plain).toMatchObject({ s: 'ok' });
  expect(await ask('udfHistory', { ...query, from: '-2208988800' })).toEqual(plain);
  expect(await ask('udfHistory', { ...query, from, countback: '0' })).toEqual(plain);
  // Charts ask to the end of time: for whatever there is.
  for (const to of ['99999999999', '253402300799', '9'.repeat(30)]) {
    expect(await ask('udfHistory', { ...query, from, to })).toEqual(
      await ask('udfHistory', { ...query, from, to: String(NOW_MS / 1_000 + 60) }),
    );
    expect(await ask('udfHistory', { ...query, from: to, to })).toMatchObject({ s: 'no_data' });
  }
  expect(await ask('udfHistory', { ...query, from, to: '1e9' })).toMatchObject({ s: 'error' });
});
