// A small market for tests of calls: four coins, four markets, and real events that move them.
// Not the engine: whoever tests says what was traded.
import { type CoreEvent, EventKind, MarketState, Side } from '@isobath/core';
import {
  createMarketRegistry,
  type MarketRegistry,
  createMarketLive,
  type MarketLive,
} from '../base/market/index.ts';

/** The coins: number, short name, name, decimals. */
export const fixtureCoins = [
  [52, 'USDT', 'Tether USD', 8],
  [1, 'BTC', 'Bitcoin', 10],
  [2, 'ETH', 'Ethereum', 10],
  [60, 'BTC3L', 'Bitcoin, three times long', 9],
] as const;
/** The markets. */
export const fixtureMarkets: readonly MarketRow[] = [
  [1, 1, 52, 1],
  [2, 2, 52, 1],
  [3, 2, 1, 1],
  [4, 60, 52, 6],
];

/** Number, base coin, quote coin, trade area. */
export type MarketRow = readonly [instrumentId: number, base: number, quote: number, area: number];

/** What the engine says when a market is listed. */
export function defineMarket([instrumentId, base, quote, area]: MarketRow): CoreEvent[] {
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
    sizeLotsMin: 1,
    sizeLotsMax: 1e9,
    marketSizeLotsMax: 1e9,
    bandLowPpm: 200_000,
    bandHighPpm: 5_000_000,
    marketGuardBps: 500,
    openOrdersCountMax: 500,
    stopOrdersCountMax: 50,
    icebergPartsCountMax: 10,
    trailingDeltaBpsMin: 10,
    trailingDeltaBpsMax: 2_000,
    selfTradeModesMask: 2,
    selfTradeModeDefault: 1,
    tradeArea: area,
  };
  const state = { kind: EventKind.marketStateChanged, instrumentId, state: MarketState.trading };
  return [definition, { ...state, noCancelAtMs: 0, openAtMs: 0 }] as unknown as CoreEvent[];
}

/** What the engine says when a coin is listed. */
export function defineCoin(assetId: number, scale: number): CoreEvent {
  return { kind: EventKind.assetDefined, assetId, scale, isMock: false } as unknown as CoreEvent;
}

/** Such as btc_usdt. */
export function nameFixtureMarket([, base, quote]: MarketRow): string {
  const nameOf = (id: number) => fixtureCoins.find(([coinId]) => coinId === id)?.[1].toLowerCase();
  return `${nameOf(base)}_${nameOf(quote)}`;
}

/** A trade of one whole coin. */
export function trade(instrumentId: number, tradeId: number, price: number): CoreEvent {
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

/** Markets and what happens in them. */
export interface MarketFixture {
  readonly markets: MarketRegistry;
  readonly live: MarketLive;
  /** List one more market. */
  list(row: MarketRow): void;
  /** Let events happen now. */
  happen(...events: readonly CoreEvent[]): void;
}

/** Make the four markets, with trades in three of them at the moment that a clock says. */
export function makeMarketFixture(readNowMs: () => number = Date.now): MarketFixture {
  const markets = createMarketRegistry();
  const live = createMarketLive();
  let sequence = 0;
  for (const [coinId, shortName, name, scale] of fixtureCoins) {
    markets.nameCoin({ coinId, shortName, name });
    markets.apply(defineCoin(coinId, scale));
  }
  const fixture: MarketFixture = {
    markets,
    live,
    list(row) {
      markets.nameMarket({ instrumentId: row[0], symbol: nameFixtureMarket(row) });
      for (const event of defineMarket(row)) markets.apply(event);
    },
    happen(...events) {
      sequence += 1;
      for (const event of events) markets.apply(event);
      live.apply({ sequence, atMs: readNowMs(), events: [...events] });
    },
  };
  for (const row of fixtureMarkets) fixture.list(row);
  fixture.happen(trade(1, 1, 80_000), trade(2, 1, 2_000), trade(2, 2, 2_200), trade(4, 1, 5));
  return fixture;
}
