// Listing against the engine itself and a real database: what is stopped half-way is completed by
// asking again, a file is taken whole or not at all, and what cannot be taken back is refused.
import {
  type Command,
  CommandKind,
  createEngine,
  EventKind,
  MarketState,
  readEvents,
  smallSizes,
  Source,
} from '@isobath/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAuditLog, HOST, makeAuditKey } from './base/audit/index.ts';
import { createCommandClient } from './base/commands/index.ts';
import { startTestDatabase, type TestDatabase } from './base/db/testing.ts';
import { createDefinitionsProjection } from './base/definitions/index.ts';
import { createReferenceTables } from './base/reference-tables/index.ts';
import { createMarketRegistry } from './base/market/index.ts';
import { makePng } from './base/pictures/testing.ts';
import { migrations } from './migrations.ts';
import { vipLevelsTable } from './products/account/index.ts';
import { createListing, FileRefusal } from './products/listing/listing.ts';
import { createListingHandlers } from './products/listing/operator/listing.ts';
import { createMarketLists } from './products/listing/start.ts';
import { readCoinPicture, setCoinPicture } from './products/market/index.ts';
import { createSiteValues } from './products/site/index.ts';

const nowMs = 1_780_000_000_000;
let database: TestDatabase;
let fixture: ReturnType<typeof makeFixture>;

class Stopped extends Error {}

/** An installation without a coin: engine, journal and rooms. */
function makeFixture() {
  const engine = createEngine({ sizes: smallSizes });
  const markets = createMarketRegistry();
  const definitions = createDefinitionsProjection([]);
  const journal: Command[] = [];
  const past = new Set<number>();
  let leftCount = Number.POSITIVE_INFINITY;
  const commandClient = createCommandClient(
    async (command) => {
      if (leftCount === 0) throw new Stopped('stopped');
      leftCount -= 1;
      const sequence = engine.readLastSequence() + 1;
      engine.events.reset();
      engine.apply(command, sequence, nowMs);
      journal.push(command);
      const [first, ...rest] = readEvents(engine.events.readWords());
      if (first.kind !== EventKind.commandApplied) throw new Error('nothing was applied');
      const events = [first, ...rest];
      const step = { sequence, atMs: nowMs, events };
      await database.app.transaction((session) => definitions.apply([step], session));
      return { ...step, code: first.code, facts: first.facts };
    },
    () => nowMs,
  );
  const key = makeAuditKey('00');
  const { app, folder: dataFolder } = database;
  const listing = createListing({
    database: app,
    commandClient,
    markets,
    audit: createAuditLog(app, { key, dataFolder, readNowMs: () => nowMs }),
    tables: createReferenceTables(app, [vipLevelsTable]),
    lists: createMarketLists({ siteValues: createSiteValues([]) }),
    readNowMs: () => nowMs,
    hasPast: async (instrumentId) => past.has(instrumentId),
    setLogo: setCoinPicture,
    cleanLogo: (text) => readCoinPicture(Buffer.from(text, 'base64'))?.content.toString('base64'),
    settle: async () => {},
  });
  return {
    engine,
    markets,
    journal,
    past,
    listing,
    tool: createListingHandlers(listing),
    /** Take so many commands more, then stand still as after a fall. */
    stopAfter: (count: number) => (leftCount = count),
    begin: () =>
      commandClient.send({ kind: CommandKind.beginEra, rulesVersion: 1 } as never, {
        caller: { ownerId: 1, sessionId: 0 },
        idempotencyKey: '',
        source: Source.operator,
      }),
  };
}

/** Everything that was begun anew: another database, another engine. */
async function startOver(): Promise<void> {
  for (const table of ['coin_pictures', 'coins', 'markets', 'definitions']) {
    await database.owner.execute(`DELETE FROM ${table}`);
  }
  await database.owner.execute(`DELETE FROM web_config WHERE name LIKE '%Markets'`);
  fixture = makeFixture();
  await fixture.begin();
}

beforeEach(async () => {
  database ??= await startTestDatabase({ migrations });
  await startOver();
});
afterEach(() => fixture.stopAfter(Number.POSITIVE_INFINITY));

