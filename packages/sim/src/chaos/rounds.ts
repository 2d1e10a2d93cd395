// What is done to the product while the crowd is at work, one thing a round, and what must hold
// after each. Called by run.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountClass, AccountType, CommandKind, EventKind } from '@isobath/core';
import { openAudit, verifyJournal } from '@isobath/server/engine';
import { connectEngine, makeCommand, type EngineClient } from '@isobath/server/testing';
import { Crowd, type Route } from './crowd.ts';
import { stayDeaf, tradeAmongDeaf } from './deaf-round.ts';
import { measureOthers } from './others-time.ts';
import { Product } from './product.ts';
import { compareRows, listUnseenLies, waitForRows } from './stored-rows.ts';
import { Story } from './story.ts';
import { Traders, type TradersCounts } from './traders.ts';

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
  /** Orders that were sent and not answered when it struck. */
  readonly underWayCount?: number;
}

/**
 * Time after which nothing is waited for any more. A product that comes back is judged by how long
 * it took without others', and that is known only once it is there.
 */
export const GIVE_UP_MS = 600_000;

/** How many people there are, and for how much of their work is waited. */
export interface Extent {
  /** Those who move money. */
  readonly peopleCount: number;
  readonly traders: TradersCounts;
  /** Transfers and orders that are acknowledged before each blow. */
  readonly before: Acknowledged;
  /** And after it, once the product is ready again. */
  readonly after: Acknowledged;
}

interface Acknowledged {
  readonly transfers: number;
  readonly orders: number;
}

/** As `npm run prove` asks it. */
export const longExtent: Extent = {
  peopleCount: 50,
  traders: { peopleCount: 20, lanesCount: 14 },
  before: { transfers: 400, orders: 200 },
  after: { transfers: 100, orders: 100 },
};

/** As `npm test` asks it: what is done is the same. */
export const shortExtent: Extent = {
  peopleCount: 10,
  traders: { peopleCount: 4, lanesCount: 10 },
  before: { transfers: 100, orders: 80 },
  after: { transfers: 20, orders: 20 },
};

/** Those who move money leave room for those who trade. */
const REST_MS = 25;
const USDT = 52;
const MONEY_OWNER = 1_900_001;

/** Something that strikes. */
export interface Strike {
  readonly what: string;
  readonly killsCount: number;
  /** Every row is compared afterwards, not only what is new. */
  readonly isWhole?: boolean;
  run(product: Product): Promise<void>;
}

const settle = (ms: number) => sleep(ms);

/** Ends of processes, in turn; the one that takes longest to come back from is the last. */
export const kills: readonly Strike[] = [
  { what: 'engine killed', killsCount: 1, run: async (product) => product.killPart('engine') },
  { what: 'database killed', killsCount: 1, run: async (product) => product.killDatabase() },
  { what: 'database session killed', killsCount: 1, run: (product) => product.killBackend() },
  { what: 'edge killed', killsCount: 1, run: async (product) => product.killPart('edge') },
  {
    what: 'projector killed',
    killsCount: 1,
    run: async (product) => product.killPart('projector'),
  },
  { what: 'server killed', killsCount: 1, run: (product) => product.killServer() },
];

/** Told to stop in order while everybody is at work, and started again: no kill, but as often. */
export const restart: Strike = {
  what: 'server told to stop (SIGTERM)',
  killsCount: 0,
  run: (product) => product.restart(),
};

/** The database stands still for a while. */
export function freeze(forMs: number): Strike {
  const run = (product: Product) => product.freezeDatabase(forMs);
  return { what: `database away for ${forMs / 1000} s`, killsCount: 0, run };
}

/** Readers that take nothing, and readers that go without saying goodbye. */
export function deafen(chaos: Chaos, isShort: boolean): Strike {
  const countOrders = () => chaos.countOrders();
  const waitForOrders = (count: number) => chaos.waitForOrders(count);
  const run = (product: Product) =>
    isShort ? tradeAmongDeaf(product, waitForOrders) : stayDeaf(product, countOrders);
  return { what: 'slow and dead readers', killsCount: 0, run };
}

