// The operator's commands about markets against the engine itself, without journal and database.
import {
  AccountClass,
  AccountType,
  CommandKind,
  createEngine,
  EventKind,
  MarketState,
  type OwnerId,
  readEvents,
  SelfTradeMode,
  smallSizes,
  Source,
} from '@isobath/core';
import { beforeEach, expect, test } from 'vitest';
import { type CommandBody, createCommandClient } from './base/commands/index.ts';
import { createMarketRegistry, showMarket } from './base/market/index.ts';
import { EXIT } from './base/process/exit.ts';
import { createAccountHandlers } from './products/account/operator/person.ts';
import { createMarketHandlers } from './products/listing/operator/markets.ts';

const limits = {
  priceTicksMin: 1,
  priceTicksMax: 1_000_000,
  sizeLotsMin: 1,
  sizeLotsMax: 1_000_000,
  marketSizeLotsMax: 1_000_000,
  notionalUnitsMin: 10n,
  bandLowPpm: 200_000,
  bandHighPpm: 5_000_000,
  marketGuardBps: 500,
  openOrdersCountMax: 100,
  stopOrdersCountMax: 10,
  icebergPartsCountMax: 10,
  trailingDeltaBpsMin: 10,
  trailingDeltaBpsMax: 2_000,
  amendsCountMax: 10,
  closeOutUnitsMax: 100n,
  selfTradeModesMask: 126,
  selfTradeModeDefault: 1,
  tradeArea: 1,
};
const symbol = 'btc_usdt';
let nowMs: number;
let isTraded: boolean;
let fixture: ReturnType<typeof makeFixture>;

function makeFixture() {
  const engine = createEngine({ sizes: smallSizes });
  const markets = createMarketRegistry();
  const commandClient = createCommandClient(
    async (command) => {
      // A command reaches the engine a little after it was thought of.
      const [sequence, atMs] = [engine.readLastSequence() + 1, nowMs + 20];
      engine.events.reset();
      engine.apply(command, sequence, atMs);
      const [first, ...rest] = readEvents(engine.events.readWords());
      if (first.kind !== EventKind.commandApplied) throw new Error('nothing was applied');
      return { sequence, atMs, code: first.code, facts: first.facts, events: [first, ...rest] };
    },
    () => nowMs,
  );
  const readNow = () => nowMs;
  const hasPast = async () => isTraded;
  const handlers = createMarketHandlers({ commandClient, markets, readNowMs: readNow, hasPast });
  return { engine, markets, commandClient, handlers };
}

const caller = { ownerId: 1 as OwnerId, sessionId: 0 };

/** Tell the engine something; what came of it is known to the markets. */
async function publish(
  name: keyof typeof CommandKind,
  fields: object,
  source: Source = Source.operator,
) {
  const body = { kind: CommandKind[name], ...fields } as unknown as CommandBody;
  const { events } = await fixture.commandClient.send(body, { caller, idempotencyKey: '', source });
  for (const event of events) fixture.markets.apply(event);
}

beforeEach(async () => {
  nowMs = 1_780_000_000_000;
  isTraded = false;
  fixture = makeFixture();
  const { markets } = fixture;
  markets.nameCoin({ coinId: 52, shortName: 'USDT', name: 'Tether USD' } as never);
  markets.nameCoin({ coinId: 1, shortName: 'BTC', name: 'Bitcoin' } as never);
  markets.nameMarket({ instrumentId: 7, symbol } as never);
  await publish('beginEra', { rulesVersion: 1 });
  await publish('defineAsset', { assetId: 52, scale: 8, isMock: false });
  await publish('defineAsset', { assetId: 1, scale: 10, isMock: false });
  const fees = { ownerId: 1, accountType: AccountType.operatorFee, scope: 0, isMock: false };
  await publish('openAccount', { ...fees, accountClass: AccountClass.wallet });
  const rates = (ppm: number) => Array.from({ length: 16 }, () => ppm);
  await publish('setFeeSchedule', { instrumentId: 0, makerPpm: rates(100), takerPpm: rates(200) });
  const pair = { instrumentId: 7, baseAssetId: 1, quoteAssetId: 52 };
  await publish('defineInstrument', { ...limits, ...pair, priceDecimals: 2, lotDecimals: 4 });
  await publish('setMarketState', { instrumentId: 7, state: MarketState.trading });
});

const readState = () => fixture.markets.marketBySymbol(symbol)?.state;
const call = (name: string, words: object = {}) =>
  (fixture.handlers as Record<string, (words: object) => Promise<{ market: object }>>)[name]({
    symbol,
    ...words,
  });

test('a halted market is resumed through an auction only, which opens it in time', async () => {
  await call('market.halt');
  expect(readState()).toBe(MarketState.halt);
  const straight = publish('setMarketState', { instrumentId: 7, state: MarketState.trading });
  await expect(straight).rejects.toMatchObject({ word: 'transition_forbidden' });
  await call('market.resume');
  expect(readState()).toBe(MarketState.auction);
  nowMs += 30_000;
  await publish('time', {}, Source.system);
  expect(readState()).toBe(MarketState.trading);
});

