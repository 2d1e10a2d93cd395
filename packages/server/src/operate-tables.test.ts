// Tables that the operator keeps: the tool's commands against a real database, and what the calls
// of people answer right after.
import {
  configurationRoutes,
  errors,
  isAccountUsed,
  type ReferenceTableName,
  type Route,
  transferTypes,
} from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditLog, makeAuditKey } from './base/audit/index.ts';
import { createReferenceTables, createTableHandlers } from './base/reference-tables/index.ts';
import { listReferenceTables } from './modules.ts';
import { createConfigurationRoutes, createRegions, type Regions } from './products/site/index.ts';
import { createTransferRules } from './products/transfer/rules.ts';
import { type Ask, type CallDesk, openCallDesk } from './testing/call-desk.ts';
import { makeMarketFixture } from './testing/market-fixture.ts';

let desk: CallDesk;
let regions: Regions;
const { markets } = makeMarketFixture();
const listed = await listReferenceTables(markets);
const ask = (route: Route, requested?: Ask) => desk.ask(route, requested);

beforeAll(async () => {
  desk = await openCallDesk(({ app }) => {
    regions = createRegions(app, () => expect.unreachable());
    return createConfigurationRoutes({
      database: app,
      findRegion: regions.find,
      readUsdtPrice: () => undefined,
      readNowMs: Date.now,
      serviceHosts: [],
    });
  });
});
afterAll(() => {
  regions.close();
  return desk.stop();
});

function open() {
  const database = desk.database.app;
  const kept = { key: makeAuditKey('00'), dataFolder: desk.database.folder, readNowMs: Date.now };
  const audit = createAuditLog(database, kept);
  const tables = createReferenceTables(database, listed);
  const handlers = createTableHandlers(tables, audit);
  return {
    audit,
    tables,
    list: async (table: ReferenceTableName) =>
      (await handlers['table.list']?.({ table }))?.['rows'] as Record<string, string>[],
    set: (table: ReferenceTableName, key: string, changes: Record<string, string>) =>
      handlers['table.set']?.({ table, key, changes }) as Promise<object>,
    remove: (table: ReferenceTableName, key: string) =>
      handlers['table.remove']?.({ table, key }) as Promise<object>,
  };
}

test('what an operator changes is told by the next call, and stands in the audit log', async () => {
  const { set, audit } = open();
  const c = configurationRoutes;
  await set('currencies', 'cny', { rate: '7.5' });
  const { rates } = (await ask(c.currencyRates)).data;
  expect(rates.find((one: { currencyCode: string }) => one.currencyCode === 'CNY').rate).toBe(
    '7.5',
  );
  await set('currencies', 'ISK', { name: 'Icelandic króna', symbol: 'kr', rate: '121' });
  expect((await ask(c.currencies)).data.at(-1)).toMatchObject({
    currencyCode: 'ISK',
    symbol: 'kr',
  });
  await set('languages', 'it_IT', { isOffered: 'false' });
  expect(JSON.stringify((await ask(c.locales)).data)).not.toContain('it_IT');
  await set('identityLevels', 'advanced', { isOpen: 'true' });
  expect((await ask(c.identityConfig)).data.levels[1].isOpen).toBe(true);
  await set('regions', '127.0.0.1', { region: 'Here', mode: 'closed', reason: 'law' });
  await regions.load();
  expect((await ask(c.compliance)).data).toMatchObject({ isRestricted: true, reason: 'law' });
  const [last, , , , first] = await audit.list({ limit: 5 });
  expect(last).toMatchObject({ action: 'table_row_set', operatorId: 0 });
  expect(JSON.parse(last.detail)).toMatchObject({
    table: 'regions',
    key: '127.0.0.1/32',
    before: '',
  });
  expect(JSON.parse(first.detail).before).toContain('"rate":"7.12"');
});

test('a region is one network however it is written, and can be taken away', async () => {
  const { set, remove, list } = open();
  await set('regions', '10.9.8.7/8', { region: 'Ten' });
  await set('regions', '10.0.0.0/8', { mode: 'view_only' });
  const rows = (await list('regions')).filter(({ region }) => region === 'Ten');
  expect(rows).toEqual([{ key: '10.0.0.0/8', region: 'Ten', mode: 'view_only', reason: '' }]);
  await remove('regions', '10.1.1.1/8');
  expect((await list('regions')).map(({ region }) => region)).not.toContain('Ten');
  await expect(remove('regions', '10.0.0.0/8')).rejects.toThrow('no such row');
});