const rates = (ppm: number) => Array.from({ length: 16 }, () => ppm).join(' ');
const market = {
  tickSize: '0.01',
  lotSize: '0.0001',
  referencePrice: '84200',
  minNotional: '5',
  makerPpm: rates(800),
  takerPpm: rates(1000),
  opens: 'now',
};

async function addAll(): Promise<void> {
  const { listing } = fixture;
  const usdt = { name: 'Tether USD', decimals: '8' };
  const btc = {
    name: 'Bitcoin',
    decimals: '10',
    'links.website': 'https://bitcoin.org',
    'texts.en_US': 'Money without a bank.',
    logo: makePng(64).toString('base64'),
  };
  await listing.set({ kind: 'coin', key: 'USDT', fields: usdt }, HOST, 'add');
  await listing.set({ kind: 'coin', key: 'BTC', fields: btc }, HOST, 'add');
  await listing.set({ kind: 'market', key: 'BTC_USDT', fields: market }, HOST, 'add');
}

/** What the engine holds of coins, markets, fees and house accounts, without its clock. */
const dumpRules = (engine = fixture.engine) =>
  listLines(engine).filter((line) => /^(asset|instrument|fees|account) /.test(line));

function listLines(engine: typeof fixture.engine): string[] {
  const lines: string[] = [];
  engine.dumpState((line) => lines.push(line));
  return lines;
}

