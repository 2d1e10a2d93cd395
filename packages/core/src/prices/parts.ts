// What the files of this folder share. It holds no rule. Made once by prices.ts.
import type { CoreContext } from '../context.ts';
import type { InstrumentCommands } from '../instruments/commands.ts';
import type { ContractTable } from './contract-table.ts';
import type { IndexTable } from './index-table.ts';
import type { ContractBook } from './premium.ts';

/** Words of `priceStep`: the last price step. */
export const PriceStepWord = { observedAtMs: 0, atMs: 1 } as const;

/** The parts of the prices of one engine. */
export interface PriceParts {
  readonly context: CoreContext;
  /** State changes and limits of markets. */
  readonly instrumentCommands: InstrumentCommands;
  readonly indexes: IndexTable;
  readonly contracts: ContractTable;
  readonly book: ContractBook;
  /** The last price step (PriceStepWord). */
  readonly priceStep: Float64Array;
  /** Begin the first interval of a new contract's funding. */
  readonly setFunding: (slot: number) => void;
}
