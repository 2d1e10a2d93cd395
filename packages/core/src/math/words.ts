// Amounts as two float64 words, base 2^52: amount = high * 2^52 + low, 0 <= low < 2^52, high signed
// (rounded down). Not here: the arithmetic itself (ledger/), which works on words in place.
// Called where an amount crosses between the engine's records and the shapes others see.

/** One more than the largest low word. */
export const wordBase = 4503599627370496;
/** 2^-52, so that a carry is a multiplication. */
export const wordScale = 1 / wordBase;
const bigBase = 1n << 52n;
const bigMask = bigBase - 1n;

/** Largest amount plus one: what fits in the two words of a command, 2^103. */
export const amountUnitsLimit = 1n << 103n;

/** The high word of an amount: floor(units / 2^52). */
export function readHighWord(units: bigint): number {
  return Number(units >> 52n);
}

/** The low word of an amount: what is left above the high one, 0..2^52-1. */
export function readLowWord(units: bigint): number {
  return Number(units & bigMask);
}

/** The amount of two words. */
export function joinWords(high: number, low: number): bigint {
  return high === 0 ? BigInt(low) : BigInt(high) * bigBase + BigInt(low);
}
