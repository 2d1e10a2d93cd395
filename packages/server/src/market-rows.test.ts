// The calls that tell of markets, as they answer after a start: from rows alone. For each of them
// one row is changed, the rooms read their tables again as they do at a start, and the same
// question has another answer. Over HTTP against a real database; not what happens while the
// exchange runs (market-calls.test.ts).
import { marketOverviewRoutes, marketRoutes, type Route, searchRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDefinitionsProjection, loadDefinitions } from './base/definitions/index.ts';
import { createMarketRegistry, loadNames, createMarketLive } from './base/market/index.ts';
import { createStoredSteps } from './base/projections/index.ts';
import {
  createCandleQuery,
  createMarketPageRoutes,
  createMarketRoutes,
} from './products/market/index.ts';
import { readWebConfig } from './products/site/index.ts';
import { fillPath } from './testing/answer-witness.ts';
import { type Ask, type CallDesk, openCallDesk } from './testing/call-desk.ts';
import {
  defineCoin,
  defineMarket,
  nameFixtureMarket,
  fixtureCoins,
  fixtureMarkets,
} from './testing/market-fixture.ts';
import { specifiedCalls } from './testing/specified-calls.ts';

const NOW_MS = Date.UTC(2026, 2, 14, 12);
const TODAY = '2026-03-14';
const readNowMs = () => NOW_MS;
/** Minute of the stored trades, within the day. */
const openMs = NOW_MS - 3_600_000;
const markets = createMarketRegistry();
const live = createMarketLive();
let desk: CallDesk;

/** What the edge reads at a start. */
async function start(): Promise<void> {
  await desk.database.app.transaction(async (session) => {
    await loadNames(markets, session);
    await loadDefinitions(session, [markets]);
    await live.load(session, NOW_MS);
  });
}

const run = (sql: string) => desk.database.owner.execute(sql);

/** Number, first and last price in ticks, turnover in whole coins of its quote, trades. */
const minutes = [
  [1, 80_000_00, 79_000_00, 400_000, 5],
  [2, 2_000_00, 2_200_00, 90_000, 9],
  [4, 500, 510, 3_000, 2],
] as const;

async function store(): Promise<void> {
  const define = createDefinitionsProjection([]);
  const defined = [
    ...fixtureCoins.map(([coinId, , , scale]) => defineCoin(coinId, scale)),
    ...fixtureMarkets.flatMap(defineMarket),
  ];
  await desk.database.owner.transaction((session) =>
    define.apply([{ sequence: 1, atMs: 1, events: defined }], session),
  );
  for (const [coinId, shortName, name] of fixtureCoins) {
    await run(`INSERT INTO coins VALUES (${coinId}, '${shortName}', '${name}')`);
  }
  for (const row of fixtureMarkets) {
    await run(`INSERT INTO markets VALUES (${row[0]}, '${nameFixtureMarket(row)}')`);
    await run(`INSERT INTO stored_books VALUES (${row[0]}, 7, '[[400, 20000]]', '[]')`);
  }
  for (const [id, first, last, turnover, count] of minutes) {
    const [high, low] = [Math.max(first, last), Math.min(first, last)];
    await run(`INSERT INTO candles VALUES (${id}, 60, ${openMs}, ${first}, ${high}, ${low}, ${last},
      10000, ${turnover}00000000, ${count})`);
    await run(`INSERT INTO public_trades VALUES (${id}, 1, ${openMs}, ${last}, 10000, 0)`);
  }
}

beforeAll(async () => {
  desk = await openCallDesk(({ app }) => {
    const parts = { database: app, markets, live, readNowMs };
    const storedTrades = createStoredSteps(app, 'candles');
    const { readCandles } = createCandleQuery({ ...parts, storedTrades });
    const readRecommended = async () => (await readWebConfig(app)).recommendedMarkets;
    return [
      ...createMarketPageRoutes({
        ...parts,
        mark: () => Buffer.from('one'),
        readPopular: async () => [],
      }),
      ...createMarketRoutes({ markets, live, readCandles, readRecommended, readNowMs }),
    ];
  });
  await store();
});
afterAll(() => desk.stop());