test('a market is wound down and put on a break, and comes back by an auction', async () => {
  for (const state of ['CANCEL_ONLY', 'break', 'HALT']) {
    await call('market.state', { state });
    expect(showMarket(fixture.markets.marketBySymbol(symbol) as never).state).toBe(
      state.toUpperCase(),
    );
  }
  await expect(call('market.state', { state: 'HALT' })).rejects.toThrow(
    'Refused: the market is HALT and cannot be HALT.',
  );
  for (const state of ['TRADING', 'AUCTION', 'OPEN', '']) {
    const moved = call('market.state', { state });
    await expect(moved).rejects.toMatchObject({ exitCode: EXIT.usage });
  }
  expect(readState()).toBe(MarketState.halt);
  await call('market.resume');
  expect(readState()).toBe(MarketState.auction);
});

test.each([
  ['in the past', -5_000],
  ['this instant', 0],
  ['too soon to be sure', 900],
])('an auction %s is refused and leaves the market as it was', async (_name, fromNowMs) => {
  const auction = call('market.auction', { openAtMs: nowMs + fromNowMs });
  await expect(auction).rejects.toMatchObject({ exitCode: EXIT.usage });
  expect(readState()).toBe(MarketState.trading);
});

test.each([1_000, 3_000, 60_000])('an auction in %i ms begins', async (fromNowMs) => {
  await call('market.auction', { openAtMs: nowMs + fromNowMs });
  expect(readState()).toBe(MarketState.auction);
});

test('limits, fees by level and prevention are changed while it trades', async () => {
  const read = () => fixture.markets.marketBySymbol(symbol);
  expect(read()).toMatchObject({ bandLowPpm: 200_000, selfTradeModeDefault: 1 });
  const request = {
    bandLowPpm: '300000',
    minNotional: '5',
    selfTradePreventionDefault: 'TRANSFER',
  };
  await call('market.set', { changes: request });
  await call('market.set', { changes: { 'makerPpm.15': '-40', 'takerPpm.3': '90' } });
  expect(read()).toMatchObject({
    bandLowPpm: 300_000,
    notionalUnitsMin: 500_000_000n,
    selfTradeModeDefault: SelfTradeMode.transfer,
    state: MarketState.trading,
  });
  expect(read()?.makerPpm.at(15)).toBe(-40);
  expect(read()?.takerPpm.slice(2, 5)).toEqual([200, 90, 200]);
});

test.each([
  [{ bandLowPpm: 'much' }],
  [{ nothingOfOurs: '1' }],
  [{ 'takerPpm.16': '1' }],
  [{ minPrice: '0.001' }],
])('what is no change is refused: %o', async (changes) => {
  await expect(call('market.set', { changes })).rejects.toMatchObject({ exitCode: EXIT.usage });
});

test.each([
  [{ bandHighPpm: '1' }, 'bandHighPpm'],
  [{ minPrice: '3', maxPrice: '2' }, 'maxPrice'],
  [{ lotDecimals: '19' }, 'lotDecimals'],
])('the parameter that the engine refuses is named: %o', async (changes, name) => {
  const set = call('market.set', { changes });
  await expect(set).rejects.toThrow(`Refused: ${name} is out of its range.`);
});

test('a halted market gets other decimals until something was ordered in it', async () => {
  await call('market.halt');
  await call('market.set', { changes: { priceDecimals: '3' } });
  expect(fixture.markets.marketBySymbol(symbol)).toMatchObject({
    priceDecimals: 3,
    lotDecimals: 4,
  });
  isTraded = true;
  for (const name of ['priceDecimals', 'lotDecimals']) {
    const set = call('market.set', { changes: { [name]: '2', bandLowPpm: '300000' } });
    await expect(set).rejects.toThrow('btc_usdt keeps its decimals');
  }
  // Those it has are no change.
  await call('market.set', { changes: { lotDecimals: '4', bandHighPpm: '4000000' } });
  expect(fixture.markets.marketBySymbol(symbol)).toMatchObject({
    priceDecimals: 3,
    lotDecimals: 4,
    bandLowPpm: 200_000,
    bandHighPpm: 4_000_000,
  });
});

test('modes that leave the default out are refused with both names', async () => {
  const set = call('market.set', { changes: { selfTradePreventionModes: 'EXPIRE_MAKER' } });
  await expect(set).rejects.toThrow(
    'selfTradePreventionDefault is NONE, which is none of selfTradePreventionModes: set both',
  );
});

test('a market that is not there is named', async () => {
  await expect(call('market.halt', { symbol: 'no_such' })).rejects.toThrow('no market no_such');
});

test('people are put into one group and taken out of it', async () => {
  const found = {
    findByEmail: async (email: string) => (email === 'a@b.cd' ? { ownerId: 9 } : undefined),
  };
  const account = { users: found, commandClient: fixture.commandClient, accounts: { apply() {} } };
  const acts: object[] = [];
  const audit = { write: async (_actor: object, act: object) => void acts.push(act) };
  const handlers = createAccountHandlers({ ...account, audit } as never);
  const readOwners = () => {
    const lines: string[] = [];
    fixture.engine.dumpState((line) => lines.push(line));
    return lines.filter((line) => /^owner (?!1 )/.test(line));
  };
  await handlers['user.group']?.({ user: 'A@b.cd', group: 77 });
  expect(readOwners()).toEqual(['owner 9 0 77 0']);
  expect(acts).toMatchObject([
    { action: 'user_group_set', target: { id: 9 }, detail: { group: 77 } },
  ]);
  await handlers['user.group']?.({ user: 'a@b.cd', group: 0 });
  expect(readOwners()).toEqual([]);
  for (const group of [-1, 2 ** 31]) {
    const set = handlers['user.group']?.({ user: 'a@b.cd', group });
    await expect(set).rejects.toMatchObject({ exitCode: EXIT.usage });
  }
});
