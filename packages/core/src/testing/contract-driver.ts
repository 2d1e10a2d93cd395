// A venue with one index and one contract for tests of prices: index 1, contract 9 settled in asset
// 52 (scale 8), one decimal of prices, three of lots. Its book is what a test says. Not for the
// product.
import { createEngine } from '../engine.ts';
import { type CoreEvent, EventKind, type MarksSet } from '../event.ts';
import { smallSizes } from '../sizes.ts';
import { Driver, instrument, operatorAccount, rates, startMs } from './driver.ts';
import { AccountClass, AccountType, InstrumentKind, MarketState, Source } from '../words.ts';
import type { Depth } from '../prices/contract-book.ts';

/** Midnight (UTC), an instant of every funding interval. */
export const dayMs = 1_780_012_800_000;

const { baseAssetId: _base, quoteAssetId: _quote, ...limits } = instrument;

/** Terms of contract 9. */
export const contract = {
  ...limits,
  priceTicksMax: 2_000_000,
  pieceLots: 1,
  expiryAtMs: 0,
  markClampPpm: 20_000,
  positionLotsMax: 10_000_000,
  openInterestLotsMax: 100_000_000,
  impactNotionalUnits: 2_000_000_000_000n,
  fundingHours: 8,
  fundingCapE8: 100_000_000,
  liquidationFeePpm: 3_000,
  deliveryFeePpm: 300,
  profitUsePpm: 500_000,
  withdrawFloorPpm: 100_000,
  makerPpm: rates(400),
  takerPpm: rates(600),
  instrumentId: 9,
  indexId: 1,
  instrumentKind: InstrumentKind.perpetual as number,
  settleAssetId: 52,
  pool: 1,
  priceDecimals: 1,
  lotDecimals: 3,
};

/** The tiers of products.md 2.34. */
export const tiers = [
  { capUnits: 5_000_000_000_000n, mmrPpm: 4_000, maxLeverage: 125 },
  { capUnits: 25_000_000_000_000n, mmrPpm: 5_000, maxLeverage: 100 },
  { capUnits: 100_000_000_000_000n, mmrPpm: 10_000, maxLeverage: 50 },
  { capUnits: 1_000_000_000_000_000n, mmrPpm: 25_000, maxLeverage: 20 },
];

/** Terms of index 1. */
export const index = {
  indexId: 1,
  decimals: 3,
  componentsMin: 2,
  outlierPpm: 30_000,
  isSimulated: false,
};

/** A driver whose contract has the book that `depth` is. */
export class ContractDriver extends Driver {
  depth: Depth = { bids: [], asks: [], lastTicks: 0 };
  snapshotId = 0;
  /** Terms of the contract as they were last set. */
  terms = contract;
  override engine = this.makeEngine();
  override atMs = startMs;

  /** An engine that reads this driver's book. */
  makeEngine() {
    return createEngine({ sizes: smallSizes, readContractDepth: () => this.depth });
  }

  /** The index and the contract, not open yet. */
  openContracts(terms: Partial<typeof contract> = {}): this {
    this.atMs = dayMs;
    this.emit('beginEra', { rulesVersion: 8 });
    this.emit('defineAsset', { assetId: 52, scale: 8, isMock: false });
    this.emit('defineIndex', index);
    this.terms = { ...contract, ...terms };
    this.emit('defineContract', this.terms);
    this.emit('setRiskTiers', { instrumentId: 9, tiers, isForced: false });
    const { operatorFee, operatorInsurance, deficit, clearing } = AccountType;
    this.openHouse(operatorFee, 0, AccountClass.wallet);
    this.openHouse(operatorInsurance, 1, AccountClass.wallet);
    this.openHouse(deficit, 1, AccountClass.contra);
    this.openHouse(clearing, 9, AccountClass.clearing);
    return this;
  }

  /** An account of the house without which no contract opens. */
  openHouse(accountType: number, scope: number, accountClass: number): void {
    const terms = { ownerId: operatorAccount, accountType, scope, isMock: false, accountClass };
    this.emit('openAccount', { ...terms, source: Source.sandbox });
  }

  /** Change some terms. */
  update(terms: Partial<typeof contract>): string {
    this.terms = { ...this.terms, ...terms };
    return this.ask('updateContract', this.terms);
  }

  /** One price step of index 1, after the timers that are due. */
  tell(priceSub: number, passMs = 1_000, liveCount = 3): CoreEvent[] {
    this.atMs += passMs;
    if (this.engine.nextTimerMs() <= this.atMs) this.emit('time');
    this.snapshotId += 1;
    const { snapshotId } = this;
    const price = { indexId: 1, snapshotId, priceSub, liveCount, componentsHash: 7 };
    return this.emit('applyPrices', { observedAtMs: this.atMs, prices: [price] });
  }

  /** The marks that a price step told, if any. */
  tellMarks(priceSub: number, passMs = 1_000): MarksSet | undefined {
    return this.tell(priceSub, passMs).find((event) => event.kind === EventKind.marksSet);
  }

  /** Open the contract: eleven seconds of a live index, no book meanwhile. */
  openTrading(priceSub: number): this {
    const { depth } = this;
    this.depth = { bids: [], asks: [], lastTicks: 0 };
    for (let second = 0; second < 11; second += 1) this.tell(priceSub);
    const opened = this.ask('setMarketState', { instrumentId: 9, state: MarketState.trading });
    if (opened !== 'applied') throw new Error(opened);
    this.depth = depth;
    return this;
  }

  /** Let time pass to an instant and fire what is due. */
  passTo(atMs: number): CoreEvent[] {
    this.atMs = atMs;
    return this.emit('time');
  }
}
