// What is done to the product while the crowd is at work, one thing a round, and what must hold
// after each. Called by run.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountClass, AccountType, CommandKind, EventKind } from '@isobath/core';
import { hashAt, openAudit, verifyJournal } from '@isobath/server/engine';
import { makeCommand, type EngineClient } from '@isobath/server/testing';
import { connectEngine } from '@isobath/server/testing';
import { Crowd, type Route } from './crowd.ts';
import { openReader } from './deaf-reader.ts';
import { measureOthers, type OthersTime } from './others-time.ts';
import { Product } from './product.ts';

/** What one round came to. */
export interface RoundReport {
  readonly what: string;
  readonly killsCount: number;
  readonly isHeld: boolean;
  /** What did not hold, "" when all did. */
  readonly trouble: string;
  /** Milliseconds until the product was ready again. */
  readonly readyMs: number;
  /** Part of it for which others had the processors of this machine. */
  readonly othersMs: number;
  readonly acknowledgedCount: number;
  readonly unknownCount: number;
}

/** Time after which nothing is waited for any more. */
export const PATIENCE_MS = 60_000;

const PEOPLE_COUNT = 50;
const READERS_COUNT = 40;
const USDT = 52;
const MONEY_OWNER = 1_900_001;

/** Something that strikes. */
export interface Strike {
  readonly what: string;
  readonly killsCount: number;
  run(product: Product): Promise<void>;
}

const settle = (ms: number) => sleep(ms);

/** Ends of processes, in turn; the one that takes longest to come back from is the last. */
export const kills: readonly Strike[] = [
  { what: 'engine killed', killsCount: 1, run: async (product) => product.killEngine() },
  { what: 'database killed', killsCount: 1, run: async (product) => product.killDatabase() },
  { what: 'database session killed', killsCount: 1, run: (product) => product.killBackend() },
  { what: 'server killed', killsCount: 1, run: (product) => product.killServer() },
];

/** The database stands still for a while. */
export function freeze(forMs: number): Strike {
  const run = (product: Product) => product.freezeDatabase(forMs);
  return { what: `database away for ${forMs / 1000} s`, killsCount: 0, run };
}

/** Readers that take nothing, and readers that go without saying goodbye. */
export const readers: Strike = {
  what: 'slow and dead readers',
  killsCount: 0,
  run: async (product) => {
    const channels = ['ticker:*', 'status'];
    const opened = Array.from({ length: READERS_COUNT }, () =>
      openReader(product.socketAddress, channels),
    );
    const sockets = await Promise.all(opened);
    // Every second one is cut in the middle; the others stay and read nothing more.
    for (const [index, socket] of sockets.entries()) if (index % 2 === 0) socket.destroy();
    await settle(1_500);
    for (const socket of sockets) socket.destroy();
  },
};

async function openRoute(client: EngineClient): Promise<Route> {
  const open = async (ownerId: number, type: number, accountClass: number) => {
    const account = { ownerId, accountType: type, accountClass, scope: 0, isMock: false };
    const outcome = await client.submit(makeCommand({ kind: CommandKind.openAccount, ...account }));
    for (const event of outcome.events) {
      if (event.kind === EventKind.accountOpened) return event.accountId as number;
    }
    const [accountId] = outcome.facts;
    if (accountId === undefined) throw new Error(`no account: ${outcome.code}`);
    return accountId;
  };
  return {
    fromAccountId: await open(1, AccountType.chain, AccountClass.contra),
    toAccountId: await open(MONEY_OWNER, AccountType.spot, AccountClass.wallet),
    assetId: USDT,
  };
}

/** The product with its crowd. */
export class Chaos {
  readonly product: Product;
  readonly #crowd: Crowd;

  private constructor(product: Product, crowd: Crowd) {
    this.product = product;
    this.#crowd = crowd;
  }

  static async open(): Promise<Chaos> {
    const product = await Product.open();
    const client = await connectEngine(product.folder);
    const route = await openRoute(client);
    client.close();
    return new Chaos(product, await Crowd.gather(product.folder, PEOPLE_COUNT, route));
  }

  /** Strike while everybody is at work, wait until it is ready again, and look at everything. */
  async runRound(strike: Strike, readyWithinMs: number): Promise<RoundReport> {
    const crowd = this.#crowd;
    let readyMs = 0;
    let others: OthersTime | undefined;
    const report = { what: strike.what, killsCount: strike.killsCount };
    try {
      crowd.begin();
      await crowd.waitForMore(400, 30_000);
      await settle(Math.random() * 300);
      await strike.run(this.product);
      const struckMs = performance.now();
      others = measureOthers(() => this.product.listProcesses());
      await settle(20);
      await this.product.waitUntilReady(PATIENCE_MS);
      const isServing = await crowd.waitForMore(100, PATIENCE_MS);
      readyMs = Math.round(performance.now() - struckMs);
      const othersMs = others.stop();
      await crowd.rest();
      if (!isServing) throw new Error('nobody is served again');
      const { acknowledgedCount, unknownCount } = await crowd.prove();
      await this.#proveHash();
      if (readyMs - othersMs > readyWithinMs) {
        throw new Error(`ready after ${readyMs} ms, of which others had ${othersMs}`);
      }
      const figures = { readyMs, othersMs, acknowledgedCount, unknownCount };
      return { ...report, isHeld: true, trouble: '', ...figures };
    } catch (error) {
      await crowd.rest().catch(() => {});
      const trouble = error instanceof Error ? error.message : String(error);
      const figures = { acknowledgedCount: crowd.acknowledged.size, unknownCount: 0 };
      const othersMs = others?.stop() ?? 0;
      return { ...report, isHeld: false, trouble, readyMs, othersMs, ...figures };
    }
  }

  /** The live state is what a replay of the journal makes. */
  async #proveHash(): Promise<void> {
    const live = await this.#crowd.client.ask<{ sequence: number; hash: string }>('hash');
    const database = await this.product.openDatabase();
    try {
      const audit = openAudit(database, await this.product.readJournalKey());
      const replayed = await hashAt(audit, live.sequence);
      if (replayed.hash !== live.hash) throw new Error(`another state at ${live.sequence}`);
    } finally {
      await database.close();
    }
  }

  /** The whole journal, its chain, every sum. */
  async verify(): Promise<{ isSound: boolean; what: string }> {
    const database = await this.product.openDatabase();
    try {
      const audit = openAudit(database, await this.product.readJournalKey());
      const { isSound, findings, assets } = await verifyJournal(audit);
      const isExact = assets.every(({ difference }) => difference === '0');
      return { isSound: isSound && isExact, what: JSON.stringify(findings.slice(0, 3)) };
    } finally {
      await database.close();
    }
  }

  async close(): Promise<void> {
    this.#crowd.close();
    await this.product.stop();
  }
}