test.each<[ReferenceTableName, string, Record<string, string>, string]>([
  ['currencies', 'EURO', { rate: '1' }, 'key'],
  ['currencies', 'EUR', { rate: '0' }, 'rate'],
  ['currencies', 'EUR', { rate: '1e3' }, 'rate'],
  ['currencies', 'XAU', { rate: '1' }, 'name'],
  ['currencies', 'EUR', { code: 'USD' }, 'no such column'],
  ['currencies', 'EUR', { constructor: 'x' }, 'no such column'],
  ['currencies', 'EUR', { isOffered: 'yes' }, 'true or false'],
  ['languages', 'xx_XX', { isOffered: 'true' }, 'no such row'],
  ['languages', 'en_US', { isOffered: 'false' }, 'stays'],
  ['languages', 'th_TH', { place: '-1' }, 'whole number'],
  ['regions', '300.1.1.1', { region: 'x' }, 'network'],
  ['regions', '10.0.0.0/33', { region: 'x' }, 'network'],
  ['regions', '10.0.0.0/8', { region: 'x', mode: 'shut' }, 'view_only'],
  ['identityLevels', 'standard', { dailyWithdrawLimitUsdt: '-5' }, 'decimal'],
  ['transferRules', 'wallet:USDT', { canGoOut: 'false' }, 'ACCOUNT:COIN'],
  ['transferRules', 'spot:NONE', { canGoOut: 'false' }, 'no coin'],
  ['transferRules', 'spot:BTC:btc_usdt', { canGoOut: 'false' }, 'isolated'],
  ['transferRules', 'isolated:ETH:btc_usdt', { canGoOut: 'false' }, 'two coins'],
  ['transferRules', 'spot:USDT', { dayLimit: '0.123456789' }, 'decimals'],
])('%s %s refuses %o', async (table, key, changes, problem) => {
  const { set, list } = open();
  const before = await list(table);
  await expect(set(table, key, changes)).rejects.toMatchObject({
    exitCode: 64,
    message: expect.stringContaining(problem),
  });
  expect(await list(table)).toEqual(before);
});

test('a rule of transfers is kept in base units and read back as it was written', async () => {
  const { set, remove, list } = open();
  const database = desk.database.app;
  await set('transferRules', 'SPOT:usdt', { dayLimit: '1000.50' });
  await set('transferRules', 'isolated:btc', { canComeIn: 'false' });
  const ofPair = { canComeIn: 'true', canGoOut: 'false' };
  await set('transferRules', 'isolated:btc:btc_usdt', ofPair);
  expect(await list('transferRules')).toEqual([
    { key: 'spot:USDT', canComeIn: 'true', canGoOut: 'true', dayLimit: '1000.5' },
    { key: 'isolated:BTC', canComeIn: 'false', canGoOut: 'true', dayLimit: '' },
    { key: 'isolated:BTC:btc_usdt', canComeIn: 'true', canGoOut: 'false', dayLimit: '' },
  ]);
  const btc = markets.coinByName('BTC');
  const pair = markets.marketBySymbol('btc_usdt');
  const ruleOf = await createTransferRules(database).read();
  if (btc === undefined || pair === undefined) throw new Error('no such market');
  expect(ruleOf(7, btc, pair.instrumentId)).toMatchObject({ canComeIn: true, canGoOut: false });
  expect(ruleOf(7, btc, 999)).toMatchObject({ canComeIn: false, canGoOut: true });
  for (const { key } of await list('transferRules')) await remove('transferRules', key);
  expect((await createTransferRules(database).read())(7, btc)).toMatchObject({
    canComeIn: false,
    canGoOut: true,
  });
});

test('the back office opens no account that no product uses', async () => {
  const { tables, list } = open();
  const ask = (key: string, changes: Record<string, string>) =>
    tables.tryOut((session) =>
      tables.set(session, 'transferRules', { key, changes, isOffice: true }),
    );
  for (const type of transferTypes.filter((one) => !isAccountUsed(one))) {
    const name = { 3: 'c2c', 5: 'contract', 6: 'cross', 7: 'isolated' }[type as 3 | 5 | 6 | 7];
    await expect(ask(`${name}:USDT`, { canComeIn: 'true' })).rejects.toMatchObject({
      code: errors.invalid.code,
      fields: [{ path: 'canComeIn', problem: expect.stringContaining('used are: spot') }],
    });
    const limited = await ask(`${name}:USDT`, { dayLimit: '5' });
    expect(JSON.parse(limited.after)).toMatchObject({ canComeIn: 'false', dayLimit: '5' });
  }
  expect((await ask('spot:USDT', { canComeIn: 'true' })).after).toContain('"canComeIn":"true"');
  expect(await list('transferRules')).toEqual([]);
});

test('a trial changes nothing and says what would change', async () => {
  const { tables, list } = open();
  const request = { key: 'EUR', changes: { rate: '0.5' } };
  const change = await tables.tryOut((session) => tables.set(session, 'currencies', request));
  expect(change).toMatchObject({ key: 'EUR', before: expect.stringContaining('"rate":"0.86"') });
  expect(change.after).toContain('"rate":"0.5"');
  expect((await list('currencies')).find(({ key }) => key === 'EUR')?.['rate']).toBe('0.86');
});
