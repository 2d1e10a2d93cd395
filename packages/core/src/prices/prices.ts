// The floor of prices: indexes, contracts, their tiers and marks. Puts the parts together. Not
// here: positions and orders of contracts. Made once by engine.ts; it knows nothing above it.
import type { CoreContext, Handlers, WriteLine } from '../context.ts';
import type { InstrumentCommands } from '../instruments/commands.ts';
import { createPriceStep } from './apply-prices.ts';
import { createContractTable } from './contract-table.ts';
import { createDefinitions } from './define.ts';
import { dumpPrices } from './dump-prices.ts';
import { createFunding } from './funding.ts';
import { createIndexTable } from './index-table.ts';
import { createMarketStates } from './market-states.ts';
import type { PriceFollower } from './parts.ts';
import type { ContractBook } from './premium.ts';

/** What the floor is made of. */
export interface PricesOptions {
  readonly context: CoreContext;
  readonly instrumentCommands: InstrumentCommands;
  readonly book: ContractBook;
  readonly follower: PriceFollower;
}

/** The commands of this floor; those of market states answer for spot as well. */
export type PriceHandlers = Handlers<
  | 'defineContract'
  | 'updateContract'
  | 'setRiskTiers'
  | 'applyPrices'
  | 'defineIndex'
  | 'setMarketState'
  | 'startAuction'
>;

/** The prices of one engine. */
export type Prices = ReturnType<typeof createPrices>;

/** Make the floor. Its regions are the last of the memory: earlier eras have none of them. */
export function createPrices({ context, instrumentCommands, book, follower }: PricesOptions) {
  const { memory, instruments, sizes } = context;
  const indexes = createIndexTable(memory, sizes.indexesMax);
  const contracts = createContractTable(memory, instruments, sizes.instrumentsMax);
  const priceStep = memory.float64('priceStep', 2, () => 2);
  const tables = { context, instrumentCommands, indexes, contracts };
  const { setFunding, calculateRate } = createFunding(tables);
  const parts = { ...tables, book, priceStep, setFunding, follower };
  const { handlers: stateHandlers, setDue } = createMarketStates(parts);
  const applyPrices = createPriceStep({ ...parts, calculateRate, setDue });
  const handlers: PriceHandlers = { ...createDefinitions(parts), ...stateHandlers, applyPrices };
  return {
    indexes,
    contracts,
    handlers,
    capacity: {
      countIndexes: indexes.countIndexes,
      hasIndex: (indexId: number): boolean => indexes.findSlot(indexId) >= 0,
    },
    /** Sections 14 to 17 of the state dump: indexes, marks, contracts, tiers. */
    dump: (writeLine: WriteLine): void => dumpPrices(parts, writeLine),
  };
}
