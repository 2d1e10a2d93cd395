// The calls that pages read: each answers what its rows say, in the envelope, and another thing
// once a row changed. Over HTTP against a real database; the market is fed with real events.
import { tmpdir } from 'node:os';
import { type CoreEvent, EventKind, MarketState, Side } from '@isobath/core';
import {
  configurationRoutes,
  favouriteRoutes,
  marketOverviewRoutes,
  type Route,
  searchRoutes,
  siteRoutes,
  type WebValueName,
} from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase } from './base/db/testing.ts';
import { createMarketRegistry } from './base/market/index.ts';
import { createSessions } from './base/sessions/index.ts';
import { speakPlainly } from './edge/answer.ts';
import { createEdge } from './edge/http.ts';
import { migrations } from './migrations.ts';
import { createAuditLog, makeAuditKey } from './base/audit/index.ts';
import { createConfigurationHandlers } from './operate-configuration.ts';
import { createMarketLive, createMarketPageRoutes } from './products/market/index.ts';
import {
  createConfigurationRoutes,
  createSiteRoutes,
  writeWebConfig,
} from './products/site/index.ts';

const ORIGIN = 'http://127.0.0.1:4870';
const OWNER = 1_000_007;
const own = { origin: ORIGIN, 'x-requested-with': 'isobath', 'sec-fetch-site': 'same-origin' };

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let app: FastifyInstance;
let cookie = '';

const coins = [
  [52, 'USDT', 'Tether USD', 8],
  [1, 'BTC', 'Bitcoin', 10],
  [2, 'ETH', 'Ethereum', 10],
  [60, 'BTC3L', 'Bitcoin, three times long', 9],
] as const;
const listed = [
  [1, 1, 52, 1],
  [2, 2, 52, 1],
  [3, 2, 1, 1],
  [4, 60, 52, 6],
] as const;

function defineMarket([instrumentId, base, quote, area]: (typeof listed)[number]): CoreEvent[] {
  const definition = {
    kind: EventKind.instrumentDefined,
    instrumentId,
    baseAssetId: base,
    quoteAssetId: quote,
    priceDecimals: 2,
    lotDecimals: 4,
    notionalUnitsMin: 1n,
    closeOutUnitsMax: 1n,
    priceTicksMin: 1,
    priceTicksMax: 1e9,
    tradeArea: area,
  };
  const state = { kind: EventKind.marketStateChanged, instrumentId, state: MarketState.trading };
  return [definition, { ...state, noCancelAtMs: 0, openAtMs: 0 }] as unknown as CoreEvent[];
}

/** A trade of one whole coin. */
function trade(instrumentId: number, tradeId: number, price: number): CoreEvent {
  const scale = instrumentId === 3 ? 10 : 8;
  const quoteUnits = BigInt(price * 100) * 10n ** BigInt(scale - 2);
  return {
    kind: EventKind.tradeExecuted,
    instrumentId,
    tradeId,
    priceTicks: price * 100,
    sizeLots: 10_000,
    takerSide: Side.buy,
    quoteUnits,
  } as unknown as CoreEvent;
}

