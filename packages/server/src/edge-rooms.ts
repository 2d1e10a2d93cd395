// Puts the rooms of the edge process together: directories, live data, products, channels.
// It opens no port and serves nothing itself (edge-process.ts does), and decides nothing.
// All of it is rebuilt from tables at a start and follows the engine's events from there.

import type { BalanceRow } from '@isobath/wire';
import type { AccountType } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { MarkCounted } from './base/addresses/index.ts';
import { type AccountDirectory, createAccountDirectory } from './base/accounts/index.ts';
import { type Commander, createCommander } from './base/commands/index.ts';
import type { Database } from './base/db/index.ts';
import type { OrderCounts } from './base/dialect/index.ts';
import { loadDefinitions } from './base/definitions/index.ts';
import {
  createFanOut,
  createHub,
  type FanOut,
  type Hub,
  type StreamHub,
  type UserHub,
} from './base/feed/index.ts';
import {
  createMarketRegistry,
  type Drawn,
  loadNames,
  type Market,
  type MarketRegistry,
} from './base/market/index.ts';
import { type CommittedStep, type RouteHandler } from './base/product/index.ts';
import { createStoredSteps, readWatermark } from './base/projections/index.ts';
import { createDialectRooms } from './dialect-rooms.ts';
import { type EngineClient, readStep } from './engine/index.ts';
import type { Speak } from './edge/answer.ts';
import { Follower } from './follower.ts';
import {
  createAssetDialect,
  createAssetsRoutes,
  type UnitBalance,
} from './products/assets/index.ts';
import {
  createCandleQuery,
  createMarketFeed,
  createMarketLive,
  createMarketPageRoutes,
  createMarketRoutes,
  createMarketStreams,
  createUdfRoutes,
} from './products/market/index.ts';
import { readCurrencyRate, readWebConfig } from './products/site/index.ts';
import {
  createListNames,
  createOrderMarks,
  createOpenOrders,
  createPrivateFeed,
  createSpotOperations,
  createSpotQueries,
  createSpotRoutes,
  createUserStream,
} from './products/spot/index.ts';
import { definesSomething, ORDERS } from './projections.ts';
import { type ReadUnitBalances, readSomeUnits, readUnitsOf } from './unit-balances.ts';

/** What the rooms stand on. */
export interface EdgeRoomsOptions {
  readonly database: Database;
  readonly engine: EngineClient;
  /** What the engine takes at this moment. */
  readonly readMode: () => { mode: string; reason: string };
  readonly speak: Speak;
  /** Streams of the trading dialect. */
  readonly streams: StreamHub;
  /** People's messages in the trading dialect. */
  readonly users: UserHub;
  readonly readNowMs: () => number;
  /** Who counts once where a crowd is counted. */
  readonly mark: MarkCounted;
  /** Prices from before a market's first trade; the sandbox has them. */
  readonly drawPast: ((market: Market) => Drawn) | undefined;
  readonly report: (error: unknown) => void;
}

/** The rooms, ready to be served. */
export interface EdgeRooms {
  readonly handlers: readonly RouteHandler[];
  readonly hub: Hub;
  /** Writes the hub's frames to sockets in turn. */
  readonly fanOut: FanOut;
  readonly markets: MarketRegistry;
  readonly accounts: AccountDirectory;
  readonly commander: Commander;
  /** Unfilled orders, counted once for requests and for the WebSocket API. */
  readonly orderCounts: OrderCounts;
  /** Last price in USDT as text, undefined while no market has made one. */
  readonly readUsdtPrice: (shortName: string) => string | undefined;
  /** Last price of a market in ticks, 0 before the first trade. */
  readonly readLastTicks: (instrumentId: number) => number;
  /** Wait until a person's newest step is in the tables. @errors behind after two seconds. */
  readonly settle: (ownerId: number) => Promise<void>;
  /** Balances of one account of a person, never older than what the person was told. */
  readonly readAccountUnits: (
    ownerId: number,
    type: AccountType,
    scope: number,
  ) => Promise<readonly UnitBalance[]>;
  /** Follow committed steps beside the rooms; call before `open`. */
  follow(apply: (step: CommittedStep) => void): void;
  /** Tell listeners that the mode changed. */
  publishStatus(): void;
  /** The last committed step that the rooms have seen. */
  readFollowedSequence(): number;
  /** Read the tables, then follow the engine. Resolves when the tables are read. */
  open(): Promise<void>;
  close(): void;
}

