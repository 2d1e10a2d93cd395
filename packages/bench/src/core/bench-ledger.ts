// The core's ledger with the units of the order streams, and the same ledger with every movement of
// money taken out: what is left of a step is then matching and events. Not for the product.
// Handed to createEngine by engine-driver.ts; the hot path gains no branch by it.
import { createLedger, type Ledger, type LedgerOptions } from '@isobath/core';
import { unitsPerLot, unitsPerTickLot } from './naive-engine.ts';

function doNothing(): void {}

function sayYes(): boolean {
  return true;
}

/** The stream's units instead of powers of ten. */
function createStreamLedger(options: LedgerOptions): Ledger {
  return createLedger({
    ...options,
    calculateFactors: () => ({ unitsPerTickLot, unitsPerLot }),
  });
}

/** The same without money: nothing is calculated, held, released or moved. */
function createFreeLedger(options: LedgerOptions): Ledger {
  const ledger = createStreamLedger(options);
  return {
    ...ledger,
    countAffordable: (_row, wantedLots) => wantedLots,
    units: { ...ledger.units, calculate: doNothing },
    balances: { ...ledger.balances, hold: sayYes, hasAvailable: sayYes, release: doNothing },
    settlement: {
      ...ledger.settlement,
      begin: doNothing,
      payQuoteHeld: doNothing,
      payQuoteImproved: doNothing,
      payQuoteAvailable: doNothing,
      payBaseHeld: doNothing,
      payBaseAvailable: doNothing,
      receiveBase: doNothing,
      receiveQuote: doNothing,
    },
  };
}

/** The way to make a ledger for a run. */
export function createLedgerFor(hasLedger: boolean): (options: LedgerOptions) => Ledger {
  return hasLedger ? createStreamLedger : createFreeLedger;
}