function makeMarkets() {
  const markets = createMarketRegistry();
  for (const [coinId, shortName, name, scale] of coins) {
    markets.nameCoin({ coinId, shortName, name });
    const defined = { kind: EventKind.assetDefined, assetId: coinId, scale, isMock: false };
    markets.apply(defined as unknown as CoreEvent);
  }
  for (const row of listed) {
    const nameOf = (id: number) => coins.find(([coinId]) => coinId === id)?.[1].toLowerCase();
    markets.nameMarket({ instrumentId: row[0], symbol: `${nameOf(row[1])}_${nameOf(row[2])}` });
    for (const event of defineMarket(row)) markets.apply(event);
  }
  const live = createMarketLive();
  const events = [trade(1, 1, 80_000), trade(2, 1, 2_000), trade(2, 2, 2_200), trade(4, 1, 5)];
  live.apply({ sequence: 1, atMs: Date.now(), events });
  return { markets, live };
}

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  const sessions = createSessions(database.app, Date.now);
  const { token } = await sessions.create({ ownerId: OWNER, ip: '::1', device: 'test' });
  cookie = `__Host-session=${token}`;
  const readNowMs = Date.now;
  app = createEdge({
    handlers: [
      ...createConfigurationRoutes({
        database: database.app,
        readUsdtPrice: (name) => (name === 'BTC' ? '80000.00' : undefined),
        readNowMs,
      }),
      ...createSiteRoutes({
        database: database.app,
        mode: 'sandbox',
        canSignIn: true,
        hasOutbox: false,
        mail: undefined as never,
        status: undefined as never,
        readMode: () => ({ mode: 'normal', reason: '' }),
      }),
      ...createMarketPageRoutes({ database: database.app, ...makeMarkets(), readNowMs }),
    ],
    sessions,
    speak: speakPlainly,
    ownOrigin: ORIGIN,
    mode: 'sandbox',
    readNowMs,
    report: (error) => console.error(error),
  });
});
afterAll(async () => {
  await app.close();
  await database.stop();
});

interface Ask {
  readonly query?: Record<string, string>;
  readonly payload?: unknown;
  readonly isGuest?: boolean;
}

/** Call a route; a good answer must have the shape that the route promises. */
async function ask(route: Route, { query, payload, isGuest }: Ask = {}) {
  const answer = await app.inject({
    method: route.method,
    url: route.path,
    headers: isGuest === true ? own : { ...own, cookie },
    ...(query === undefined ? {} : { query }),
    ...(route.method === 'GET' ? {} : { payload: (payload ?? {}) as object }),
  });
  const { code, data } = answer.json();
  if (code === 200) expect(route.answer.parse(data)).toEqual(data);
  return { code, data };
}

const c = configurationRoutes;
const setConfig = (name: WebValueName, value: unknown) => writeWebConfig(database.app, name, value);

test.each([
  [siteRoutes.webConfig, 'rebateStatus', 3, { rebateStatus: 0 }, { rebateStatus: 3 }],
  [siteRoutes.webConfig, 'kolIncentive', true, { kolIncentive: false }, { kolIncentive: true }],
  [siteRoutes.webConfig, 'deliverySymbol', 'eth_d', { deliverySymbol: 'btc_d' }, {}],
  [siteRoutes.webConfig, 'contacts', [{ place: 'x', address: 'https://x.example' }], {}, {}],
  [c.rebateStatus, 'rebateStatus', 1, { rebateStatus: 3 }, { rebateStatus: 1 }],
  [c.serviceConfig, 'serviceLines', [1], { serviceLines: [3, 2, 1] }, { serviceLines: [1] }],
  [c.downloads, 'backupWebsites', ['b.example'], { backupWebsites: [] }, {}],
  [c.partnerConfig, 'partnerId', 'p-1', { isEnabled: false }, { isEnabled: true }],
  [c.configV2, 'appUrl', 'https://a.example', { appUrl: '' }, { appUrl: 'https://a.example' }],
] as const)('%o follows %s', async (route, name, value, before, after) => {
  expect((await ask(route, { isGuest: true })).data).toMatchObject(before);
  await setConfig(name, value);
  const { data } = await ask(route, { isGuest: true });
  expect(data).toMatchObject(after);
  expect(JSON.stringify(data)).toContain(name === 'partnerId' ? 'p-1' : JSON.stringify(value));
});

test('a value that the operator mistyped closes no page', async () => {
  await setConfig('rebateStatus', 'three');
  expect((await ask(c.rebateStatus)).data).toEqual({ rebateStatus: 0 });
});