/** All rows are emptied and made again from the events, while they go on. */
export const rebuild: Strike = {
  what: 'projections rebuilt',
  killsCount: 0,
  isWhole: true,
  run: async (product) => {
    const { rebuilding } = await product.ask('projections.rebuild', {});
    if (!Array.isArray(rebuilding) || rebuilding.length < 3) throw new Error('nothing is rebuilt');
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

/** A round of its own, as it goes on. */
interface Figures {
  readyMs: number;
  othersMs: number;
  acknowledgedCount: number;
  unknownCount: number;
  underWayCount: number;
}

/** The product with everybody who uses it. */
export class Chaos {
  readonly product: Product;
  readonly #extent: Extent;
  readonly #crowd: Crowd;
  readonly #traders: Traders;
  readonly #story = new Story();

  private constructor(
    product: Product,
    extent: Extent,
    people: { readonly crowd: Crowd; readonly traders: Traders },
  ) {
    this.product = product;
    this.#extent = extent;
    this.#crowd = people.crowd;
    this.#traders = people.traders;
  }

  /** Bring everybody to a running product. */
  static async open(product: Product, extent: Extent): Promise<Chaos> {
    const client = await connectEngine(product.folder);
    const route = await openRoute(client);
    client.close();
    const { peopleCount } = extent;
    const crowd = await Crowd.gather(product.folder, { peopleCount, restMs: REST_MS }, route);
    const traders = await Traders.gather(product, extent.traders);
    return new Chaos(product, extent, { crowd, traders });
  }

  /** Orders that were acknowledged so far. */
  countOrders(): number {
    return this.#traders.acknowledgedCount;
  }

  /** Wait until so many more were. @errors when they are not. */
  async waitForOrders(count: number): Promise<void> {
    if (!(await this.#traders.waitForMore(count, GIVE_UP_MS))) throw new Error('nobody trades');
  }

  /** Everything that was. */
  countAcknowledged(): number {
    return this.#crowd.acknowledged.size + this.#traders.acknowledgedCount;
  }

  /** Strike while everybody is at work, wait until it is ready again, and look at everything. */
  async runRound(strike: Strike, readyWithinMs: number): Promise<RoundReport> {
    const { what, killsCount } = strike;
    const counts = { acknowledgedCount: 0, unknownCount: 0, underWayCount: 0 };
    const figures = { readyMs: 0, othersMs: 0, ...counts };
    try {
      await this.#strike(strike, figures);
      await this.#prove(figures, strike.isWhole === true);
      const ownMs = figures.readyMs - figures.othersMs;
      if (ownMs > readyWithinMs) throw new Error(`ready after ${ownMs} ms of its own`);
      return { what, killsCount, isHeld: true, trouble: '', ...figures };
    } catch (error) {
      await this.#rest().catch(() => {});
      const trouble = error instanceof Error ? error.message : String(error);
      return { what, killsCount, isHeld: false, trouble, ...figures };
    }
  }

  async #strike(strike: Strike, figures: Figures): Promise<void> {
    const { before, after } = this.#extent;
    this.#crowd.begin();
    this.#traders.begin();
    await Promise.all([
      this.#crowd.waitForMore(before.transfers, GIVE_UP_MS),
      this.#traders.waitForMore(before.orders, GIVE_UP_MS),
    ]);
    await settle(Math.random() * 300);
    figures.underWayCount = this.#traders.underWayCount;
    await strike.run(this.product);
    const struckMs = performance.now();
    const others = measureOthers(() => this.product.listProcesses());
    try {
      await settle(20);
      await this.product.waitUntilReady(GIVE_UP_MS);
      const moves = this.#crowd.waitForMore(after.transfers, GIVE_UP_MS);
      const orders = this.#traders.waitForMore(after.orders, GIVE_UP_MS);
      if (!(await moves) || !(await orders)) throw new Error('nobody is served again');
    } finally {
      figures.readyMs = Math.round(performance.now() - struckMs);
      figures.othersMs = others.stop();
    }
    await this.#rest();
  }

  async #rest(): Promise<void> {
    await Promise.all([this.#crowd.rest(), this.#traders.rest()]);
  }

  /** Promises were kept, and journal, rows, answers and engine say the same. */
  async #prove(figures: Figures, isWhole: boolean): Promise<void> {
    const { client } = this.#crowd;
    const moved = await this.#crowd.prove(this.#story);
    await this.#story.readOn(client);
    const database = await this.product.openDatabase();
    try {
      // Rows that are made again are not there while they are; after a kill they are, for all.
      if (isWhole) await waitForRows(database, this.#story.lastSequence);
      const placed = await this.#traders.prove(this.#story);
      figures.acknowledgedCount = moved.acknowledgedCount + placed.acknowledgedCount;
      figures.unknownCount = moved.unknownCount + placed.unknownCount;
      const live = await client.ask<{ sequence: number; hash: string }>('hash');
      const journalKey = await this.product.readJournalKey();
      await compareRows(this.#story, { database, journalKey, live, isWhole });
    } finally {
      await database.close();
    }
    this.#story.turnPage();
  }

  /** That the comparing of rows sees: what is wrong with them in turn, and is not noticed. */
  async listUnseenLies(): Promise<string[]> {
    await this.#story.readOn(this.#crowd.client);
    const live = await this.#crowd.client.ask<{ sequence: number; hash: string }>('hash');
    const database = await this.product.openDatabase();
    try {
      const journalKey = await this.product.readJournalKey();
      return await listUnseenLies(this.#story, { database, journalKey, live, isWhole: true });
    } finally {
      await database.close();
    }
  }

  /** The whole journal, its chain, every sum; and everything that was told, read anew. */
  async verify(): Promise<{ isSound: boolean; what: string }> {
    const story = new Story();
    await story.readOn(this.#crowd.client);
    const counts = (it: Story) => [it.orders.size, it.fills.length, it.transfers.size].join(' ');
    await this.#story.readOn(this.#crowd.client);
    if (counts(story) !== counts(this.#story)) {
      return { isSound: false, what: `${counts(story)} where ${counts(this.#story)} was told` };
    }
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

  /** Everybody goes; the product stays. */
  close(): void {
    this.#crowd.close();
    this.#traders.close();
  }
}
