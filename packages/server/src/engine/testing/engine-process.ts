// The real engine in a real process on a real database, to be killed. Not part of the product. Used
// by tests of this room.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AccountClass,
  AccountType,
  CommandKind,
  MarketState,
  OrderType,
  simpleLimitTerms,
  Side,
  Source,
  TimeInForce,
  type Command,
  type CommandEnvelope,
  type OwnerId,
  unkeyed,
} from '@isobath/core';
import { createSecrets, readSecrets } from '../../base/config/index.ts';
import type { TestDatabase } from '../../base/db/testing.ts';
import type { ChildMessage } from '../../base/process/child.ts';
import { waitUntil } from '../../base/process/wait.ts';
import { openAudit } from '../audit/index.ts';
import type { AuditSource } from '../audit/source.ts';
import { connectEngine, type EngineClient } from '../client.ts';
import { marketRules } from './market-rules.ts';

/** To give up on, not to expect. */
const GIVE_UP_MS = 120_000;

/** A data folder whose engine can be started again and again. */
export interface EngineFixture {
  readonly folder: string;
  /** Address of the database as the process was given it. */
  readonly databaseUrl: string;
  /** The process that runs now. */
  readonly child: ChildProcess;
  readonly client: EngineClient;
  /** Start the process; resolves when it is ready, rejects with its line when it refuses. */
  start(): Promise<void>;
  /** End it at once and wait until it is gone. */
  kill(): Promise<void>;
  openAudit(): Promise<AuditSource>;
  stop(): Promise<void>;
}

/** What a house may be given. */
export interface FixtureOptions {
  /** Where the data folder is made; the system's own place without. */
  readonly parentFolder?: string;
  /** Put on top of this program's own environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Make a data folder on a test's database and start its engine. */
export async function openEngineFixture(
  db: Pick<TestDatabase, 'address' | 'owner'>,
  options: FixtureOptions = {},
): Promise<EngineFixture> {
  const folder = await mkdtemp(join(options.parentFolder ?? tmpdir(), 'isobath-engine-'));
  await createSecrets(folder);
  const secrets = await readSecrets(folder);
  const { database, socketFolder = '', port, roles } = db.address;
  await db.owner.execute(
    `CREATE ROLE ${database}_app LOGIN PASSWORD '${secrets['database-app']}'
     IN ROLE ${roles.app.name}`,
  );
  const url =
    `postgres://${roles.owner.name}:${roles.owner.password}@localhost:${port}/${database}` +
    `?host=${encodeURIComponent(socketFolder)}`;
  let child: ChildProcess | undefined;
  let client: EngineClient | undefined;
  const start = async () => {
    child = spawn(process.execPath, [join(import.meta.dirname, '../process.ts')], {
      env: { ...process.env, ...options.environment, DATA_DIR: folder, DATABASE_URL: url },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await waitUntilReady(child);
    client ??= await connectEngine(folder);
    const connected = client;
    if (!(await waitUntil(() => connected.isConnected, GIVE_UP_MS))) {
      throw new Error('the client does not reach the engine');
    }
  };
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  await start();
  return {
    folder,
    databaseUrl: url,
    get child() {
      return child as ChildProcess;
    },
    get client() {
      return client as EngineClient;
    },
    start,
    kill,
    openAudit: async () => openAudit(db.owner, secrets['journal-key']),
    stop: async () => {
      client?.close();
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'ready') resolve();
      if (message.kind === 'refused') reject(new Error(`${message.exitCode}: ${message.line}`));
    });
    child.once('exit', (code, signal) => reject(new Error(`the engine ended: ${code ?? signal}`)));
  });
}

const envelope: CommandEnvelope = {
  actorId: 1 as OwnerId,
  sessionId: 0,
  source: Source.operator,
  issuedAtMs: 0,
  ...unkeyed,
};

/** What a command says beyond its envelope. */
export type Saying = { readonly kind: Command['kind'] } & Readonly<Record<string, unknown>>;

/** A command of the operator's; a key makes it findable after a cut. */
export function makeCommand(saying: Saying, key = 0): Command {
  const keyed = { keyHigh: 7, keyLow: key, bodyHash: key, deadlineMs: Date.now() + 600_000 };
  return { ...envelope, ...(key > 0 ? keyed : {}), ...saying } as unknown as Command;
}

/** Make asset 52, the outside's account 1 and a person's account 2. */
export async function fundOperatorAccount({ client }: EngineFixture): Promise<void> {
  const account = { kind: CommandKind.openAccount, scope: 0, isMock: false };
  const sayings: Saying[] = [
    { kind: CommandKind.defineAsset, assetId: 52, scale: 6, isMock: false },
    {
      ...account,
      ownerId: 1,
      accountType: AccountType.chain,
      accountClass: AccountClass.contra,
    },
    {
      ...account,
      ownerId: 1_000_001,
      accountType: AccountType.spot,
      accountClass: AccountClass.wallet,
    },
  ];
  for (const saying of sayings) {
    const { code } = await client.submit(makeCommand(saying));
    if (code !== 0) throw new Error(`the house refuses with ${code}`);
  }
}

/** Move one unit of the outside's to the person, told apart by its reference. */
export function moveOne(reference: number): Command {
  return makeCommand(
    {
      kind: CommandKind.transfer,
      fromAccountId: 1,
      toAccountId: 2,
      assetId: 52,
      amountUnits: 1n,
      reason: 1,
      reference,
    },
    reference,
  );
}

/** An order that rests until its time is over. */
export const restingOrder = {
  side: Side.buy,
  orderType: OrderType.limit,
  timeInForce: TimeInForce.gtd,
  priceTicks: 100,
  sizeLots: 50,
  ...simpleLimitTerms,
  isTest: false,
};

/** Behind a funded house: market 7, account 4 with money, and market 8, where nobody is. */
export async function openMarkets({ client }: EngineFixture): Promise<void> {
  const account = { kind: CommandKind.openAccount, scope: 0, isMock: false };
  const wallet = { ...account, accountClass: AccountClass.wallet };
  const rates = (ppm: number) => Array.from({ length: 16 }, () => ppm);
  const assets = { baseAssetId: 1, quoteAssetId: 52 };
  const market = { kind: CommandKind.defineInstrument, ...marketRules, ...assets };
  const trading = { kind: CommandKind.setMarketState, state: MarketState.trading };
  const money = { kind: CommandKind.transfer, assetId: 52, reason: 1, reference: 900 };
  const sayings: Saying[] = [
    { kind: CommandKind.defineAsset, assetId: 1, scale: 8, isMock: false },
    { ...wallet, ownerId: 1, accountType: AccountType.operatorFee },
    { ...wallet, ownerId: 1_000_002, accountType: AccountType.spot },
    { ...money, fromAccountId: 1, toAccountId: 4, amountUnits: 1_000_000n },
    {
      kind: CommandKind.setFeeSchedule,
      instrumentId: 0,
      makerPpm: rates(100),
      takerPpm: rates(200),
    },
    { ...market, instrumentId: 7 },
    { ...market, instrumentId: 8 },
    { ...trading, instrumentId: 7 },
    { ...trading, instrumentId: 8 },
  ];
  for (const saying of sayings) {
    const { code } = await client.submit(makeCommand(saying));
    if (code !== 0) throw new Error(`the house refuses with ${code}`);
  }
}