const o = marketOverviewRoutes;
const ranking = (name: string): Ask => ({ query: { name } });
const market: Ask = { query: { tradeId: '1' } };
const turnover = (id: number, times: number) =>
  `UPDATE candles SET quote_units = quote_units * ${times} WHERE instrument_id = ${id}`;
const close = (id: number, ticks: number) =>
  `UPDATE candles SET close_ticks = ${ticks} WHERE instrument_id = ${id}`;
/** Change a field of whichever stored event of a market has it. */
const define = (id: number, field: string, value: number) =>
  `UPDATE definitions SET event = jsonb_set(event, '{${field}}', '${value}')
   WHERE key = ${id} AND event ? '${field}'`;

const cases: readonly (readonly [call: Route, requested: Ask, change: string])[] = [
  [marketRoutes.tradeAreas, {}, define(3, 'tradeArea', 8)],
  [o.overview, {}, turnover(1, 2)],
  [
    o.spotOverview,
    {},
    `INSERT INTO candles VALUES (1, 3600, ${openMs}, 1, 1, 1, 1, 1, 500000000, 7)`,
  ],
  [
    marketRoutes.ranking,
    ranking('new-listings'),
    `UPDATE markets SET symbol = 'x_usdt'
    WHERE instrument_id = 2`,
  ],
  [
    marketRoutes.ranking,
    ranking('recommends'),
    `UPDATE web_config SET value = '["eth_btc"]'
    WHERE name = 'recommendedMarkets'`,
  ],
  [marketRoutes.ranking, ranking('top-gainers'), close(2, 2_300_00)],
  [marketRoutes.ranking, ranking('top-losers'), close(1, 78_000_00)],
  [marketRoutes.ranking, ranking('turn-over'), turnover(2, 20)],
  [
    marketRoutes.ranking,
    ranking('hot-listings'),
    `UPDATE candles SET trades_count = 99
    WHERE instrument_id = 1`,
  ],
  [o.etf, {}, close(4, 600)],
  [o.btcDominance, {}, turnover(1, 3)],
  [o.heatmap, {}, turnover(1, 3)],
  [searchRoutes.popular, {}, `INSERT INTO search_choices VALUES (4, date '${TODAY}', 9)`],
  [
    searchRoutes.search,
    { query: { keyword: 'whale' } },
    `UPDATE coins SET name = 'Whale' WHERE coin_id = 2`,
  ],
  [
    searchRoutes.choose,
    { payload: { keyword: 'orca' } },
    `UPDATE coins SET name = 'Orca' WHERE coin_id = 1`,
  ],
  [marketRoutes.tickers, {}, close(4, 700)],
  [marketRoutes.trendlines, { query: { symbols: 'btc_usdt' } }, close(1, 77_000_00)],
  [marketRoutes.fullDepth, market, `UPDATE stored_books SET bids = '[[500, 10000]]'`],
  [marketRoutes.tradeInfo, market, define(1, 'state', 5)],
  [
    marketRoutes.recentTrades,
    market,
    `INSERT INTO public_trades VALUES (1, 2, ${openMs + 1}, 7900001, 10000, 1)`,
  ],
];

const named = cases.map(
  (one) => [`${one[0].method} ${fillPath(one[0], one[1].query)}`, ...one] as const,
);

test.each(named)('%s follows its rows', async (_name, route, requested, change) => {
  await start();
  const before = await desk.ask(route, requested);
  expect(before.code).toBe(200);
  await start();
  expect((await desk.ask(route, requested)).data).toEqual(before.data);
  expect(await run(change)).toBeGreaterThan(0);
  await start();
  const after = await desk.ask(route, requested);
  expect(after.code).toBe(200);
  expect(after.data).not.toEqual(before.data);
});

test('each of these calls answered one question in two ways', () => {
  expect(desk.witness.listUnmoved(specifiedCalls['market-rows'])).toEqual([]);
});
