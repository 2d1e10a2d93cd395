// The calls that tell of markets: each answers what was listed, traded and stored, in the envelope,
// and another thing once something changed. Over HTTP against a real database; the market is fed
// with real events.
import { type CoreEvent, EventKind, MarketState, Side } from '@isobath/core';
import {
  type CandleRow,
  marketOverviewRoutes,
  marketRoutes,
  type Route,
  searchRoutes,
} from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallContext } from './base/product/index.ts';
import { createStoredSteps } from './base/projections/index.ts';
import {
  createCandleQuery,
  createMarketPageRoutes,
  createMarketRoutes,
} from './products/market/index.ts';
import { readWebConfig } from './products/site/index.ts';
import { type Ask, type CallDesk, openCallDesk } from './testing/call-desk.ts';
import { makeMarketFixture, trade } from './testing/market-fixture.ts';
import { specifiedCalls } from './testing/specified-calls.ts';

let desk: CallDesk;
let database: CallDesk['database'];
/** All happens at the last moment of a day, which does not pass; today's rows are of another. */
const NOW_MS = Date.UTC(2026, 2, 14, 23, 59, 59, 999);
const today = '2026-03-14';
const readNowMs = () => NOW_MS;
/** When what happens next does. */
let eventMs = NOW_MS;
const fixture = makeMarketFixture(() => eventMs);
/** Mark of whoever chooses. */
let chooser = Buffer.from('one');
const ask = (route: Route, requested?: Ask) => desk.ask(route, requested);

beforeAll(async () => {
  desk = await openCallDesk(({ app }) => {
    const { markets, live } = fixture;
    const candles = createCandleQuery({
      database: app,
      live,
      storedTrades: createStoredSteps(app, 'candles'),
      readNowMs,
    });
    return [
      ...createMarketPageRoutes({
        database: app,
        markets,
        live,
        readNowMs,
        mark: () => chooser,
        readPopular: async () => [],
      }),
      ...createMarketRoutes({
        markets,
        live,
        readCandles: candles.readCandles,
        readRecommended: async () => (await readWebConfig(app)).recommendedMarkets,
        readNowMs,
      }),
    ];
  });
  database = desk.database;
});
afterAll(() => desk.stop());

test('the overview sums what was traded, in USDT', async () => {
  expect((await ask(marketOverviewRoutes.overview)).data).toMatchObject({
    marketsCount: 4,
    coinsCount: 4,
    risersCount: 1,
    fallersCount: 0,
    unchangedCount: 3,
    turnoverUsdt: '84205.00000000',
  });
  const { data: tiles } = await ask(marketOverviewRoutes.heatmap);
  expect(tiles.map((tile: { symbol: string }) => tile.symbol)).toEqual([
    'btc_usdt',
    'eth_usdt',
    'btc3l_usdt',
  ]);
  expect((await ask(marketOverviewRoutes.btcDominance)).data).toMatchObject({
    percent: '95.01',
    btcTurnoverUsdt: '80000.00000000',
  });
  expect((await ask(marketOverviewRoutes.etf)).data).toHaveLength(1);
});

test('the turnover of a day is what stored hours say', async () => {
  expect((await ask(marketOverviewRoutes.spotOverview)).data).toEqual({ days: [] });
  const hourMs = Math.floor(NOW_MS / 3_600_000) * 3_600_000;
  await database.app.execute(
    `INSERT INTO candles VALUES (1, 3600, ${hourMs}, 1, 1, 1, 1, 1, 500000000, 7),
     (3, 3600, ${hourMs}, 1, 1, 1, 1, 1, 10000000000, 2)`,
  );
  expect((await ask(marketOverviewRoutes.spotOverview)).data.days).toEqual([
    { day: today, turnoverUsdt: '80005.00000000', tradesCount: 9 },
  ]);
});

test('no contract is told of while none is listed', async () => {
  const { contractCurrencies, contractFunding, contractHistory } = marketOverviewRoutes;
  const { contractLiquidations, contractOpenInterest, contractVolume } = marketOverviewRoutes;
  for (const route of [
    contractCurrencies,
    contractFunding,
    contractHistory,
    contractLiquidations,
    contractOpenInterest,
  ]) {
    expect((await ask(route)).data).toEqual([]);
  }
  expect((await ask(contractVolume)).data.contractsCount).toBe(0);
});

const symbolsOf = (rows: readonly { symbol: string }[]) => rows.map((row) => row.symbol);

