// Amounts from whole counts: n ticks*lots, or n lots, times the units one of them is worth, in two
// words and exact. Not here: balances, fees. Bases: docs/rules/core.md 7, core/math/amounts.ts.
// Called by every hold, release and fill.
//
// A factor is four words: the factor as one float, then its low word's two 26-bit halves, then its
// high word. A product below 2^52 is exact as it stands; any other is built from the halves, and
// each step of that stays below 2^53. The fewer roundings stand in a row, the sooner an amount is
// known: of a count below 2^26 the high word is that of the rounded product, at most one off, and
// small amounts go the same way as large ones, since the processor cannot foresee which comes.
import * as mathNames from '../math/index.ts';
import type { Memory } from '../memory.ts';
import * as scratchNames from '../scratch.ts';

const { joinWords, wordBase, wordScale, readHighWord, readLowWord } = mathNames;
const { Scratch } = scratchNames;

/** Words of one factor. */
export const factorWords = 4;
// As exported names they would be read from a cell at each use, docs/adr/0014.
const wordsOfFactor = factorWords;

const half = 67108864;
const halfScale = 1 / half;
const base = wordBase;
const scale = wordScale;
const amount = Scratch.amount;

/** The factors of one engine. */
export type Units = ReturnType<typeof createUnits>;

/** Write a factor at word `at`. */
export function writeFactor(factors: Float64Array, at: number, units: bigint): void {
  const low = readLowWord(units);
  const middle = Math.floor(low * halfScale);
  factors[at] = Number(units);
  factors[at + 1] = low - middle * half;
  factors[at + 2] = middle;
  factors[at + 3] = readHighWord(units);
}

/** Read a factor back. */
export function readFactor(factors: Float64Array, at: number): bigint {
  return joinWords(factors[at + 3], factors[at + 2] * half + factors[at + 1]);
}

/** What createUnits needs. */
export interface UnitsOptions {
  readonly memory: Memory;
  readonly scratch: Float64Array;
  readonly instrumentsMax: number;
  readonly countInstruments: () => number;
}

/**
 * Make the factors of the instruments: two each, quote units of a tick-lot, then base units of a
 * lot. The place of a factor is what `calculate` and the others take.
 */
export function createUnits({ memory, scratch, instrumentsMax, countInstruments }: UnitsOptions) {
  const factors = memory.float64(
    'factors',
    instrumentsMax * wordsOfFactor * 2,
    () => countInstruments() * wordsOfFactor * 2,
  );

  /** Set scratch `amount` to count * factor; 0 <= count < 2^53. */
  function calculate(count: number, factorAt: number): void {
    if (count < half) calculateNarrow(count, factorAt);
    else calculateLong(count, factorAt);
  }

  function calculateLong(count: number, factorAt: number): void {
    const product = count * factors[factorAt];
    if (product < base) {
      scratch[amount] = 0;
      scratch[amount + 1] = product;
      return;
    }
    calculateWide(count, factorAt);
  }

  /** The low word is what the high one leaves: exact, whichever way that one was rounded. */
  function calculateNarrow(count: number, factorAt: number): void {
    const high = Math.floor(count * factors[factorAt] * scale);
    const halves = (high - count * factors[factorAt + 3]) * half;
    const low = (count * factors[factorAt + 2] - halves) * half + count * factors[factorAt + 1];
    scratch[amount] = high;
    scratch[amount + 1] = low;
    if (low < 0) {
      scratch[amount] = high - 1;
      scratch[amount + 1] = low + base;
    } else if (low >= base) {
      scratch[amount] = high + 1;
      scratch[amount + 1] = low - base;
    }
  }

  function calculateWide(count: number, factorAt: number): void {
    if (count >= base) {
      setAmount(BigInt(count) * readFactor(factors, factorAt));
      return;
    }
    const countHigh = Math.floor(count * halfScale);
    const countLow = count - countHigh * half;
    const factorLow = factors[factorAt + 1];
    const factorMiddle = factors[factorAt + 2];
    const cross = countHigh * factorLow + countLow * factorMiddle;
    const crossHigh = Math.floor(cross * halfScale);
    const low = countLow * factorLow + (cross - crossHigh * half) * half;
    const carry = Math.floor(low * scale);
    scratch[amount] = countHigh * factorMiddle + crossHigh + carry + count * factors[factorAt + 3];
    scratch[amount + 1] = low - carry * base;
  }

  /** Set scratch `amount` to a wide number; for cold paths. */
  function setAmount(units: bigint): void {
    scratch[amount] = readHighWord(units);
    scratch[amount + 1] = readLowWord(units);
  }

  /** Set scratch `amount` to 0. */
  function clearAmount(): void {
    scratch[amount] = 0;
    scratch[amount + 1] = 0;
  }

  return {
    calculate,
    setAmount,
    clearAmount,
    /** Register `amount` as a wide number; for cold paths. */
    readAmount: (): bigint => joinWords(scratch[amount], scratch[amount + 1]),
    /** Place of the factor of an instrument slot: quote units of one tick times one lot. */
    quoteFactorAt: (instrumentSlot: number) => instrumentSlot * wordsOfFactor * 2,
    /** Place of the factor of an instrument slot: base units of one lot. */
    baseFactorAt: (instrumentSlot: number) => instrumentSlot * wordsOfFactor * 2 + wordsOfFactor,
    /** Place of the factor of what an order of a side (0 buy, 1 sell) pays. */
    sideFactorAt: (instrumentSlot: number, side: number) =>
      (instrumentSlot * 2 + side) * wordsOfFactor,
    /** The factor as one float, rounded. */
    readRounded: (factorAt: number): number => factors[factorAt],
    /** A factor as a wide number; for cold paths. */
    readFactor: (factorAt: number): bigint => readFactor(factors, factorAt),
    /** Set both factors of an instrument slot. */
    setFactors(instrumentSlot: number, unitsPerTickLot: bigint, unitsPerLot: bigint): void {
      const at = instrumentSlot * wordsOfFactor * 2;
      writeFactor(factors, at, unitsPerTickLot);
      writeFactor(factors, at + wordsOfFactor, unitsPerLot);
    },
  };
}
