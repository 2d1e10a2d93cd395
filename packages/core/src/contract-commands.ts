// The commands of contracts and their prices, as plain shapes, docs/rules/contracts.md. Not here:
// any rule (prices/), orders (command.ts). Handed on by command.ts; built by the operator's
// console, the price process, the reference model and the simulator.
//
// A price of an index and a mark is in subticks, 100 a tick of its contracts.
import type { CommandEnvelope, CommandKind, InstrumentLimits } from './command-parts.ts';
import type { AmountUnits, AssetId, IndexId, InstrumentId } from './ids.ts';
import type { InstrumentKind } from './words.ts';

/** The adjustable part of a contract; lots, ticks, and units of the settle asset. */
export interface ContractTerms extends InstrumentLimits {
  /** Lots of one piece (the specification's `oneLotSize`). */
  readonly pieceLots: number;
  /** UTC milliseconds at which it is delivered; 0 of a perpetual that goes on. */
  readonly expiryAtMs: number;
  /** How far the mark may be from the index at most. */
  readonly markClampPpm: number;
  readonly positionLotsMax: number;
  readonly openInterestLotsMax: number;
  /** What the impact prices of the premium are worth. */
  readonly impactNotionalUnits: AmountUnits;
  /** Hours between two settlements of funding: 1, 2, 4 or 8; acts after the next settlement. */
  readonly fundingHours: number;
  /** Largest size of one settlement's rate, in 10^-8. */
  readonly fundingCapE8: number;
  readonly liquidationFeePpm: number;
  readonly deliveryFeePpm: number;
  /** Part of an unrealized profit that counts for new orders. */
  readonly profitUsePpm: number;
  /** Part of the open value that no transfer out may leave uncovered. */
  readonly withdrawFloorPpm: number;
  /** Fee rates in ppm of the value for VIP 0..15. */
  readonly makerPpm: readonly number[];
  readonly takerPpm: readonly number[];
}

/** List a contract; it starts in PRE_OPEN. */
export interface DefineContract extends CommandEnvelope, ContractTerms {
  readonly kind: typeof CommandKind.defineContract;
  readonly instrumentId: InstrumentId;
  readonly indexId: IndexId;
  readonly instrumentKind: InstrumentKind;
  readonly settleAssetId: AssetId;
  /** Pool of insurance and liquidator (the scope of their accounts). */
  readonly pool: number;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
}

/** Change a contract's terms; decimals of lots only on an empty book in PRE_OPEN, HALT or BREAK. */
export interface UpdateContract extends CommandEnvelope, ContractTerms {
  readonly kind: typeof CommandKind.updateContract;
  readonly instrumentId: InstrumentId;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
}

/** One tier of risk: up to `capUnits` of value, with its maintenance rate and highest leverage. */
export interface RiskTier {
  readonly capUnits: AmountUnits;
  readonly mmrPpm: number;
  readonly maxLeverage: number;
}

/** Set the tiers of a contract, 1..20 of them, lowest first. */
export interface SetRiskTiers extends CommandEnvelope {
  readonly kind: typeof CommandKind.setRiskTiers;
  readonly instrumentId: InstrumentId;
  readonly tiers: readonly RiskTier[];
  /** Take them even when they make somebody liquidatable. */
  readonly isForced: boolean;
}

/** Make an index, or change what may change of one: all but decimals and `isSimulated`. */
export interface DefineIndex extends CommandEnvelope {
  readonly kind: typeof CommandKind.defineIndex;
  readonly indexId: IndexId;
  /** Decimals of its price: two more than those of its contracts' prices. */
  readonly decimals: number;
  /** With fewer live components it is frozen. */
  readonly componentsMin: number;
  /** A component further off the median has no weight. */
  readonly outlierPpm: number;
  readonly isSimulated: boolean;
}

/** What is told about one index. */
export interface IndexPrice {
  readonly indexId: IndexId;
  /** Number of the snapshot that names its components. */
  readonly snapshotId: number;
  /** In subticks; 0 = frozen. */
  readonly priceSub: number;
  /** Components that were live. */
  readonly liveCount: number;
  /** The first 52 bits of the hash over the snapshot's components. */
  readonly componentsHash: number;
}

/** One price step: up to 256 indexes, by rising number; those left out stay as they are. */
export interface ApplyPrices extends CommandEnvelope {
  readonly kind: typeof CommandKind.applyPrices;
  /** When the prices were seen; rises from step to step. */
  readonly observedAtMs: number;
  readonly prices: readonly IndexPrice[];
}
