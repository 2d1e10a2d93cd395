// Amounts as two float64 limbs, base 2^52: amount = high * 2^52 + low, 0 <= low < 2^52, high signed
// (rounded down). Not here: the arithmetic itself (ledger/), which works on limbs in place.
// Called where an amount crosses between the engine's records and the shapes others see.

/** One more than the largest low limb. */
export const limbBase = 4503599627370496;
/** 2^-52, so that a carry is a multiplication. */
export const limbScale = 1 / limbBase;
const bigBase = 1n << 52n;
const bigMask = bigBase - 1n;

/** Largest amount plus one: what fits in the two limbs of a command, 2^103. */
export const amountUnitsLimit = 1n << 103n;

/** The high limb of an amount: floor(units / 2^52). */
export function readHighLimb(units: bigint): number {
  return Number(units >> 52n);
}

/** The low limb of an amount: what is left above the high one, 0..2^52-1. */
export function readLowLimb(units: bigint): number {
  return Number(units & bigMask);
}

/** The amount of two limbs. */
export function joinLimbs(high: number, low: number): bigint {
  return high === 0 ? BigInt(low) : BigInt(high) * bigBase + BigInt(low);
}