test('the operator sets a value, and only one that pages can read', async () => {
  const kept = { key: makeAuditKey('00'), dataFolder: tmpdir(), readNowMs: Date.now };
  const handlers = createConfigurationHandlers(database.app, createAuditLog(database.app, kept));
  const set = (name: string, value: string) => handlers['config.set']?.({ name, value });
  await set('rebateStatus', '3');
  expect((await ask(c.rebateStatus)).data).toEqual({ rebateStatus: 3 });
  expect(await handlers['config.list']?.({})).toMatchObject({ rebateStatus: 3 });
  await expect(set('rebateStatus', 'three')).rejects.toThrow('is not JSON');
  await expect(set('serviceLines', '[1, 7]')).rejects.toThrow(/^serviceLines: 2: /);
  await expect(set('noSuch', '1')).rejects.toThrow('There is no value noSuch');
  expect((await ask(c.rebateStatus)).data).toEqual({ rebateStatus: 3 });
});

test('getConfig v3 tells when a value changed last', async () => {
  const before = (await ask(c.configV3)).data;
  await setConfig('iosUrl', 'https://i.example');
  const after = (await ask(c.configV3)).data;
  expect(after.version).toBeGreaterThan(before.version);
  expect(after.config.iosUrl).toBe('https://i.example');
});

test('languages and currencies are the rows that are offered', async () => {
  expect((await ask(c.locales)).data).toHaveLength(13);
  await database.app.execute(`UPDATE languages SET is_offered = false WHERE value = 'it_IT'`);
  expect((await ask(c.locales)).data.map((one: { value: string }) => one.value)).not.toContain(
    'it_IT',
  );
  const before = (await ask(c.currencies)).data;
  expect(before[0]).toEqual({ id: 1, currencyCode: 'USD', symbol: '$', name: 'US dollar' });
  await database.app.execute(
    `UPDATE currencies SET is_offered = false WHERE currency_code = 'USD'`,
  );
  expect((await ask(c.currencies)).data).toEqual(before.slice(1));
});

test('rates come from rows and, for coins, from the market', async () => {
  await database.app.execute(`UPDATE currencies SET rate = 7.5 WHERE currency_code = 'CNY'`);
  const { rates } = (await ask(c.currencyRates)).data;
  const find = (code: string) =>
    rates.find((rate: { currencyCode: string }) => rate.currencyCode === code);
  expect(find('CNY')).toMatchObject({ rate: '7.5', source: 'operator' });
  expect(find('BTC')).toMatchObject({ rate: '0.000012500000', source: 'market' });
  expect(find('ETH')).toBeUndefined();
});

test('the narrowest network decides what somebody may do', async () => {
  const open = { isRestricted: false, region: '', mode: 'open', reason: '' };
  expect((await ask(c.compliance)).data).toEqual(open);
  await database.app.execute(
    `INSERT INTO network_regions VALUES ('127.0.0.0/8', 'Loop', 'closed', 'law'),
     ('127.0.0.1/32', 'Here', 'view_only', 'rule')`,
  );
  const here = { isRestricted: true, region: 'Here', mode: 'view_only', reason: 'rule' };
  expect((await ask(c.compliance)).data).toEqual(here);
  expect((await ask(c.callerAddress)).data).toEqual({ ip: '127.0.0.1', region: 'Here' });
});

test('levels of identity are rows', async () => {
  await database.app.execute('UPDATE identity_levels SET is_open = true WHERE identity_type = 2');
  const { levels } = (await ask(c.identityConfig)).data;
  expect(levels).toHaveLength(3);
  expect(levels[1]).toEqual({
    identityType: 2,
    dailyWithdrawLimitUsdt: '500000',
    isOpen: true,
  });
});

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
    percent: '95.00',
    btcTurnoverUsdt: '80000.00000000',
  });
  expect((await ask(marketOverviewRoutes.etf)).data).toHaveLength(1);
});

