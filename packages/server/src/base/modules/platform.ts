// What a product that runs in the edge is given. A product takes what it needs of it and asks no
// other product. Made by edge-process.ts.

import type { AccountType } from '@isobath/core';
import type {
  FreezeCause,
  NotificationsData,
  OfficialChannel,
  Route,
  UserView,
  WebConfig,
  WebValueName,
} from '@isobath/wire';
import type { AccountDirectory } from '../accounts/index.ts';
import type { MarkCounted } from '../addresses/index.ts';
import type { Approvals } from '../approvals/index.ts';
import type { AuditLog, AuditProof } from '../audit/index.ts';
import type { OrderCounts } from '../binance-api/index.ts';
import type { CommandClient } from '../commands/index.ts';
import type { Settings } from '../config/index.ts';
import type { Passkeys, Seal, Tickets, Users } from '../credentials/index.ts';
import type { Database, Session } from '../db/index.ts';
import type { FanOut, Hub, Signal, StreamHub, UserHub } from '../feed/index.ts';
import type { Intents } from '../intents/index.ts';
import type { EnqueueJob } from '../jobs/index.ts';
import type { ApiKeys } from '../keys/index.ts';
import type { Freezes, Freezing, Locks } from '../locks/index.ts';
import type { CheckMail, Mail, WriteMail } from '../mail/index.ts';
import type { MarketLive, MarketRegistry } from '../market/index.ts';
import type { Operators, OperatorSessions } from '../office/index.ts';
import type { CommittedStep, RouteHandler } from '../product/index.ts';
import type { FreezeLinks, Proofs } from '../proofs/index.ts';
import type { PublishedSteps } from '../projections/index.ts';
import type { ReferenceTables } from '../reference-tables/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Switches } from '../switches/index.ts';
import type { PersonTable } from './person-tables.ts';

/** Puts a word into a locale, with its facts. */
export type TranslateWord = (
  locale: string,
  word: string,
  facts: Readonly<Record<string, string>>,
) => string;

/** A balance of one account in base units. */
export interface UnitBalance {
  readonly assetId: number;
  readonly availableUnits: bigint;
  readonly heldUnits: bigint;
}

/** Spot balances that are not zero, and the sequence they are as of. @errors behind. */
export type ReadUnitBalances = (
  ownerId: number,
  minSequence: number,
) => Promise<{ readonly sequence: number; readonly balances: readonly UnitBalance[] }>;

/** Follows committed steps, each once and in order, from where its tables were read. */
export interface StepFollower {
  /**
   * Read the tables, at the start and after any failure.
   *
   * @returns the last step that they have; without it, it begins where market data begin.
   */
  readonly load?: (session: Session) => Promise<number>;
  readonly apply: (step: CommittedStep) => void;
}

/** What the operator configured for the whole site. */
export interface SiteConfiguration {
  /** The name of the exchange as people read it. */
  readonly readBrandName: () => Promise<string>;
  /** What one USDT is worth in a currency, undefined when it is not offered. */
  readonly readCurrencyRate: (currencyCode: string) => Promise<string | undefined>;
  /**
   * What may be withdrawn in a day at a level of identity, in USDT; "0" at none. Within a
   * transaction its session is given: one that waits for a second session may wait for itself.
   */
  readonly readWithdrawLimit: (identityType: number, session?: Session) => Promise<string>;
  /** From this value in whole USDT on it is declared who receives a withdrawal. */
  readonly readTravelFrom: (session?: Session) => Promise<string>;
  /** Symbols that the operator recommends, the first one first. */
  readonly readRecommendedMarkets: () => Promise<readonly string[]>;
  /** Symbols that the search shows before anybody has typed, the first one first. */
  readonly readPopularMarkets: () => Promise<readonly string[]>;
  /** The channels that the operator named as its own. */
  readonly readOfficialChannels: () => Promise<readonly OfficialChannel[]>;
}

