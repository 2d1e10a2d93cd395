// The ledger: assets, owners, accounts, balances, units, fees and settlement of one engine, and the
// few calculations that need more than one of them. Not here: the commands (commands.ts).
// Called by engine.ts once; instruments and products work with its parts.
import type { MarketScales } from '../math/index.ts';
import * as mathNames from '../math/index.ts';
import type { Memory } from '../memory.ts';
import { createAccountLines } from './account-lines.ts';
import { createAccounts } from './accounts.ts';
import { createAssets } from './assets.ts';
import { type BalanceSizes, createBalances } from './balances.ts';
import { createFees } from './fees.ts';
import { createOwners } from './owners.ts';
import { createSettlement } from './settlement.ts';
import { createUnits } from './units.ts';

const { calculateUnitsPerLot, calculateUnitsPerTickLot, floorDivBig, joinWords, safeLimit } =
  mathNames;

/** Room of the ledger; reserved at start, committed by the system when first used. */
export interface LedgerSizes extends BalanceSizes {
  readonly ownersMax: number;
  readonly instrumentsMax: number;
  readonly feePlansMax: number;
}

/** The ledger of one engine. */
export type Ledger = ReturnType<typeof createLedger>;

/** What createLedger needs. */
export interface LedgerOptions {
  readonly memory: Memory;
  readonly scratch: Float64Array;
  readonly sizes: LedgerSizes;
  readonly countInstruments: () => number;
  /** What a tick-lot and a lot are worth; the default is the scale law's powers of ten. */
  readonly calculateFactors?: (scales: MarketScales) => MarketFactors;
}

/** Units of one tick times one lot, and of one lot. */
export interface MarketFactors {
  readonly unitsPerTickLot: bigint;
  readonly unitsPerLot: bigint;
}

function calculateScaleFactors(scales: MarketScales): MarketFactors {
  return {
    unitsPerTickLot: calculateUnitsPerTickLot(scales),
    unitsPerLot: calculateUnitsPerLot(scales),
  };
}

/**
 * Make the ledger.
 *
 * A hold in three calls: `units.calculate(ticks * lots, quoteFactorAt)` sets scratch `amount`,
 * `balances.hold(row)` moves it or says false, and the event takes it from the register. A fill is
 * described in settlement.ts.
 */
export function createLedger(options: LedgerOptions) {
  const { memory, scratch, sizes, countInstruments } = options;
  const { calculateFactors = calculateScaleFactors } = options;
  const { accountsMax, instrumentsMax, feePlansMax } = sizes;
  const assets = createAssets(memory);
  const lines = createAccountLines(accountsMax);
  const owners = createOwners(memory, lines, sizes.ownersMax);
  const accounts = createAccounts({ memory, owners, lines, accountsMax });
  const { countAccounts } = accounts;
  const balances = createBalances({ memory, scratch, sizes, countAccounts });
  const sharedParts = { memory, scratch, instrumentsMax, countInstruments };
  const units = createUnits(sharedParts);
  const fees = createFees({ ...sharedParts, units, feePlansMax });
  const settlement = createSettlement({ ...sharedParts, balances, units, fees });

  /**
   * How many of `wantedLots` a row can pay from available at `countPerLot` counts of a factor each.
   * Leaves scratch `amount` undefined.
   */
  function countAffordable(row: number, wantedLots: number, price: LotPrice): number {
    const count = wantedLots * price.countPerLot;
    if (count < safeLimit) {
      units.calculate(count, price.factorAt);
      if (balances.hasAvailable(row)) return wantedLots;
    }
    const perLot = units.readFactor(price.factorAt) * BigInt(price.countPerLot);
    return Math.min(wantedLots, Number(floorDivBig(balances.readAvailable(row), perLot)));
  }

  /** Sum of available and held over all accounts, by asset slot: 0 each, or money was made. */
  function readTotals(): bigint[] {
    return Array.from({ length: assets.countAssets() }, (_, slot) => sumAsset(slot));
  }

  function sumAsset(slot: number): bigint {
    const { rows, findRow } = balances;
    let total = 0n;
    for (let account = 1; account <= countAccounts(); account += 1) {
      const row = findRow(account, slot);
      if (row === 0) continue;
      total += joinWords(rows[row], rows[row + 1]) + joinWords(rows[row + 2], rows[row + 3]);
    }
    return total;
  }

  return {
    assets,
    owners,
    accounts,
    balances,
    units,
    fees,
    settlement,
    calculateFactors,
    countAffordable,
    readTotals,
    readTotal: sumAsset,
  };
}

/** What one lot costs: so many counts of a factor (ticks of the quote factor, 1 of the base's). */
export interface LotPrice {
  readonly countPerLot: number;
  readonly factorAt: number;
}