const FLUSH_EVERY_MS = 50;
const NAMES_AFTER_MS = 200;

/** Make the rooms. */
export function createEdgeRooms(options: EdgeRoomsOptions): EdgeRooms {
  const { database, engine, speak, readNowMs, drawPast, report } = options;
  const accounts = createAccountDirectory();
  const markets = createMarketRegistry();
  const hub = createHub();
  const fanOut = createFanOut();
  const { streams, users } = options;
  const live = createMarketLive((instrumentId) => {
    const market = markets.marketById(instrumentId);
    return market && drawPast?.(market);
  });
  const openOrders = createOpenOrders(database, ORDERS);
  const listNames = createListNames(database);
  const orderMarks = createOrderMarks(database);
  const storedTrades = createStoredSteps(database, 'candles');
  const candles = createCandleQuery({ database, live, storedTrades, readNowMs });
  // Whatever a person was told of, his balances have it.
  const sinceTold = (ownerId: number, minSequence = 0) =>
    Math.max(minSequence, openOrders.readNewest(ownerId));
  const readUnits: ReadUnitBalances = (ownerId, minSequence) =>
    readUnitsOf(engine, accounts.readSpotAccount(ownerId), sinceTold(ownerId, minSequence));
  const readBalances = createBalanceReader(readUnits, markets);
  const marketFeed = createMarketFeed({
    hub,
    markets,
    live,
    readMode: options.readMode,
    readNowMs,
  });
  const marketStreams = createMarketStreams({ hub: streams, markets, live, readNowMs });
  const userStream = createUserStream({
    users,
    accounts,
    markets,
    listNames,
    orderMarks,
    readUnits: (asked, minSequence) => readSomeUnits(engine, accounts, { asked, minSequence }),
    readNowMs,
    report,
  });
  const privateFeed = createPrivateFeed({
    hub,
    database,
    accounts,
    markets,
    readBalances: async (ownerId) => (await readBalances(ownerId)).rows,
    userStream,
    report,
    openOrders,
  });
  const commander = createCommander(
    async (command) => {
      const outcome = await engine.submit(command);
      openOrders.note(command.actorId, outcome.sequence);
      return outcome;
    },
    readNowMs,
    (sequence) => readStep({ database, bus: engine }, sequence),
  );
  const operations = createSpotOperations({ commander, markets, accounts }, speak);
  const readLastTicks = (instrumentId: number) => live.read(instrumentId).lastTicks;
  const readAccountUnits = async (ownerId: number, type: AccountType, scope: number) => {
    const accountId = accounts.readAccount(ownerId, type, scope);
    return (await readUnitsOf(engine, accountId, sinceTold(ownerId))).balances;
  };
  const queries = createSpotQueries(database, markets);
  const dialect = createDialectRooms({
    ...options,
    markets,
    accounts,
    live,
    storedTrades,
    candles,
    operations,
    openOrders,
    listNames,
    orderMarks,
    readBalances,
    readDurable: async () => (await engine.readStatus()).durableSequence,
  });
  const handlers = [
    ...createMarketRoutes({
      markets,
      live,
      readCandles: candles.readCandles,
      readRecommended: async () => (await readWebConfig(database)).recommendedMarkets,
      readNowMs,
    }),
    ...createMarketPageRoutes({
      database,
      markets,
      live,
      readNowMs,
      mark: options.mark,
      readPopular: async () => (await readWebConfig(database)).popularMarkets,
    }),
    ...createUdfRoutes({ markets, live, candles, readNowMs }),
    ...createSpotRoutes({ operations, queries, readBalances, openOrders, markets }),
    ...dialect.handlers,
    ...createAssetDialect({ accounts, markets, readLastTicks, readAccountUnits }),
    ...createAssetsRoutes({
      database,
      markets,
      accounts,
      readLastTicks,
      readNowMs,
      readBalances: (ownerId) => readUnits(ownerId, 0),
      waitForStored: (sequence) => openOrders.waitForStored(sequence),
      readCurrencyRate: (currencyCode) => readCurrencyRate(database, currencyCode),
      readAccountUnits,
    }),
  ];
  function define(step: CommittedStep): void {
    for (const event of step.events) {
      markets.apply(event);
      accounts.apply(event);
    }
    if (definesSomething(step)) readNamesSoon();
  }
  function followOrders(step: CommittedStep): void {
    privateFeed.apply(step);
    dialect.orderCounts.apply(step);
  }
  let namesTimer: NodeJS.Timeout | undefined;
  /** One reading serves all that is defined meanwhile. */
  function readNamesSoon(): void {
    namesTimer ??= setTimeout(() => {
      namesTimer = undefined;
      loadNames(markets, database).catch(report);
    }, NAMES_AFTER_MS);
  }
  const followers: ((step: CommittedStep) => void)[] = [];
  const follower = new Follower({
    database,
    engine,
    report,
    noteFollowed: (sequence) => openOrders.noteFollowed(sequence),
    miss: () => {
      hub.miss();
      users.miss();
    },
    load: async (session) => {
      await loadNames(markets, session);
      await loadDefinitions(session, [accounts, markets]);
      await listNames.load(session);
      await orderMarks.load(session);
      await privateFeed.load(session);
      const ordersSequence = await readWatermark(session, ORDERS);
      openOrders.noteLoaded(ordersSequence);
      const liveSequence = (await live.load(session, readNowMs())) - 1;
      openOrders.noteFollowed(Math.min(ordersSequence, liveSequence));
      return [
        { after: 0, apply: (step) => define(step) },
        { after: liveSequence, apply: (step) => live.apply(step) },
        ...followers.map((apply) => ({ after: liveSequence, apply })),
        { after: ordersSequence, apply: followOrders },
      ];
    },
  });
  const timer = setInterval(() => {
    // What is told later tells of more at once; nothing is lost.
    if (fanOut.isBehind()) return;
    const taken = live.takeChanges();
    marketFeed.flush(taken);
    marketStreams.flush(taken);
  }, FLUSH_EVERY_MS);
  timer.unref();
  return {
    handlers,
    hub,
    fanOut,
    markets,
    accounts,
    commander,
    orderCounts: dialect.orderCounts,
    readUsdtPrice: (shortName) => {
      const market = markets.marketBySymbol(`${shortName}_usdt`.toLowerCase());
      const ticks = market === undefined ? 0 : readLastTicks(market.instrumentId);
      if (market === undefined || ticks === 0) return undefined;
      return formatDecimal(BigInt(ticks), market.priceDecimals);
    },
    readLastTicks,
    settle: (ownerId) => openOrders.settle(ownerId),
    readAccountUnits,
    follow: (apply) => followers.push(apply),
    publishStatus: () => marketFeed.publishStatus(),
    readFollowedSequence: () => follower.sequence,
    open: () => follower.open(),
    close: () => {
      clearInterval(timer);
      clearTimeout(namesTimer);
      follower.close();
    },
  };
}

function createBalanceReader(readUnits: ReadUnitBalances, markets: MarketRegistry) {
  return async (ownerId: number, minSequence = 0) => {
    const { sequence, balances } = await readUnits(ownerId, minSequence);
    const rows: BalanceRow[] = [];
    for (const { assetId, availableUnits, heldUnits } of balances) {
      const coin = markets.coinById(assetId);
      if (coin === undefined) continue;
      rows.push({
        coinId: coin.coinId,
        asset: coin.shortName,
        available: formatDecimal(availableUnits, coin.scale),
        held: formatDecimal(heldUnits, coin.scale),
      });
    }
    return { seq: String(sequence), rows };
  };
}
