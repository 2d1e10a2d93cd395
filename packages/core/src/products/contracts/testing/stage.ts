// A venue for tests of positions: contracts at marks that a test says, people with contract
// accounts, the house's accounts. Orders go to the engine's own books, marks come from an index
// and a book that stands on it. Not for the product.
import { createEngine } from '../../../engine.ts';
import type { CoreEvent } from '../../../event.ts';
import { smallSizes } from '../../../sizes.ts';
import { contract, dayMs, index, tiers } from '../../../testing/contract-driver.ts';
import { Driver, operatorAccount, order, rates } from '../../../testing/driver.ts';
import {
  AccountClass,
  AccountType,
  MarketState,
  OrderType,
  Source,
  TimeInForce,
} from '../../../words.ts';

/** The settle asset, of 8 decimals. */
export const settleId = 52;
const chainAccount = 2;
const firstOwner = 1_000_001;
const subticks = 100;

/** Contracts by the letters of scenarios; one decimal of prices, three of lots. */
export const contractIds: Readonly<Record<string, number>> = { X: 9, Y: 10, Z: 11, V: 12 };

const allIds = [9, 10, 11, 12] as const;

/** What a stage is opened with. */
export interface StageOptions {
  readonly makerPpm?: number;
  readonly takerPpm?: number;
  readonly terms?: Partial<typeof contract>;
}

/** Amounts as they stand in the vectors: decimals of the settle asset. */
export const toUnits = (text: string): bigint => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole) * 100_000_000n + BigInt(part.padEnd(8, '0'));
  return text.startsWith('-') ? -units : units;
};

/** Prices as they stand there, in ticks. */
export const toTicks = (text: string): number => Math.round(Number(text) * 10);

/** An order: contract, lots (buys are positive), price; no price is a market order. */
export type Request = readonly [letter: string, lots: number, price?: string];

/** The venue. */
export class Stage extends Driver {
  /** Index price of each contract, in ticks. */
  readonly marks = new Map<number, number>();
  readonly #accounts = new Map<string, number>();
  #count = 0;
  #snapshotId = 0;
  override engine = this.makeEngine();

  /** An engine whose marks stand on their indexes. */
  makeEngine() {
    return createEngine({ sizes: smallSizes, readContractDepth: (id) => this.readDepth(id) });
  }

  /** A book around the index price, so that the mark is the index. */
  readDepth(instrumentId: number) {
    const ticks = this.marks.get(instrumentId) ?? 0;
    if (ticks === 0) return { bids: [], asks: [], lastTicks: 0 };
    return { bids: [[ticks, 1]], asks: [[ticks, 1]], lastTicks: ticks } as const;
  }

  /** Contracts X, Y, Z and V, the house with money for insurance, all open at a mark of 60 000. */
  openStage({ makerPpm = 200, takerPpm = 600, terms = {} }: StageOptions = {}): this {
    this.atMs = dayMs;
    this.emit('beginEra', { rulesVersion: 9 });
    this.emit('defineAsset', { assetId: settleId, scale: 8, isMock: false });
    const { operatorFee, chain, operatorInsurance, deficit, clearing } = AccountType;
    this.openHouse(operatorFee, 0);
    this.openHouse(chain, 0, AccountClass.contra);
    this.openHouse(operatorInsurance, 1);
    this.openHouse(deficit, 1, AccountClass.contra);
    const fees = { makerPpm: rates(makerPpm), takerPpm: rates(takerPpm) };
    for (const [at, instrumentId] of allIds.entries()) {
      const indexId = at + 1;
      this.emit('defineIndex', { ...index, indexId });
      const own = { ...contract, bandLowPpm: 500_000, bandHighPpm: 2_000_000, ...fees };
      this.emit('defineContract', { ...own, ...terms, instrumentId, indexId });
      this.emit('setRiskTiers', { instrumentId, tiers, isForced: false });
      this.openHouse(clearing, instrumentId, AccountClass.clearing);
      this.marks.set(instrumentId, 600_000);
    }
    for (let second = 0; second < 12; second += 1) this.tellMarks();
    for (const instrumentId of allIds) {
      this.mustApply('setMarketState', { instrumentId, state: MarketState.trading });
    }
    return this;
  }

  /** Ask and be told yes. */
  mustApply(...words: Parameters<Driver['ask']>): void {
    const answer = this.ask(...words);
    if (answer !== 'applied') throw new Error(`${words[0]}: ${answer}`);
  }