test('the turnover of a day is what stored hours say', async () => {
  expect((await ask(marketOverviewRoutes.spotOverview)).data).toEqual({ days: [] });
  const hourMs = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  await database.app.execute(
    `INSERT INTO candles VALUES (1, 3600, ${hourMs}, 1, 1, 1, 1, 1, 500000000, 7),
     (3, 3600, ${hourMs}, 1, 1, 1, 1, 1, 10000000000, 2)`,
  );
  const day = new Date(hourMs).toISOString().slice(0, 10);
  expect((await ask(marketOverviewRoutes.spotOverview)).data.days).toEqual([
    { day, turnoverUsdt: '80005.00000000', tradesCount: 9 },
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
    'INSERT INTO search_choices VALUES (2, current_date - 9, 7), (4, current_date - 40, 99)',
  );
  expect(symbolsOf((await ask(searchRoutes.popular)).data).slice(0, 3)).toEqual([
    'eth_btc',
    'eth_usdt',
    'btc_usdt',
  ]);
  const unknown = { keyword: 'eth', tradeId: 99 };
  expect((await ask(searchRoutes.choose, { payload: unknown })).code).toBe(40_103);
});

const f = favouriteRoutes;

test('spot favourites: 1 adds, -1 removes, 0 lists, and only their owner has them', async () => {
  const list = async () => (await ask(f.listSpot, { query: { operate: '0' } })).data;
  expect(await list()).toEqual([]);
  await ask(f.turnSpot, { payload: { tradeId: 2, operate: 1 } });
  await ask(f.turnSpot, { payload: { tradeId: 1, operate: 1 } });
  await ask(f.turnSpot, { payload: { tradeId: 1, operate: 1 } });
  expect(await list()).toEqual([2, 1]);
  await ask(f.turnSpot, { payload: { tradeId: 2, operate: -1 } });
  expect(await list()).toEqual([1]);
  expect((await ask(f.turnSpot, { payload: { tradeId: 77, operate: 1 } })).code).toBe(40_103);
  expect((await ask(f.turnSpot, { payload: { tradeId: 1, operate: 0 } })).code).toBe(10_001);
  expect((await ask(f.listSpot, { isGuest: true })).code).toBe(10_002);
});

test('the JSON call takes a form of several parts', async () => {
  const send = async (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const request = new Request(ORIGIN, { method: 'POST', body: form });
    const type = request.headers.get('content-type') ?? '';
    return app.inject({
      method: 'POST',
      url: f.turnSpotJson.path,
      headers: { ...own, cookie, 'content-type': type },
      payload: Buffer.from(await request.arrayBuffer()),
    });
  };
  const answer = await send({ operate: '1', tradeId: '4' });
  expect(answer.json()).toMatchObject({ code: 200, data: { tradeId: 4, operate: 1 } });
  expect((await ask(f.listSpotJson)).data).toContain(4);
  expect((await send({ operate: '1' })).json().code).toBe(10_001);
  const broken = await app.inject({
    method: 'POST',
    url: f.turnSpotJson.path,
    headers: { ...own, cookie, 'content-type': 'multipart/form-data; boundary=x' },
    payload: 'nothing of the kind',
  });
  expect(broken.json().code).toBe(10_001);
});

test('a route that takes no form refuses one', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: f.turnSpot.path,
    headers: { ...own, cookie, 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--',
  });
  expect(answer.statusCode).toBe(415);
});

test('contract favourites: 0 adds and 1 removes, the other way round', async () => {
  const turn = (contractCode: string, status: number) =>
    ask(f.turnContracts, { payload: [{ contractCode, status }] });
  await turn('btc', 0);
  await turn('eth_d', 0);
  expect((await ask(f.listContracts)).data).toEqual([
    { contractCode: 'btc', status: 0, userId: OWNER },
    { contractCode: 'eth_d', status: 0, userId: OWNER },
  ]);
  expect((await turn('btc', 1)).data).toHaveLength(1);
  expect((await turn('BTC', 0)).code).toBe(10_001);
});
