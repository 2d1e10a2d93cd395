// What the files of this folder share. It holds no rule. Made once by prices.ts.
import type { CoreContext } from '../context.ts';
import type { InstrumentCommands } from '../instruments/commands.ts';
import type { ContractTable } from './contract-table.ts';
import type { IndexTable } from './index-table.ts';
import type { ContractBook } from './premium.ts';

/** Words of `priceStep`: the last price step. */
export const PriceStepWord = { observedAtMs: 0, atMs: 1 } as const;

/** What positions do about prices and terms; nothing before there are any. */
export interface PriceFollower {
  /** Mark, terms or tiers of a contract have changed. */
  readonly revalue: (contract: number) => void;
  readonly hasPositions: (contract: number) => boolean;
  /** The house's accounts that trading needs are there. */
  readonly hasHouse: (contract: number) => boolean;
}

/** The parts of the prices of one engine. */
export interface PriceParts {
  readonly context: CoreContext;
  /** State changes and limits of markets. */
  readonly instrumentCommands: InstrumentCommands;
  readonly indexes: IndexTable;
  readonly contracts: ContractTable;
  readonly book: ContractBook;
  readonly follower: PriceFollower;
  /** The last price step (PriceStepWord). */
  readonly priceStep: Float64Array;
  /** Begin the first interval of a new contract's funding. */
  readonly setFunding: (slot: number) => void;
}
