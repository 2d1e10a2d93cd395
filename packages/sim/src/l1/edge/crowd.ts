// Everybody who listens: some people to their own news and a market, guests to all markets. Lines
// are cut and fall silent, some read too slowly or not at all. Made by exchange.ts when a run has
// an audience.
import { createHash } from 'node:crypto';
import { AccountType } from '@isobath/core/words';
import { SESSION_COOKIE } from '@isobath/server/parts';
import type { Dice } from '../../workload/dice.ts';
import type { Store } from '../database/store.ts';
import type { Judge } from '../judge.ts';
import type { Program } from '../programs.ts';
import type { Scheduler } from '../world/scheduler.ts';
import type { Ear, Hall } from './hall.ts';
import { Listener } from './listener.ts';
import { nameMarket } from './names.ts';
import type { Edge } from './program.ts';
import { NEWS_KEPT_MS, type PrivateTruth, Truth } from './truth.ts';

/** Where the crowd is. */
export interface Around {
  readonly scheduler: Scheduler;
  readonly store: Store;
  readonly judge: Judge;
  readonly edge: () => Program<Edge>;
  readonly count: (name: string) => void;
  readonly violate: (check: string, detail: string) => void;
}

const FIRST_PERSON = 1_000_001;
const PEOPLE_COUNT = 4;
/** Somebody whose account is opened while the run is under way, or never. */
const GUESTS_COUNT = 2;

/** The listeners of one run. */
export class Crowd {
  readonly #around: Around;
  readonly #dice: Dice;
  readonly #hall: Hall;
  readonly #truth = new Truth();
  readonly listeners: Listener[] = [];
  #devices: Listener[] = [];
  #sessionsCount = 0;

  constructor(around: Around) {
    this.#around = around;
    this.#dice = around.scheduler.fork('crowd');
    const { scheduler, edge, count, violate } = around;
    const signIn = (ownerId: number) => this.#signIn(ownerId);
    this.#hall = { scheduler, edge, count, violate, signIn, truth: this.#truth };
  }

  /** A person's private events so far. */
  newsOf(ownerId: number): readonly PrivateTruth[] {
    return this.#truth.newsOf(ownerId);
  }

  /** The journal has grown: what is in it may be told. */
  readOn(): void {
    this.#truth.readOn(this.#around.judge.steps);
  }

  /** Everybody comes, one after the other. */
  come(): void {
    const markets = [...this.#truth.markets.keys()].map((id) => nameMarket(id));
    if (markets.length === 0) {
      this.#around.scheduler.afterInWorld(20, () => this.come());
      return;
    }
    const ears: Ear[] = [];
    for (let index = 0; index < PEOPLE_COUNT; index += 1) {
      const market = this.#dice.pick(markets);
      const channels = ['private', `book:${market}`, `trades:${market}`];
      ears.push({ name: `person ${index}`, ownerId: FIRST_PERSON + index, channels });
    }
    for (let index = 0; index < GUESTS_COUNT; index += 1) {
      const books = markets.flatMap((market) => [`book:${market}`, `trades:${market}`]);
      const others = ['ticker:*', 'status', `candle:${markets[0]}:1m`];
      const channels = index === 0 ? books : [...books, ...others];
      ears.push({ name: `guest ${index}`, ownerId: 0, channels });
    }
    for (const ear of ears) {
      this.#around.scheduler.afterInWorld(this.#dice.below(200), () => {
        this.listeners.push(new Listener(this.#hall, ear, this.#dice.fork(ear.name)));
      });
    }
  }

  /** As the account product does it: a row, and a token that only they know. */
  #signIn(ownerId: number): string {
    this.#sessionsCount += 1;
    const token = `token ${ownerId} ${this.#sessionsCount}`.replaceAll(' ', '-');
    const sessions = this.#around.store.table('sessions');
    const now = new Date(Date.now());
    const row = sessions.complete({
      session_id: this.#sessionsCount,
      token_hash: createHash('sha256').update(token).digest(),
      owner_id: ownerId,
      ip: '203.0.113.7',
      device: 'simulated',
      created_at: now,
      last_seen_at: now,
    });
    sessions.set(sessions.keyOf(row), row);
    return `${SESSION_COOKIE}=${token}`;
  }

