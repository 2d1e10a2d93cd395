// The one codec between decimal text and whole base units, used by engine, server and browser.
// Not here: grouping, rounding for display, words of a language (the edge and ui do those).
// Called by routes, projections, the operator's tool and the browser's forms.

/** Longest decimal text that is read; longer ones are refused before any work is done. */
const textLengthMax = 80;
const decimalsMax = 30;
const pattern = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** Why a text is no amount; `word` is stable, the message is for people. */
export class DecimalError extends Error {
  readonly word: 'not_a_decimal' | 'too_many_decimals' | 'decimals_off_range';

  constructor(word: DecimalError['word'], message: string) {
    super(message);
    this.name = 'DecimalError';
    this.word = word;
  }
}

function checkDecimals(decimals: number): void {
  if (Number.isInteger(decimals) && decimals >= 0 && decimals <= decimalsMax) return;
  throw new DecimalError('decimals_off_range', `decimals ${decimals} is not 0..${decimalsMax}`);
}

/**
 * Read a decimal text as whole units of 10^-decimals, exactly.
 *
 * @param text - `-?digits(.digits)?` without leading zeros, plus sign, exponent or blanks; digits
 *   after the last unit must be zeros.
 * @param decimals - 0..30.
 * @returns units, signed.
 * @throws DecimalError not_a_decimal, too_many_decimals, decimals_off_range.
 */
export function parseDecimal(text: string, decimals: number): bigint {
  checkDecimals(decimals);
  const match = text.length <= textLengthMax ? pattern.exec(text) : null;
  if (match === null) {
    throw new DecimalError('not_a_decimal', `"${text.slice(0, textLengthMax)}" is not a decimal`);
  }
  const whole = match[2] as string;
  const fraction = match[3] ?? '';
  if (/[1-9]/.test(fraction.slice(decimals))) {
    throw new DecimalError('too_many_decimals', `"${text}" has more than ${decimals} decimals`);
  }
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  if (match[1] === '') return units;
  if (units === 0n) throw new DecimalError('not_a_decimal', `"${text}" is a negative zero`);
  return -units;
}

const zeros: readonly string[] = Array.from({ length: decimalsMax + 1 }, (_none, decimals) =>
  decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`,
);

/**
 * Write whole units of 10^-decimals as decimal text, with exactly `decimals` digits after the
 * point.
 *
 * @param units - signed.
 * @param decimals - 0..30.
 * @throws DecimalError decimals_off_range.
 * @example formatDecimal(-150n, 2) is "-1.50"; formatDecimal(7n, 0) is "7".
 */
export function formatDecimal(units: bigint, decimals: number): string {
  checkDecimals(decimals);
  // Most amounts of an order are 0.
  if (units === 0n) return zeros[decimals];
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  const point = digits.length - decimals;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * Decimal text without idle zeros and point at its end; whole numbers stay as they are.
 *
 * @example cutZeros("1.50") is "1.5"; cutZeros("100") is "100".
 */
export function cutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
