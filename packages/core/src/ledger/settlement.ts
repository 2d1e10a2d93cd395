// Moves the money of one fill: what each side pays, receives and owes, in two words, in place.
// Not here: who fills whom (products), the rules of rates (fees.ts).
// Called by matching, auction and self-trade transfers; nothing else moves money between traders.
//
// One fill is: begin; one pay and one receive for the buyer; one pay and one receive for the
// seller. Results stay in the scratch array for the event.
import { fail } from '../fault.ts';
import type { Memory } from '../memory.ts';
import * as mathNames from '../math/index.ts';
import * as memoryNames from '../memory.ts';
import * as scratchNames from '../scratch.ts';
import type { Balances } from './balances.ts';
import type { Fees } from './fees.ts';
import * as feesNames from './fees.ts';
import type { Units } from './units.ts';
import * as unitsNames from './units.ts';

const {
  calculateFee: calculateFeeUnits,
  ceilDiv,
  floorDiv,
  joinWords,
  wordBase,
  wordScale,
  ppmWhole,
  readHighWord,
  readLowWord,
  safeLimit,
} = mathNames;
const { makeInts } = memoryNames;
const { Scratch } = scratchNames;
const { feePpmWord, feeRestWord, feeWords } = feesNames;
const { factorWords } = unitsNames;

const base = wordBase;
const scale = wordScale;
const half = 67108864;
const halfScale = 1 / half;
const million = ppmWhole;
const safe = safeLimit;
const wordsOfFee = feeWords;
const wordsOfFactor = factorWords;
const restWord = feeRestWord;
const ppmWord = feePpmWord;
const { amount, quote, base: baseUnits, tradeTickLots, tradeLots } = Scratch;
const noRow = 0;

/** What createSettlement needs. */
export interface SettlementOptions {
  readonly scratch: Float64Array;
  readonly balances: Balances;
  readonly units: Units;
  readonly fees: Fees;
  readonly memory: Memory;
  readonly instrumentsMax: number;
  readonly countInstruments: () => number;
}