  /** Some of them, at random. */
  pickSome(dice: Dice): Listener[] {
    return this.listeners.filter(() => dice.isLucky(50));
  }

  /** Bytes that are under way to somebody. */
  get waitingBytes(): number {
    return this.listeners.reduce((sum, { line }) => sum + (line?.waitingBytes ?? 0), 0);
  }

  /** Everybody reads again. */
  heal(): void {
    for (const listener of this.listeners) listener.setReading(true);
  }

  /**
   * A second device of each person comes at the end with a number from earlier: what is kept it
   * must be told, all of it and nothing else. One with a number that nobody knows begins anew.
   */
  lookBack(): void {
    for (const { ear } of this.listeners) {
      if (ear.ownerId === 0) continue;
      const news = this.#truth.newsOf(ear.ownerId);
      this.#comeAgain({
        ...ear,
        name: `stranger as ${ear.name}`,
        since: news.length + 1,
        isUnknown: true,
      });
      const fromMs = this.#around.judge.model.coreTimeMs - NEWS_KEPT_MS;
      const firstKept = news.findIndex(({ atMs }) => atMs > fromMs);
      if (firstKept < 0) continue;
      const since = firstKept + this.#dice.below(news.length - firstKept + 1);
      this.#comeAgain({ ...ear, name: `device of ${ear.name}`, since });
      this.#around.count('looked back');
    }
  }

  #comeAgain(ear: Ear): void {
    const device = { ...ear, channels: ['private'] };
    this.#devices.push(new Listener(this.#hall, device, this.#dice.fork(device.name)));
  }

  get isAtRest(): boolean {
    return (
      this.listeners.length === PEOPLE_COUNT + GUESTS_COUNT && this.#all.every((it) => it.isAtRest)
    );
  }

  get #all(): Listener[] {
    return [...this.listeners, ...this.#devices];
  }

  /** Those who are not where they should be. */
  reportUnrest(): string[] {
    return this.#all.filter((it) => !it.isAtRest).map((it) => it.reportUnrest());
  }

  /** What must hold at the end, beyond being at rest. */
  audit(): void {
    for (const { ear, hearing } of this.#all) {
      const missing = this.#truth.newsOf(ear.ownerId).length - (ear.since ?? 0) - hearing.newsCount;
      if (ear.since !== undefined && !ear.isUnknown && missing !== 0) {
        this.#around.violate('news', `${ear.name} lacks ${missing} behind ${ear.since}`);
      }
      if (ear.ownerId > 0 && hearing.balances !== undefined) {
        const reported = hearing.balances.map((it) => `${it.coinId} ${it.available} ${it.held}`);
        const wrong = this.#findWrongBalance(ear.ownerId, reported);
        if (wrong !== '') this.#around.violate('balances', `${ear.name}: ${wrong}`);
      }
      const wrongOrder = hearing.orders.findWrong(this.#around.judge.model, this.#truth);
      if (wrongOrder !== '') this.#around.violate('orders', `${ear.name}: ${wrongOrder}`);
    }
  }

  /**
   * Balances of their spot account as the reference model has them, beside those they were told.
   */
  #findWrongBalance(ownerId: number, reported: readonly string[]): string {
    const { model } = this.#around.judge;
    const account = model.accounts.find(
      (it) =>
        it.ownerId === ownerId &&
        it.accountType === AccountType.spot &&
        it.scope === 0 &&
        !it.isMock,
    );
    const own = [...model.balances.values()].filter(
      (it) => it.accountId === account?.accountId && it.available + it.held !== 0n,
    );
    const parsed = reported.map((line) => {
      const [coinId = '', available = '', held = ''] = line.split(' ');
      const scale = model.assets.find((asset) => asset.assetId === Number(coinId))?.scale ?? 0;
      return `${coinId} ${readUnits(available, scale)} ${readUnits(held, scale)}`;
    });
    const expected = own.map((it) => `${it.assetId} ${it.available} ${it.held}`);
    const isSame = parsed.toSorted().join() === expected.toSorted().join();
    return isSame ? '' : `told ${parsed.join()}, not ${expected.join()}`;
  }
}

/** Text to base units. */
function readUnits(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}