test('a keyword finds exact names first, then beginnings, then larger turnover', async () => {
  const find = async (keyword: string) =>
    symbolsOf((await ask(searchRoutes.search, { query: { keyword } })).data.spots);
  expect(await find(' btc ')).toEqual(['btc_usdt', 'btc3l_usdt', 'eth_btc']);
  expect(await find('Ethereum')).toEqual(['eth_usdt', 'eth_btc']);
  expect(await find('eth/btc')).toEqual(['eth_btc']);
  expect(await find('zzz')).toEqual([]);
  const { data } = await ask(searchRoutes.search, { query: { keyword: '  ' } });
  expect(data).toEqual({ result: false, spots: [], swaps: [] });
});

test('what is chosen rises in the popular list', async () => {
  expect(symbolsOf((await ask(searchRoutes.popular)).data)[0]).toBe('btc_usdt');
  const payload = { keyword: 'eth', tradeId: 3 };
  expect((await ask(searchRoutes.choose, { payload, isGuest: true })).data.result).toBe(true);
  expect(symbolsOf((await ask(searchRoutes.popular)).data).slice(0, 2)).toEqual([
    'eth_btc',
    'btc_usdt',
  ]);
  await database.app.execute(
    `INSERT INTO search_choices VALUES (2, date '${today}' - 9, 7), (4, date '${today}' - 40, 99)`,
  );
  expect(symbolsOf((await ask(searchRoutes.popular)).data).slice(0, 3)).toEqual([
    'eth_btc',
    'eth_usdt',
    'btc_usdt',
  ]);
  const unknown = { keyword: 'eth', tradeId: 99 };
  expect((await ask(searchRoutes.choose, { payload: unknown })).code).toBe(40_103);
});

test('one network chooses a market once a day, and moves no more than ten', async () => {
  const choose = (tradeId: number) =>
    ask(searchRoutes.choose, { payload: { keyword: 'e', tradeId }, isGuest: true });
  const count = async () => {
    const [row] = await database.app.query<{ count: number }>(
      `SELECT sum(choices_count)::int AS count FROM search_choices WHERE day = '${today}'`,
    );
    return row.count;
  };
  await database.app.execute('DELETE FROM search_choices');
  chooser = Buffer.from('two');
  await Promise.all(Array.from({ length: 8 }, () => choose(1)));
  expect(await count()).toBe(1);
  chooser = Buffer.from('three');
  await choose(1);
  expect(await count()).toBe(2);
  await database.app.execute(
    `INSERT INTO search_choosers SELECT date '${today}', 'three', generate_series(100, 108)`,
  );
  await choose(2);
  expect(await count()).toBe(2);
});

const rankings = [
  'new-listings',
  'recommends',
  'top-gainers',
  'top-losers',
  'turn-over',
  'hot-listings',
] as const;
const o = marketOverviewRoutes;

/** What every list and sum of markets says now. */
async function readAll() {
  const lists: Record<string, string[]> = {};
  for (const name of rankings) {
    lists[name] = symbolsOf((await ask(marketRoutes.ranking, { query: { name } })).data);
  }
  for (const route of [o.overview, o.heatmap, o.btcDominance, o.etf]) await ask(route);
  await ask(searchRoutes.search, { query: { keyword: 'eth' } });
  await ask(searchRoutes.choose, { payload: { keyword: 'eth' } });
  const { data: tickers } = await ask(marketRoutes.tickers);
  const { data: areas } = await ask(marketRoutes.tradeAreas);
  return { lists, tickers, areas };
}