/** The values that pages read, as operators change them. */
export interface SiteValues {
  readonly read: (session: Session) => Promise<WebConfig>;
  /** What is wrong with a value, or undefined. */
  readonly check: (name: WebValueName, value: unknown) => string | undefined;
  /** A value as it is stored; nobody else writes any until the transaction ends. */
  readonly lock: (session: Session, name: WebValueName) => Promise<unknown>;
  /** Write a value that was checked. */
  readonly write: (session: Session, name: WebValueName, value: unknown) => Promise<void>;
}

/** People, how they sign in, the keys of their programs, and what is written to them. */
export interface PlatformPeople {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly seal: Seal;
  readonly passkeys: Passkeys;
  readonly keys: ApiKeys;
  /** A second factor over the exact text of one request. */
  readonly proofs: Proofs;
  /** Links of mails that freeze an account. */
  readonly freezeLinks: FreezeLinks;
  readonly mail: Mail;
  readonly writeMail: WriteMail;
  readonly checkMail: CheckMail;
  readonly freezes: Freezes;
  readonly freeze: Freezing['freeze'];
  /** Why an account is frozen, null while it is not. */
  readonly readFreeze: (ownerId: number) => FreezeCause | null;
  /** Freeze a person's own account. */
  readonly freezeOwn: (ownerId: number, cancelsOrders: boolean) => Promise<unknown>;
}

/** How a part is. */
export type PartState = 'ok' | 'degraded' | 'down';

/** A look at one part. */
export interface Probe {
  readonly name: string;
  readonly read: () => Promise<PartState> | PartState;
}

/** Operators, and what they decide together. */
export interface PlatformOffice {
  readonly operators: Operators;
  readonly operatorSessions: OperatorSessions;
  readonly approvals: Approvals;
  /** Prove the chain of what operators did. */
  readonly proveAudit: () => Promise<AuditProof>;
}

/** Stops and starts trading; filled by the client of the engine. */
export interface TradingControl {
  readonly halt: (reason: string) => Promise<{ mode: string }>;
  readonly allowCancelsOnly: (reason: string) => Promise<{ mode: string }>;
  /** Number of the operator's last word on trading. @throws halted without an engine. */
  readonly readHaltNumber: () => Promise<number>;
  /** End a halt by its number; `isAnother` when a later one is in force. @throws as above. */
  readonly resume: (haltNumber: number) => Promise<{ mode: string; isAnother?: boolean }>;
}

/** How far engine, journal and tables are. */
export interface Progress {
  readonly mode: string;
  readonly reason: string;
  readonly lastSequence: number;
  readonly durableSequence: number;
  /** Of the slowest projection. */
  readonly projectedSequence: number;
}

/** Pictures of coins; filled by market. */
export interface CoinPictures {
  /** A picture as it would be kept, undefined for what is none. */
  readonly read: (picture: Buffer) => { readonly content: Buffer } | undefined;
  /** @param picture - undefined takes it away. @throws invalid for what is none. */
  readonly set: (session: Session, coinId: number, picture: Buffer | undefined) => Promise<void>;
}

/** What closes calls beside the switches; filled by the site. */
export interface PlatformGate {
  /** What callers from an address may do, and what they are told. */
  readonly findRegion: (ip: string) => {
    /** "" for a network that the operator has not named. */
    readonly region: string;
    readonly mode: 'open' | 'view_only' | 'closed';
    readonly reason: string;
  };
  /** Read anew until when the exchange is closed. */
  readonly loadMaintenance: () => Promise<void>;
}

/** What the tables of trades say of people; filled by spot. */
export interface PlatformTrades {
  /** When a person first got money from outside and first traded, UTC milliseconds; 0 = not yet. */
  readonly readFirsts: (
    ownerId: number,
  ) => Promise<{ readonly moneyMs: number; readonly tradeMs: number }>;
}