test('from nothing a market is open, and numbers are those that were asked for', async () => {
  await addAll();
  const btcUsdt = fixture.markets.marketBySymbol('btc_usdt');
  expect(btcUsdt).toMatchObject({ state: MarketState.trading, priceDecimals: 2, lotDecimals: 4 });
  expect(fixture.markets.coinByName('USDT')?.coinId).toBe(52);
  expect(fixture.markets.coinByName('BTC')).toMatchObject({
    scale: 10,
    links: { website: 'https://bitcoin.org' },
    texts: { en_US: 'Money without a bank.' },
  });
  expect(fixture.markets.coinByName('BTC')?.webLogo).toMatch(/^\/hk-web\/public\/coin\//);
  // The journal alone makes the same engine.
  const again = createEngine({ sizes: smallSizes });
  for (const [place, command] of fixture.journal.entries()) again.apply(command, place + 1, nowMs);
  expect(dumpRules(again)).toEqual(dumpRules());
  const acts = await database.app.query<{ action: string }>(
    'SELECT action FROM audit_log ORDER BY sequence DESC LIMIT 3',
  );
  expect(acts.map(({ action }) => action)).toEqual(['market_listed', 'coin_listed', 'coin_listed']);
});

test('stopped after any of its commands, the same commands again complete it', async () => {
  await addAll();
  const [whole, file] = [dumpRules(), await fixture.listing.exportFile('json')];
  const commandsCount = fixture.journal.length - 1;
  expect(commandsCount).toBeGreaterThan(8);
  for (let count = 0; count < commandsCount; count += 1) {
    await startOver();
    fixture.stopAfter(count);
    await expect(addAll()).rejects.toThrow();
    fixture.stopAfter(Number.POSITIVE_INFINITY);
    await addAll();
    expect(dumpRules(), `stopped after ${count}`).toEqual(whole);
    expect(await fixture.listing.exportFile('json')).toBe(file);
  }
  // A third time there is nothing to do.
  const { length } = fixture.journal;
  await addAll();
  expect(fixture.journal.length).toBe(length);
});

test('what is exported can be imported, as JSON and as CSV, and says the same again', async () => {
  await addAll();
  const fees = { makerPpm: rates(500), takerPpm: rates(900) };
  await fixture.listing.set({ kind: 'fees', key: 'default', fields: fees }, HOST);
  const list = { kind: 'list', key: 'popular', fields: { markets: 'btc_usdt' } } as const;
  await fixture.listing.set(list, HOST);
  const files = {
    json: await fixture.listing.exportFile('json'),
    csv: await fixture.listing.exportFile('csv'),
  };
  for (const format of ['json', 'csv'] as const) {
    await startOver();
    const file = { text: files[format], format };
    const trial = await fixture.listing.importFile(file, HOST, true);
    expect(trial.changes).toContainEqual({
      thing: 'market btc_usdt',
      field: 'tickSize',
      before: '',
      after: '0.01',
    });
    expect(fixture.journal.length).toBe(1);
    await fixture.listing.importFile(file, HOST, false);
    expect(await fixture.listing.exportFile('json')).toBe(files.json);
    expect((await fixture.listing.importFile(file, HOST, false)).changes).toEqual([]);
  }
});

test('a file with bad lines names each of them and changes nothing', async () => {
  const text = [
    'kind,key,name,decimals,tickSize,lotSize,referencePrice,minNotional,volumeUsdt',
    'coin,USDT,"Tether, USD",8,,,,,',
    'coin,B-C,Bitcoin,10,,,,,',
    'coin,ETH,,19,,,,,',
    'market,ETH_USDT,,,0.01,0.001,2900,5,',
    'market,USDT_USDT,,,0.02,0.001,1,5,',
    'vip,3,,,,,,,1',
    'thing,X,,,,,,,',
    'coin,usdt,Twice,8,,,,,',
  ].join('\n');
  const refused = await fixture.listing
    .importFile({ text, format: 'csv' }, HOST, false)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(FileRefusal);
  const lines = (refused as FileRefusal).lines.map(({ line, field }) => `${line} ${field}`);
  expect(lines).toEqual([
    '3 key',
    '4 decimals',
    '5 key',
    '6 tickSize',
    '7 volumeUsdt',
    '8 row',
    '9 row',
  ]);
  expect((refused as FileRefusal).message).toContain(
    'line 5, market eth_usdt: key: there is no coin',
  );
  const requested = fixture.tool['listing.import']?.({ text, format: 'csv', isTrial: false });
  await expect(requested).rejects.toMatchObject({ exitCode: 64 });
  expect([fixture.journal.length, fixture.markets.listCoins()]).toEqual([1, []]);
  const odd = {
    text: '[\n{"kind":"coin",\n"key":"A"},\n{"kind":"fees"}]',
    format: 'json',
  } as const;
  await expect(fixture.listing.importFile(odd, HOST, false)).rejects.toThrow(
    /line 2.*name.*line 4/s,
  );
});

const setMarket = (fields: object, must?: 'add' | 'set') =>
  fixture.listing.set({ kind: 'market', key: 'btc_usdt', fields: { ...fields } }, HOST, must);
const problemsOf = async (work: Promise<unknown>) =>
  ((await work.catch((error: unknown) => error)) as { fields: { path: string; problem: string }[] })
    .fields;

test('what cannot be taken back or would be senseless is refused with its field', async () => {
  await addAll();
  const coin = (fields: object) =>
    fixture.listing.set({ kind: 'coin', key: 'BTC', fields: { ...fields } }, HOST);
  const { length } = fixture.journal;
  const refusals: [Promise<unknown>, string, RegExp][] = [
    [coin({ decimals: '8' }), 'decimals', /stay 10/],
    [coin({ 'links.website': 'javascript:1' }), 'links.website', /https/],
    [coin({ logo: 'AAAA' }), 'logo', /PNG/],
    [coin({ colour: 'red' }), 'colour', /no such field/],
    [setMarket({ tickSize: '0.1' }), 'tickSize', /halt/],
    [setMarket({ tickSize: '0.05' }), 'tickSize', /0\.01 and so on/],
    [setMarket({ minNotional: '0.000000001' }), 'minNotional', /at most 8 decimals/],
    [setMarket({ maxPrice: '0.001' }), 'maxPrice', /at most 2 decimals/],
    [setMarket({ maxQuantity: '0.0001', minQuantity: '1' }), 'maxQuantity', /below/],
    [setMarket({ makerPpm: rates(-2000) }), 'makerPpm', /rebate/],
    [setMarket({ opens: 'later' }), 'opens', /open/],
    [setMarket({ minNotional: '6' }, 'add'), 'key', /set it/],
    [setMarket({ tradeArea: '7' }), 'tradeArea', /main/],
  ];
  for (const [work, path, problem] of refusals) {
    const [first] = await problemsOf(work);
    expect([first.path, first.problem]).toEqual([path, expect.stringMatching(problem)]);
  }
  expect(fixture.journal.length).toBe(length);
  await setMarket({ minNotional: '6', bandHighPpm: '2000000' }, 'set');
  expect(fixture.markets.marketBySymbol('btc_usdt')).toMatchObject({
    notionalUnitsMin: 600_000_000n,
    bandHighPpm: 2_000_000,
  });
});

test('a change that was agreed to is refused when the field is another by now', async () => {
  await addAll();
  const request = { kind: 'market', key: 'btc_usdt', fields: { minNotional: '7' } } as const;
  await setMarket({ minNotional: '6' });
  const stale = fixture.listing.setAgreed({ request, before: { minNotional: '5' } }, HOST);
  await expect(stale).rejects.toMatchObject({ word: 'approval_changed' });
  await fixture.listing.setAgreed({ request, before: { minNotional: '6' } }, HOST);
  // Carried out again after a fall: done, and nothing twice.
  const { length } = fixture.journal;
  await fixture.listing.setAgreed({ request, before: { minNotional: '6' } }, HOST);
  expect(fixture.journal.length).toBe(length);
});

test('a delisted market stands in no list, keeps its number, comes back by auction', async () => {
  await addAll();
  const { markets, listing } = fixture;
  await listing.delist('BTC_USDT', HOST);
  expect(markets.listMarkets()).toEqual([]);
  expect(markets.marketBySymbol('btc_usdt')).toMatchObject({
    state: MarketState.break,
    isDelisted: true,
  });
  expect(await listing.exportFile('json')).not.toContain('btc_usdt');
  expect((await problemsOf(setMarket({ minNotional: '6' })))[0]?.path).toBe('opens');
  await setMarket({ opens: 'auction', openAt: new Date(nowMs + 60_000).toISOString() }, 'add');
  expect(markets.listMarkets()).toMatchObject([
    { instrumentId: 1, state: MarketState.auction, openAtMs: nowMs + 60_000 },
  ]);
});

test('levels change together in any direction, but never cross', async () => {
  const volumes = async () =>
    (await fixture.listing.list('vip')).map(({ fields }) => Number(fields['volumeUsdt']));
  const first = await volumes();
  const fileOf = (all: readonly number[], skip = 0) => ({
    text: JSON.stringify(
      all
        .map((volumeUsdt, place) => ({ kind: 'vip', key: String(place + 1), volumeUsdt }))
        .slice(skip),
    ),
    format: 'json' as const,
  });
  const higher = first.map((volume) => volume * 1_000);
  await fixture.listing.importFile(fileOf(higher), HOST, false);
  expect(await volumes()).toEqual(higher);
  await fixture.listing.importFile(fileOf(first), HOST, false);
  expect(await volumes()).toEqual(first);
  const crossed = fixture.listing.importFile(fileOf(higher.toReversed(), 1), HOST, false);
  await expect(crossed).rejects.toThrow(/more than the level below/);
});

test('the preview says what a trader would meet, and changes nothing', async () => {
  await addAll();
  const { length } = fixture.journal;
  const request = { kind: 'market', key: 'BTC_USDT', fields: { minNotional: '10' } } as const;
  const { changes, example, problems } = await fixture.listing.preview(request);
  expect(problems).toEqual([]);
  expect(changes).toEqual([{ field: 'minNotional', before: '5', after: '10' }]);
  expect(example).toEqual({
    price: '84200',
    nextPrice: '84200.01',
    lowestPrice: '16840',
    highestPrice: '421000',
    smallestQuantity: '0.0002',
    smallestValue: '16.84',
    orderQuantity: '0.02',
    orderValue: '1684',
    makerFee: '1.3472',
    takerFee: '1.684',
  });
  expect(fixture.journal.length).toBe(length);
});
