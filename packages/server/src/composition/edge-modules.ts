// Puts together what the products of the edge share: directories, market data of this moment, the
// hubs, the way to the engine and back. It knows no product, serves nothing and decides nothing.
// All of it is rebuilt from tables at a start and follows the engine's events from there.

import type { AccountType } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import { createAccountDirectory } from '../base/accounts/index.ts';
import { createCommandClient } from '../base/commands/index.ts';
import type { Database } from '../base/db/index.ts';
import { createOrderCounts } from '../base/binance-api/index.ts';
import { loadDefinitions } from '../base/definitions/index.ts';
import {
  createFanOut,
  createHub,
  type FanOut,
  type StreamHub,
  type UserHub,
} from '../base/feed/index.ts';
import {
  createMarketRegistry,
  type Drawn,
  loadNames,
  type Market,
  createMarketLive,
} from '../base/market/index.ts';
import type { Platform, ReadUnitBalances, StepFollower } from '../base/modules/index.ts';
import type { CommittedStep } from '../base/product/index.ts';
import { createPublishedSteps } from '../base/projections/index.ts';
import { type EngineClient, readStep } from '../engine/index.ts';
import { Follower, type Reader } from './follower.ts';
import { createJournalTime, type JournalTime } from './journal-time.ts';
import { definesSomething, ORDERS } from '../projections.ts';
import { readSomeUnits, readUnitsOf } from './unit-balances.ts';

/** What it stands on. */
export interface EdgeModulesOptions {
  readonly database: Database;
  readonly engine: EngineClient;
  /** Streams of the trading dialect. */
  readonly streams: StreamHub;
  /** People's messages in the trading dialect. */
  readonly users: UserHub;
  readonly readNowMs: () => number;
  /** Prices from before a market's first trade; the sandbox has them. */
  readonly drawPast: ((market: Market) => Drawn) | undefined;
  readonly report: (error: unknown) => void;
}

/** What products are given of it. */
type Shared =
  | 'hub'
  | 'follow'
  | 'markets'
  | 'accounts'
  | 'commandClient'
  | 'readLastTicks'
  | 'readUsdtPrice'
  | 'steps'
  | 'streamHub'
  | 'userHub'
  | 'live'
  | 'readDurable'
  | 'orderCounts'
  | 'readUnits'
  | 'readSomeUnits'
  | 'readAccountUnits';

/** What is shared, ready to be handed out. */
export interface EdgeModules extends Pick<Platform, Shared> {
  /** Writes the hub's frames to sockets in turn. */
  readonly fanOut: FanOut;
  /** Up to which moment everything was seen. */
  readonly journalTime: JournalTime;
  /** The last committed step that everybody has seen. */
  readFollowedSequence(): number;
  /** Read the tables, then follow the engine. Resolves when the tables are read. */
  open(): Promise<void>;
  close(): void;
}

const NAMES_AFTER_MS = 200;

/** Make it; nothing is read before `open`. */
export function createEdgeModules(options: EdgeModulesOptions): EdgeModules {
  const { database, engine, readNowMs, drawPast, report } = options;
  const accounts = createAccountDirectory();
  const markets = createMarketRegistry();
  const hub = createHub();
  const fanOut = createFanOut();
  const { users } = options;
  const live = createMarketLive((instrumentId) => {
    const market = markets.marketById(instrumentId);
    return market && drawPast?.(market);
  });
  const steps = createPublishedSteps(database, ORDERS);
  // Whatever a person was told of, their balances have it.
  const sincePublished = (ownerId: number, minSequence = 0) =>
    Math.max(minSequence, steps.readNewest(ownerId));
  const readUnits: ReadUnitBalances = (ownerId, minSequence) =>
    readUnitsOf(engine, accounts.readSpotAccount(ownerId), sincePublished(ownerId, minSequence));
  const commandClient = createCommandClient(
    async (command) => {
      const outcome = await engine.submit(command);
      steps.note(command.actorId, outcome.sequence);
      return outcome;
    },
    readNowMs,
    (sequence) => readStep({ database, bus: engine }, sequence),
  );
  const readLastTicks = (instrumentId: number) => live.read(instrumentId).lastTicks;
  const readAccountUnits = async (ownerId: number, type: AccountType, scope: number) => {
    const accountId = accounts.readAccount(ownerId, type, scope);
    return (await readUnitsOf(engine, accountId, sincePublished(ownerId))).balances;
  };
  const journalTime = createJournalTime({ readClock: () => engine.readClock(), readNowMs });
  const orderCounts = createOrderCounts({ readNowMs, readOwner: accounts.readOwner });
  function define(step: CommittedStep): void {
    for (const event of step.events) {
      markets.apply(event);
      accounts.apply(event);
    }
    if (definesSomething(step)) readNamesSoon();
  }
  let namesTimer: NodeJS.Timeout | undefined;
  /** One reading serves all that is defined meanwhile. */
  function readNamesSoon(): void {
    namesTimer ??= setTimeout(() => {
      namesTimer = undefined;
      loadNames(markets, database).catch(report);
    }, NAMES_AFTER_MS);
  }
  const followers: StepFollower[] = [];
  const follower = new Follower({
    database,
    engine,
    report,
    noteFollowed: (sequence, atMs) => {
      steps.noteFollowed(sequence);
      journalTime.noteFollowed(sequence, atMs);
    },
    miss: () => {
      hub.miss();
      users.miss();
    },
    load: async (session) => {
      journalTime.noteLoaded(0);
      await loadNames(markets, session);
      await loadDefinitions(session, [accounts, markets]);
      const loaded: Reader[] = [];
      for (const { load, apply } of followers) {
        if (load !== undefined) loaded.push({ after: await load(session), apply });
      }
      const after = (await live.load(session, readNowMs())) - 1;
      const loadedSequence = Math.min(after, ...loaded.map((one) => one.after));
      steps.noteFollowed(loadedSequence);
      journalTime.noteLoaded(loadedSequence);
      return [
        { after: 0, apply: (step) => define(step) },
        { after, apply: (step) => live.apply(step) },
        ...followers
          .filter(({ load }) => load === undefined)
          .map(({ apply }) => ({ after, apply })),
        ...loaded,
      ];
    },
  });
  return {
    hub,
    fanOut,
    journalTime,
    markets,
    accounts,
    commandClient,
    orderCounts,
    streamHub: options.streams,
    userHub: users,
    live,
    readDurable: async () => (await engine.readStatus()).durableSequence,
    steps,
    readUnits,
    readSomeUnits: (requested, minSequence) =>
      readSomeUnits(engine, accounts, { requested, minSequence }),
    readUsdtPrice: (shortName) => {
      const market = markets.marketBySymbol(`${shortName}_usdt`.toLowerCase());
      const ticks = market === undefined ? 0 : readLastTicks(market.instrumentId);
      if (market === undefined || ticks === 0) return undefined;
      return formatDecimal(BigInt(ticks), market.priceDecimals);
    },
    readLastTicks,
    readAccountUnits,
    follow: (follower) => void followers.push(follower),
    readFollowedSequence: () => follower.sequence,
    open: () => follower.open(),
    close: () => {
      clearTimeout(namesTimer);
      follower.close();
    },
  };
}
