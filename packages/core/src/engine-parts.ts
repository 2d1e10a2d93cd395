// The parts of an engine in the order in which they are made, which is the order of its memory.
// Not here: steps (engine.ts), any rule. Called by engine.ts once.
import type { CoreContext } from './context.ts';
import { createEventBuffer } from './event-buffer.ts';
import { fail } from './fault.ts';
import { createInstrumentCommands, type InstrumentCommands } from './instruments/commands.ts';
import { createInstruments } from './instruments/instruments.ts';
import { createKeys } from './keys.ts';
import { createLedgerCommands } from './ledger/commands.ts';
import { createLedger, type Ledger, type LedgerOptions } from './ledger/ledger.ts';
import { createMemory, makeFloats } from './memory.ts';
import { createContractBook, type Depth } from './prices/contract-book.ts';
import type { PriceFollower } from './prices/parts.ts';
import { createPrices } from './prices/prices.ts';
import { type Contracts, createContracts } from './products/contracts/contracts.ts';
import { chooseMoney } from './products/contracts/money.ts';
import { createSpotFastPath } from './products/spot/fast-path.ts';
import { createSpotMoney } from './products/spot/money.ts';
import { createSpot } from './products/spot/spot.ts';
import { createRefusal } from './refusal.ts';
import { scratchCount } from './scratch.ts';
import { defaultSizes, type EngineSizes } from './sizes.ts';
import { createTimers } from './timers.ts';
import { createTrading, type Trading } from './trading/trading.ts';
/** How to make an engine. */
export interface EngineOptions {
  /** Capacity; the default is for a venue, `smallSizes` for tests. */
  readonly sizes?: EngineSizes;
  /** The way to make the ledger; only a bench has another than the core's own. */
  readonly createLedger?: (options: LedgerOptions) => Ledger;
  /**
   * The book of a contract at a core time that its mark is made from in place of the engine's own;
   * only simulations and tests have others, of all contracts or some.
   */
  readonly readContractDepth?: (instrumentId: number, atMs: number) => Depth | undefined;
}

function createContext(
  sizes: EngineSizes,
  makeLedger: (options: LedgerOptions) => Ledger,
): CoreContext {
  const memory = createMemory();
  const scratch = makeFloats(scratchCount);
  const step = memory.float64('step', 4, () => 4);
  const events = createEventBuffer(sizes.eventWordsMax, scratch);
  const refusal = createRefusal();
  const instruments = createInstruments(memory, sizes.instrumentsMax);
  const { countInstruments } = instruments;
  const ledger = makeLedger({ memory, scratch, sizes, countInstruments });
  const timers = createTimers(memory, sizes.timersMax);
  return { sizes, memory, scratch, step, events, refusal, ledger, instruments, timers };
}

/** Contracts, once they are made: after trading, whose money they are a part of. */
interface Late {
  contracts?: Contracts;
}

function readLate({ contracts }: Late): Contracts {
  return contracts ?? fail('contracts are asked before they are made');
}

function makeTrading(
  context: CoreContext,
  instrumentCommands: InstrumentCommands,
  late: Late,
): Trading {
  return createTrading({
    context,
    instrumentCommands,
    createMoney: (parts) =>
      chooseMoney(createSpotMoney(parts), parts.tradingContext.markets.isContract, {
        readMarket: parts.records.readMarket,
        readContracts: () => readLate(late).money,
      }),
    createFastPath: createSpotFastPath,
  });
}

/** What prices are made from. */
interface MakingPrices {
  readonly context: CoreContext;
  readonly instrumentCommands: InstrumentCommands;
  readonly trading: Trading;
  readonly options: EngineOptions;
  readonly late: Late;
}

/** The floor of prices. */
function makePrices({ context, instrumentCommands, trading, options, late }: MakingPrices) {
  const { book: own } = trading.tradingContext;
  const readDepth = options.readContractDepth;
  const book = createContractBook({ context, book: own, readDepth });
  const follower: PriceFollower = {
    revalue: (contract) => readLate(late).follower.revalue(contract),
    hasPositions: (contract) => readLate(late).follower.hasPositions(contract),
    hasHouse: (contract) => readLate(late).follower.hasHouse(contract),
  };
  return createPrices({ context, instrumentCommands, book, follower });
}

/** Make the parts. */
export function createParts(options: EngineOptions) {
  const { sizes = defaultSizes } = options;
  const context = createContext(sizes, options.createLedger ?? createLedger);
  const { memory } = context;
  const ledgerCommands = createLedgerCommands(context);
  const instrumentCommands = createInstrumentCommands(context);
  const late: Late = {};
  const trading = makeTrading(context, instrumentCommands, late);
  const spot = createSpot(trading, ledgerCommands);
  const keys = createKeys(memory, sizes.keysMax);
  // Each era's regions are the last ones of its memory: how many those before had.
  const earlierCounts = [memory.regions.length];
  const prices = makePrices({ context, instrumentCommands, trading, options, late });
  earlierCounts.unshift(memory.regions.length);
  const contracts = createContracts({ context, ledgerCommands, trading, prices });
  late.contracts = contracts;
  const made = { context, ledgerCommands, instrumentCommands, trading, spot, keys };
  const { countHolds } = ledgerCommands;
  return { ...made, prices, contracts, countHolds, earlierCounts };
}