test('every list and sum follows what is listed and traded', async () => {
  const before = await readAll();
  expect(before.lists).toMatchObject({
    'new-listings': ['btc3l_usdt', 'eth_btc', 'eth_usdt', 'btc_usdt'],
    'top-gainers': ['eth_usdt'],
    'top-losers': [],
    'turn-over': ['btc_usdt', 'eth_usdt', 'btc3l_usdt'],
  });
  expect(before.areas).toContainEqual({ area: 6, name: 'etf', tradeIds: [4] });
  fixture.list([5, 60, 1, 8]);
  fixture.happen(trade(1, 2, 79_000), trade(2, 3, 50_000), trade(2, 4, 60_000), trade(4, 2, 4));
  fixture.happen(trade(2, 5, 70_000));
  const { lists, tickers, areas } = await readAll();
  expect(lists).toMatchObject({
    'new-listings': ['btc3l_btc', 'btc3l_usdt', 'eth_btc', 'eth_usdt', 'btc_usdt'],
    'top-losers': ['btc_usdt'],
    'turn-over': ['eth_usdt', 'btc_usdt', 'btc3l_usdt'],
  });
  expect(lists['recommends']).toEqual(lists['turn-over']);
  // Five trades, then two each: of those the larger turnover.
  expect(lists['hot-listings']).toEqual(['eth_usdt', 'btc_usdt', 'btc3l_usdt']);
  const [first] = tickers;
  expect(first).toMatchObject({ symbol: 'btc_usdt', last: '79000.00', change: '-1.25' });
  expect(areas).toContainEqual({ area: 8, name: 'alts', tradeIds: [5] });
  fixture.happen(trade(2, 6, 1_000));
  const fallen = await readAll();
  expect(fallen.lists['top-gainers']).toEqual([]);
  expect(fallen.lists['top-losers']).toEqual(['eth_usdt', 'btc_usdt']);
});

test('book, trades, line and terms of one market follow its events and rows', async () => {
  const query = { tradeId: '3' };
  const line = async () =>
    (await ask(marketRoutes.trendlines, { query: { symbols: 'eth_btc' } })).data[0].points;
  const depth = async () => (await ask(marketRoutes.fullDepth, { query })).data;
  const trades = async () => (await ask(marketRoutes.recentTrades, { query })).data;
  const state = async () => (await ask(marketRoutes.tradeInfo, { query })).data.state;
  expect(await line()).toEqual([]);
  expect((await depth()).bids).toEqual([]);
  expect(await trades()).toEqual([]);
  expect(await state()).toBe('TRADING');
  const halfHourMs = Math.floor(NOW_MS / 1_800_000) * 1_800_000 - 1_800_000;
  await database.app.execute(
    `INSERT INTO candles VALUES (3, 60, ${halfHourMs}, 4, 5, 3, 5, 1, 500000000, 7)`,
  );
  // Nothing was traded that the ticker knows of: there is no line beside it either.
  expect(await line()).toEqual([]);
  const level = { kind: EventKind.levelChanged, instrumentId: 3, updateId: 1, side: Side.buy };
  const halted = { kind: EventKind.marketStateChanged, instrumentId: 3, state: MarketState.halt };
  eventMs = halfHourMs;
  fixture.happen(
    { ...level, priceTicks: 4, totalLots: 20_000 } as unknown as CoreEvent,
    trade(3, 1, 0.04),
    { ...halted, noCancelAtMs: 0, openAtMs: 0 } as unknown as CoreEvent,
  );
  eventMs = NOW_MS;
  expect((await depth()).bids).toEqual([['0.04', '2.0000']]);
  expect((await trades())[0]).toMatchObject({ price: '0.04', amount: '1.0000', side: 'buy' });
  expect(await state()).toBe('HALT');
  fixture.happen(trade(3, 2, 0.06));
  const { data: rows } = await ask(marketRoutes.tickers);
  const ticker = rows.find(({ tradeId }: { tradeId: number }) => tradeId === 3);
  expect(ticker).toMatchObject({ open: '0.04', last: '0.06', change: '50.00' });
  const points = await line();
  expect(points).toHaveLength(48);
  expect([points[0], points.at(-2), points.at(-1)]).toEqual(['0.04', '0.05', '0.06']);
});

test('what is simulated before the first trade is in the line, as it is on the chart', async () => {
  const simulated = [0, 1].map((place): CandleRow => {
    const price = `${90 + place}000.00`;
    return [place, price, price, price, price, '1', '1', 1, place === 0];
  });
  const handlers = createMarketRoutes({
    ...fixture,
    readCandles: async () => [...simulated, ...simulated.slice(1)],
    readRecommended: async () => [],
    readNowMs,
  });
  const line = handlers.find(({ route }) => route === marketRoutes.trendlines);
  const context = { query: { symbols: 'btc_usdt' } } as unknown as CallContext;
  const [answer] = ((await line?.handle(context)) ?? []) as { points: string[] }[];
  const points = answer?.points ?? [];
  expect(points).toHaveLength(48);
  // The ticker's first price, the candles', the ticker's last price.
  expect([...new Set(points)]).toEqual(['80000.00', '90000.00', '91000.00', '79000.00']);
});

test('each of these calls answered one question in two ways', () => {
  expect(desk.witness.listUnmoved(specifiedCalls['market-calls'])).toEqual([]);
});