/** Everything that products of the edge stand on. */
export interface Platform {
  readonly settings: Pick<
    Settings,
    | 'mode'
    | 'publicUrl'
    | 'statedUrl'
    | 'officeUrl'
    | 'canSignIn'
    | 'serviceHosts'
    | 'sandbox'
    | 'dataFolder'
    | 'databaseUrl'
    | 'smtp'
  >;
  readonly database: Database;
  readonly audit: AuditLog;
  readonly accounts: AccountDirectory;
  readonly markets: MarketRegistry;
  /** Books, newest trades, days and growing candles of this moment. */
  readonly live: MarketLive;
  readonly commandClient: CommandClient;
  /** Moves money together with a product's own row. */
  readonly intents: Intents;
  /** Asks for a job in the transaction of what makes it necessary. */
  readonly enqueue: EnqueueJob;
  readonly configuration: SiteConfiguration;
  readonly siteValues: SiteValues;
  readonly people: PlatformPeople;
  readonly trades: PlatformTrades;
  readonly office: PlatformOffice;
  readonly tradingControl: TradingControl;
  readonly coinPictures: CoinPictures;
  /** Tables that operators keep. */
  readonly referenceTables: ReferenceTables;
  /** Every table that keeps something of a person. */
  readonly personTables: readonly PersonTable[];
  /** What answers a call, of whichever product, once all have started. */
  readonly findHandler: (route: Route) => RouteHandler | undefined;
  readonly switches: Pick<Switches, 'isOn' | 'write' | 'load' | 'list'>;
  readonly gate: PlatformGate;
  readonly locks: Locks;
  /** Who counts once where a crowd is counted. */
  readonly mark: MarkCounted;
  readonly readProgress: () => Promise<Progress>;
  /** How far this process is, and what people were told. */
  readonly steps: PublishedSteps;
  /** Spot balances of a person that are not zero, never older than a step or what was told. */
  readonly readUnits: ReadUnitBalances;
  /** Some spot balances of many people with one question, never older than a step. */
  readonly readSomeUnits: (
    requested: readonly { readonly ownerId: number; readonly assetIds: readonly number[] }[],
    minSequence: number,
  ) => Promise<UnitBalance[][]>;
  /** Balances of one account of a person, never older than what the person was told. */
  readonly readAccountUnits: (
    ownerId: number,
    type: AccountType,
    scope: number,
  ) => Promise<readonly UnitBalance[]>;
  /** Whether the engine takes commands, and why not. */
  readonly readMode: () => { mode: string; reason: string };
  /** Somebody hears that `readMode` answers otherwise. */
  readonly modeChanged: Signal<void>;
  /** The newest step that is durable. */
  readonly readDurable: () => Promise<number>;
  /** One look at each part of the exchange. */
  readonly probes: readonly Probe[];
  /** Last price in USDT as text, undefined while no market has made one. */
  readonly readUsdtPrice: (shortName: string) => string | undefined;
  /** The last price of a market in ticks, 0 before its first trade. */
  readonly readLastTicks: (instrumentId: number) => number;
  readonly loadTranslate: (
    namespace: 'errors' | 'transfer' | 'inbox' | 'mail',
  ) => Promise<TranslateWord>;
  /** Channels of our own socket are offered on it. */
  readonly hub: Hub;
  /** Streams in the trading API's words. */
  readonly streamHub: StreamHub;
  /** Whether sockets take what is written; while they are behind, news wait. */
  readonly fanOut: Pick<FanOut, 'isBehind'>;
  /** People's messages in the trading API's words. */
  readonly userHub: UserHub;
  /** Follow committed steps behind the directories and market data; call it while starting. */
  readonly follow: (follower: StepFollower) => void;
  /** Unfilled orders, counted once for requests and for the WebSocket API. */
  readonly orderCounts: OrderCounts;
  /** What of the desk of support a person has not read. */
  readonly readDeskUnread: (ownerId: number) => Promise<NotificationsData['desk']>;
  /** Conversations of a person with support, newest first. */
  readonly readConversations: (ownerId: number) => Promise<UserView['talks']>;
  /** Operators' pages hear that conversations of support changed. */
  readonly deskChanged: Signal<void>;
  /** A person's pages hear, by number, that what is unread changed. */
  readonly unreadChanged: Signal<number>;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
}