/** Make the settlement of one engine. */
export function createSettlement(options: SettlementOptions) {
  const { scratch, balances, units, fees, memory, instrumentsMax, countInstruments } = options;
  const { rows, rowMask } = balances;
  const feeRows = memory.int32('feeRows', instrumentsMax * 2, () => countInstruments() * 2);
  /** Rows of the house's fee account for base and quote of the fill at hand. */
  const feeRow = makeInts(2);
  const { calculate } = units;
  const plans = fees.words;

  /**
   * Begin a fill: calculates its quote and base amounts.
   *
   * @param tickLots - price * lots.
   * @param lots - size of the fill.
   * @param slot - the instrument's slot.
   */
  function begin(tickLots: number, lots: number, slot: number): void {
    const quoteFactorAt = slot * wordsOfFactor * 2;
    scratch[tradeTickLots] = tickLots;
    scratch[tradeLots] = lots;
    feeRow[0] = feeRows[slot * 2];
    feeRow[1] = feeRows[slot * 2 + 1];
    calculate(tickLots, quoteFactorAt);
    scratch[quote] = scratch[amount];
    scratch[quote + 1] = scratch[amount + 1];
    calculate(lots, quoteFactorAt + wordsOfFactor);
    scratch[baseUnits] = scratch[amount];
    scratch[baseUnits + 1] = scratch[amount + 1];
  }

  /** Take an amount from what a row holds. */
  function takeHeld(row: number, from: number): void {
    const at = row & rowMask;
    const left = rows[at + 3] - scratch[from + 1];
    const borrow = Math.floor(left * scale);
    const leftHigh = rows[at + 2] - scratch[from] + borrow;
    if (leftHigh < 0) fail('a fill took more than was held');
    rows[at + 2] = leftHigh;
    rows[at + 3] = left - borrow * base;
  }

  /** Take an amount from what a row has available. */
  function takeAvailable(row: number, from: number): void {
    const at = row & rowMask;
    const left = rows[at + 1] - scratch[from + 1];
    const borrow = Math.floor(left * scale);
    const leftHigh = rows[at] - scratch[from] + borrow;
    if (leftHigh < 0) fail('a fill took more than was available');
    rows[at] = leftHigh;
    rows[at + 1] = left - borrow * base;
  }

  /** Add an amount to what a row has available. */
  function giveAvailable(row: number, from: number): void {
    const at = row & rowMask;
    const sum = rows[at + 1] + scratch[from + 1];
    const carry = Math.floor(sum * scale);
    rows[at] += scratch[from] + carry;
    rows[at + 1] = sum - carry * base;
  }

  /** Note in `holdScratch` that the amount at `from` left the hold. */
  function recordHold(holdScratch: number, from: number): void {
    scratch[holdScratch] = scratch[from];
    scratch[holdScratch + 1] = scratch[from + 1];
  }

  /** The buyer pays the quote amount from a hold made at the trade's own price. */
  function payQuoteHeld(row: number, holdScratch: number): void {
    takeHeld(row, quote);
    recordHold(holdScratch, quote);
  }

  /**
   * The buyer pays the quote amount from scratch `amount`, which held it at its own higher price;
   * the improvement goes back to available.
   */
  function payQuoteImproved(row: number, holdScratch: number): void {
    takeHeld(row, amount);
    recordHold(holdScratch, amount);
    const at = row & rowMask;
    const sum = rows[at + 1] + scratch[amount + 1] - scratch[quote + 1];
    const carry = Math.floor(sum * scale);
    rows[at] += scratch[amount] - scratch[quote] + carry;
    rows[at + 1] = sum - carry * base;
  }

  /** The buyer pays the quote amount from available; nothing was held. */
  function payQuoteAvailable(row: number, holdScratch: number): void {
    takeAvailable(row, quote);
    scratch[holdScratch] = 0;
    scratch[holdScratch + 1] = 0;
  }

  /** The seller pays the base amount from their hold. */
  function payBaseHeld(row: number, holdScratch: number): void {
    takeHeld(row, baseUnits);
    recordHold(holdScratch, baseUnits);
  }

  /** The seller pays the base amount from available; nothing was held. */
  function payBaseAvailable(row: number, holdScratch: number): void {
    takeAvailable(row, baseUnits);
    scratch[holdScratch] = 0;
    scratch[holdScratch + 1] = 0;
  }

  /** Set the fee register to the fee of `count` by the fee at `feeAt`; rates not below 0. */
  function calculateFee(count: number, feeAt: number, feeScratch: number): void {
    const product = count * plans[feeAt];
    const restProduct = count * plans[feeAt + restWord];
    if (product < base && restProduct < safe) {
      const low = product + ceilDiv(restProduct, million);
      const carry = Math.floor(low * scale);
      scratch[feeScratch] = carry;
      scratch[feeScratch + 1] = low - carry * base;
      return;
    }
    calculateWideFee(count, feeAt, feeScratch);
  }

  /** The same in 26-bit halves, for counts below 2^52. */
  function calculateWideFee(count: number, feeAt: number, feeScratch: number): void {
    if (count >= base) fail('a fill of 2^52 tick-lots');
    const countHigh = Math.floor(count * halfScale);
    const countLow = count - countHigh * half;
    const feeLow = plans[feeAt + 1];
    const feeMiddle = plans[feeAt + 2];
    const cross = countHigh * feeLow + countLow * feeMiddle;
    const crossHigh = Math.floor(cross * halfScale);
    const low = countLow * feeLow + (cross - crossHigh * half) * half;
    const carry = Math.floor(low * scale);
    const sum = low - carry * base + calculateRest(count, plans[feeAt + restWord]);
    const sumCarry = Math.floor(sum * scale);
    scratch[feeScratch] =
      countHigh * feeMiddle + crossHigh + carry + count * plans[feeAt + 3] + sumCarry;
    scratch[feeScratch + 1] = sum - sumCarry * base;
  }

  /** Give a row the amount at `from` less the fee, and the fee to the operator. */
  function receive(row: number, from: number, feeScratch: number): void {
    const at = row & rowMask;
    const sum = rows[at + 1] + scratch[from + 1] - scratch[feeScratch + 1];
    const carry = Math.floor(sum * scale);
    rows[at] += scratch[from] - scratch[feeScratch] + carry;
    rows[at + 1] = sum - carry * base;
  }

  /** The buyer receives the base amount less its fee, which goes to the operator. */
  function receiveBase(row: number, feeAt: number, feeScratch: number): void {
    if (plans[feeAt + ppmWord] < 0) calculateRebate(feeAt, baseUnits, feeScratch);
    else calculateFee(scratch[tradeLots], feeAt, feeScratch);
    receive(row, baseUnits, feeScratch);
    giveAvailable(feeRow[0], feeScratch);
  }

  /** The seller receives the quote amount less its fee, which goes to the operator. */
  function receiveQuote(row: number, feeAt: number, feeScratch: number): void {
    const quoteFeeAt = feeAt + wordsOfFee;
    if (plans[quoteFeeAt + ppmWord] < 0) calculateRebate(quoteFeeAt, quote, feeScratch);
    else calculateFee(scratch[tradeTickLots], quoteFeeAt, feeScratch);
    receive(row, quote, feeScratch);
    giveAvailable(feeRow[1], feeScratch);
  }

  /** A rate below 0: the house pays, rounded towards zero, at most what its account has. */
  function calculateRebate(feeAt: number, from: number, feeScratch: number): void {
    const units = joinWords(scratch[from], scratch[from + 1]);
    const wanted = -calculateFeeUnits(units, plans[feeAt + ppmWord]);
    const funds = balances.readAvailable(feeRow[from === quote ? 1 : 0]);
    const paid = wanted < funds ? wanted : funds;
    scratch[feeScratch] = readHighWord(-paid);
    scratch[feeScratch + 1] = readLowWord(-paid);
  }

  return {
    begin,
    payQuoteHeld,
    payQuoteImproved,
    payQuoteAvailable,
    payBaseHeld,
    payBaseAvailable,
    receiveBase,
    receiveQuote,
    /** The buyer receives the whole base amount: a move between one person's accounts. */
    receiveBaseFree: (row: number) => giveAvailable(row, baseUnits),
    /** The seller receives the whole quote amount: a move between one person's accounts. */
    receiveQuoteFree: (row: number) => giveAvailable(row, quote),
    /** Where the fees of an instrument go: the house's rows for base and quote. */
    setFeeRows(slot: number, baseRow: number, quoteRow: number): void {
      if (baseRow === noRow || quoteRow === noRow) fail('the house has no row for fees');
      feeRows[slot * 2] = baseRow;
      feeRows[slot * 2 + 1] = quoteRow;
    },
  };
}

/** ceil(count * rest / 10^6), rest below 10^6: in one product, or by whole millions first. */
function calculateRest(count: number, rest: number): number {
  if (count * rest < safe) return ceilDiv(count * rest, million);
  const whole = floorDiv(count, million);
  return whole * rest + ceilDiv((count - whole * million) * rest, million);
}
