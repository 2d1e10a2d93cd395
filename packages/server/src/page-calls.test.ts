// The calls of configuration, favourites and charts: each answers what its rows say, in the
// envelope, and another thing once a row changed. Over HTTP against a real database.
import {
  chartRoutes,
  configurationRoutes,
  favouriteRoutes,
  type Route,
  siteRoutes,
  type WebValueName,
} from '@isobath/wire';
import { locales } from '@isobath/texts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditLog, makeAuditKey } from './base/audit/index.ts';
import { createMarketPageRoutes } from './products/market/index.ts';
import {
  createConfigurationRoutes,
  createRegions,
  createSiteRoutes,
  type Regions,
} from './products/site/index.ts';
import { checkWebConfig, writeWebConfig } from './products/site/configuration/read-config.ts';
import { createConfigurationHandlers } from './products/site/operator.ts';
import {
  type Ask,
  type CallDesk,
  deskOrigin,
  deskOwner,
  openCallDesk,
} from './testing/call-desk.ts';
import { makeMarketFixture } from './testing/market-fixture.ts';
import { specifiedCalls } from './testing/specified-calls.ts';

let desk: CallDesk;
let database: CallDesk['database'];
let regions: Regions;
const fixture = makeMarketFixture();
const ask = (route: Route, requested?: Ask) => desk.ask(route, requested);

beforeAll(async () => {
  desk = await openCallDesk(({ app }) => [
    ...createConfigurationRoutes({
      database: app,
      findRegion: (ip) => regions.find(ip),
      readUsdtPrice: (name) => (name === 'BTC' ? '80000.00' : undefined),
      readNowMs: Date.now,
      serviceHosts: ['chat.example.com'],
    }),
    ...createSiteRoutes({
      database: app,
      mode: 'sandbox',
      canSignIn: true,
      address: 'https://house.example',
      hasOutbox: false,
      mail: undefined as never,
      status: undefined as never,
      readMode: () => ({ mode: 'normal', reason: '' }),
      listClosed: () => [],
    }),
    ...createMarketPageRoutes({
      database: app,
      ...fixture,
      readNowMs: Date.now,
      mark: () => Buffer.from('x'),
      readPopular: async () => [],
    }),
  ]);
  database = desk.database;
  regions = createRegions(database.app, () => expect.unreachable());
});
afterAll(() => {
  regions.close();
  return desk.stop();
});

const c = configurationRoutes;
const setConfig = (name: WebValueName, value: unknown) => writeWebConfig(database.app, name, value);