  openHouse(accountType: number, scope: number, accountClass: number = AccountClass.wallet): void {
    const terms = { ownerId: operatorAccount, accountType, scope, isMock: false, accountClass };
    this.mustApply('openAccount', { ...terms, source: Source.sandbox });
    this.#count += 1;
  }

  /** A price step: every index and every book stand at the marks. */
  tellMarks(): CoreEvent[] {
    this.atMs += 1_000;
    if (this.engine.nextTimerMs() <= this.atMs) this.emit('time');
    this.#snapshotId += 1;
    const prices = [...this.marks.values()].map((ticks, at) => ({
      indexId: at + 1,
      snapshotId: this.#snapshotId,
      priceSub: ticks * subticks,
      liveCount: 3,
      componentsHash: 7,
    }));
    return this.emit('applyPrices', { observedAtMs: this.atMs, prices });
  }

  /** Move marks, by letters, and let the old basis be forgotten. */
  setMarks(marks: Readonly<Record<string, string>>): void {
    for (const letter of ['X', 'Y', 'Z', 'V']) {
      const price = marks[letter];
      if (price !== undefined) this.marks.set(contractIds[letter], toTicks(price));
    }
    for (let second = 0; second < 2; second += 1) this.tellMarks();
  }

  /** A person's contract account with money. */
  join(name: string, amount: string): this {
    this.#count += 1;
    const account = this.#count;
    const ownerId = firstOwner + account;
    const terms = { ownerId, accountType: AccountType.contract, scope: 0, isMock: false };
    this.mustApply('openAccount', { ...terms, accountClass: AccountClass.wallet });
    this.#accounts.set(name, account);
    if (toUnits(amount) > 0n) this.give(account, toUnits(amount));
    return this;
  }

  /** Money for an account. */
  give(toAccountId: number, amountUnits: bigint): void {
    const move = { fromAccountId: chainAccount, toAccountId, assetId: settleId, amountUnits };
    this.mustApply('transfer', { ...move, reason: 1, reference: 0 });
  }

  readAccount(name: string): number {
    return this.#accounts.get(name) ?? 0;
  }

  /** The fields that name a person. */
  by(name: string) {
    const accountId = this.readAccount(name);
    return { actorId: firstOwner + accountId, accountId, source: Source.api };
  }

  /** The fields of an order. */
  makeOrder(name: string, [letter, lots, price = '']: Request) {
    return {
      ...order,
      ...this.by(name),
      instrumentId: contractIds[letter],
      side: lots < 0 ? 1 : 0,
      sizeLots: Math.abs(lots),
      orderType: price === '' ? OrderType.market : OrderType.limit,
      timeInForce: price === '' ? TimeInForce.ioc : TimeInForce.gtc,
      priceTicks: price === '' ? 0 : toTicks(price),
      positionSide: 0,
      positionId: 0,
      isReduceOnly: false,
      isClosePosition: false,
      triggerSource: 0,
      isPriceProtected: false,
      takeProfitTicks: 0,
      stopLossTicks: 0,
      isTest: false,
    };
  }

  /** Place it, and be told what happened. */
  trade(name: string, request: Request): CoreEvent[] {
    const events = this.emit('placeContractOrder', this.makeOrder(name, request));
    const [applied] = events;
    if (!('code' in applied) || applied.code !== 0) throw new Error(JSON.stringify(applied));
    return events;
  }

  /** One trades with another: the second one rests first. */
  meet(taker: string, maker: string, [letter, lots, price]: readonly [string, number, string]) {
    this.trade(maker, [letter, -lots, price]);
    return this.trade(taker, [letter, lots, price]);
  }

  setLeverage(name: string, letter: string, leverage: number): string {
    const modes = { positionMode: 0, marginMode: 0, leverage, autoAdd: 0 };
    const instrumentId = contractIds[letter];
    return this.ask('setContractSettings', { ...this.by(name), ...modes, instrumentId });
  }

  readAvailable(account: number): bigint {
    return this.engine.readBalance(account, settleId)?.availableUnits ?? 0n;
  }

  /** The words of one line of the dump. */
  readLine(section: string, ...numbers: readonly number[]): string[] {
    const start = `${[section, ...numbers].join(' ')} `;
    return (this.dump().find((line) => line.startsWith(start)) ?? '').split(' ');
  }
}
