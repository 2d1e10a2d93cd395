/** Largest whole number that every smaller one has an exact float for, plus one: 2^53. */
export const safeLimit = 9007199254740992;

/** Floor of a / b for whole numbers below 2^53 in size, b > 0: exact. */
export function floorDiv(a: number, b: number): number {
  return Math.floor(a / b);
}

/** Ceiling of a / b for whole numbers below 2^53 in size, b > 0: exact. */
export function ceilDiv(a: number, b: number): number {
  return Math.ceil(a / b);
}

/** a / b towards zero for whole numbers below 2^53 in size, b > 0: exact, and never minus zero. */
export function truncDiv(a: number, b: number): number {
  return Math.trunc(a / b) + 0;
}

/** a / b towards zero, b > 0. */
export function truncDivBig(a: bigint, b: bigint): bigint {
  return a / b;
}

/** Floor of a / b, b > 0; the language's own division cuts towards zero. */
export function floorDivBig(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

/** Ceiling of a / b, b > 0. */
export function ceilDivBig(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a > 0n && quotient * b !== a ? quotient + 1n : quotient;
}