test.each([
  [siteRoutes.webConfig, 'rebateStatus', 3, { rebateStatus: 0 }, { rebateStatus: 3 }],
  [siteRoutes.webConfig, 'kolIncentive', true, { kolIncentive: false }, { kolIncentive: true }],
  [siteRoutes.webConfig, 'deliverySymbol', 'eth_d', { deliverySymbol: 'btc_d' }, {}],
  [
    siteRoutes.webConfig,
    'maintenanceStartsAtMs',
    9_000,
    { maintenance: { startsAt: 0, endsAt: 0 } },
    { maintenance: { startsAt: 9_000, endsAt: 0 } },
  ],
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

test('scripts of others are told of as long as the machine lets their hosts in', async () => {
  const script = (host: string, line: number) => ({
    line,
    address: `https://${host}/widget.js`,
    name: 'Chat',
  });
  const [own, strange] = [script('chat.example.com', 1), script('evil.example', 3)];
  await setConfig('serviceScripts', [own, strange]);
  expect((await ask(c.serviceConfig, { isGuest: true })).data.scripts).toEqual([own]);
  const check = (value: unknown) => checkWebConfig('serviceScripts', value, ['chat.example.com']);
  expect(check([own])).toBeUndefined();
  expect(check([own, strange])).toContain('evil.example');
  expect(check([script('chat.example.com.evil.example', 1)])).toContain('ISOBATH_SERVICE_HOSTS');
  await setConfig('serviceScripts', []);
});

test('a value that the operator mistyped closes no page', async () => {
  await setConfig('rebateStatus', 'three');
  expect((await ask(c.rebateStatus)).data).toEqual({ rebateStatus: 0 });
});

test('the operator sets a value, and only one that pages can read', async () => {
  const kept = { key: makeAuditKey('00'), dataFolder: database.folder, readNowMs: Date.now };
  const handlers = createConfigurationHandlers(database.app, createAuditLog(database.app, kept), {
    serviceHosts: ['chat.example.com'],
  });
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
  const offered = (await ask(c.locales)).data.map((one: { value: string }) => one.value);
  expect(offered).toEqual([...locales]);
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
  await ask(c.currencyRates);
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
  expect((await ask(c.callerAddress)).data).toEqual({ ip: '127.0.0.1', region: '' });
  await database.app.execute(
    `INSERT INTO network_regions VALUES ('127.0.0.0/8', 'Loop', 'closed', 'law'),
     ('127.0.0.1/32', 'Here', 'view_only', 'rule')`,
  );
  await regions.load();
  const here = { isRestricted: true, region: 'Here', mode: 'view_only', reason: 'rule' };
  expect((await ask(c.compliance)).data).toEqual(here);
  expect((await ask(c.callerAddress)).data).toEqual({ ip: '127.0.0.1', region: 'Here' });
});

test('levels of identity are rows', async () => {
  expect((await ask(c.identityConfig)).data.levels[1].isOpen).toBe(true);
  await database.app.execute('UPDATE identity_levels SET is_open = false WHERE identity_type = 2');
  const { levels } = (await ask(c.identityConfig)).data;
  expect(levels).toHaveLength(3);
  expect(levels[1]).toEqual({
    identityType: 2,
    dailyWithdrawLimitUsdt: '200000',
    isOpen: false,
  });
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
  const fifth = { payload: { tradeId: 5, operate: 1 } };
  expect((await ask(f.turnSpot, fifth)).code).toBe(40_103);
  fixture.list([5, 60, 1, 6]);
  expect((await ask(f.turnSpot, fifth)).data).toEqual({ tradeId: 5, operate: 1 });
  await ask(f.turnSpot, { payload: { tradeId: 5, operate: -1 } });
  expect((await ask(f.turnSpot, { payload: { tradeId: 1, operate: 0 } })).code).toBe(10_001);
  expect((await ask(f.listSpot, { isGuest: true })).code).toBe(10_002);
});

test('the JSON call takes a form of several parts', async () => {
  const send = async (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const request = new Request(deskOrigin, { method: 'POST', body: form });
    const type = request.headers.get('content-type') ?? '';
    const answer = await desk.app.inject({
      method: 'POST',
      url: f.turnSpotJson.path,
      headers: { ...desk.headers, 'content-type': type },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    const { code, data } = answer.json();
    desk.witness.hear(f.turnSpotJson, fields, { code, data });
    return { code, data };
  };
  expect((await ask(f.listSpotJson)).data).not.toContain(6);
  expect((await send({ operate: '1', tradeId: '6' })).code).toBe(40_103);
  fixture.list([6, 60, 2, 6]);
  expect(await send({ operate: '1', tradeId: '6' })).toEqual({
    code: 200,
    data: { tradeId: 6, operate: 1 },
  });
  expect((await ask(f.listSpotJson)).data).toContain(6);
  expect((await send({ operate: '1' })).code).toBe(10_001);
  const broken = await desk.app.inject({
    method: 'POST',
    url: f.turnSpotJson.path,
    headers: { ...desk.headers, 'content-type': 'multipart/form-data; boundary=x' },
    payload: 'nothing of the kind',
  });
  expect(broken.json().code).toBe(10_001);
});

test('a route that takes no form refuses one', async () => {
  const answer = await desk.app.inject({
    method: 'POST',
    url: f.turnSpot.path,
    headers: { ...desk.headers, 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--',
  });
  expect(answer.statusCode).toBe(415);
});

test('contract favourites: 0 adds and 1 removes, the other way round', async () => {
  const turn = (contractCode: string, status: number) =>
    ask(f.turnContracts, { payload: [{ contractCode, status }] });
  expect((await ask(f.listContracts)).data).toEqual([]);
  await turn('btc', 0);
  await turn('eth_d', 0);
  const both = [
    { contractCode: 'btc', status: 0, userId: deskOwner },
    { contractCode: 'eth_d', status: 0, userId: deskOwner },
  ];
  expect((await ask(f.listContracts)).data).toEqual(both);
  expect((await turn('btc', 0)).data).toEqual(both);
  expect((await turn('btc', 1)).data).toHaveLength(1);
  expect((await turn('BTC', 0)).code).toBe(10_001);
});

test('a chart is kept by market and person, the newest in place of the one before', async () => {
  const read = async (tradeId: number) =>
    (await ask(chartRoutes.savedChart, { query: { tradeId: String(tradeId) } })).data;
  const keep = (payload: object) => ask(chartRoutes.keepChart, { payload });
  const line = { name: 'priceLine', points: [{ time: 1_767_225_600_000, price: '-0.000000012' }] };
  expect(await read(1)).toBeNull();
  await keep({ tradeId: 1, indicators: ['MA'], drawings: [] });
  const kept = { indicators: ['BOLL', 'VOL'], drawings: [line] };
  expect((await keep({ tradeId: 1, ...kept })).data).toEqual(kept);
  expect([await read(1), await read(2)]).toEqual([kept, null]);
  expect((await keep({ tradeId: 77, ...kept })).code).toBe(40_103);
  const many = { ...kept, tradeId: 1, drawings: Array.from({ length: 101 }, () => line) };
  expect((await keep(many)).code).toBe(10_001);
  expect((await keep({ ...kept, tradeId: 1, indicators: ['<b>'] })).code).toBe(10_001);
  const query = { tradeId: '1' };
  expect((await ask(chartRoutes.savedChart, { query, isGuest: true })).code).toBe(10_002);
});

test('each of these calls answered one question in two ways', () => {
  expect(desk.witness.listUnmoved(specifiedCalls['page-calls'])).toEqual([]);
});
