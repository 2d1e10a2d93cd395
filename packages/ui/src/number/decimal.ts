// Decimal strings, exactly: parse, round, compare, add, multiply. For display and for input fields.
// Not the money arithmetic of the exchange: nothing computed here ever decides a balance.
// Called by the formats and fields of this package, and by pages for previews of typed values.

/** A decimal number as text, for instance "-12.3400"; never with a group sign or an exponent. */
export type DecimalText = string;

/**
 * Which way digits are cut: nearest (half to even), toward zero, away from zero, floor or ceiling.
 */
export type Rounding = 'nearest' | 'zero' | 'away' | 'floor' | 'ceiling';

/** A decimal number taken apart: value = units / 10^scale. */
export type Decimal = { readonly units: bigint; readonly scale: number };

const plainPattern = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const exponentPattern = /^([+-]?\d*(?:\.\d*)?)[eE]([+-]?\d{1,4})$/;

/**
 * Read a decimal text.
 *
 * @returns the number, or null when the text is not one (also for "", "." and "-").
 */
export function parseDecimal(text: string): Decimal | null {
  const trimmed = text.trim().replace('\u2212', '-');
  const exponent = exponentPattern.exec(trimmed);
  if (exponent) {
    const mantissa = parseDecimal(exponent[1]!);
    return mantissa && shiftDecimal(mantissa, Number(exponent[2]));
  }
  const match = plainPattern.exec(trimmed);
  if (!match) return null;
  const whole = match[2] ?? '';
  const fraction = match[3] ?? '';
  if (whole === '' && fraction === '') return null;
  const units = BigInt(whole + fraction);
  return { units: match[1] === '-' ? -units : units, scale: fraction.length };
}

/** Multiply by a power of ten; places may be negative. */
export function shiftDecimal(value: Decimal, places: number): Decimal {
  const scale = value.scale - places;
  if (scale >= 0) return { units: value.units, scale };
  return { units: value.units * 10n ** BigInt(-scale), scale: 0 };
}

/** Write a decimal as text with exactly its own scale: {units: 1200n, scale: 3} is "1.200". */
export function showDecimal(value: Decimal): DecimalText {
  const isNegative = value.units < 0n;
  const digits = (isNegative ? -value.units : value.units)
    .toString()
    .padStart(value.scale + 1, '0');
  const cut = digits.length - value.scale;
  const text = value.scale === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
  return isNegative ? `-${text}` : text;
}

/** Cut or pad to the given number of decimals; the result always has exactly that scale. */
export function roundDecimal(value: Decimal, decimals: number, rounding: Rounding): Decimal {
  if (decimals >= value.scale) {
    return { units: value.units * 10n ** BigInt(decimals - value.scale), scale: decimals };
  }
  const step = 10n ** BigInt(value.scale - decimals);
  return { units: divideRounded(value.units, step, rounding), scale: decimals };
}

/** Drop zeros at the end of the fraction. */
export function trimDecimal(value: Decimal): Decimal {
  let { units, scale } = value;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale -= 1;
  }
  return { units, scale };
}

/** Round to a number of significant figures, at least as coarse as asked; zero stays zero. */
export function roundToFigures(value: Decimal, figures: number, rounding: Rounding): Decimal {
  if (value.units === 0n) return value;
  const digits = magnitude(value.units).toString().length;
  const decimals = value.scale - (digits - figures);
  if (decimals >= value.scale) return value;
  return roundDecimal(value, Math.max(0, decimals), rounding);
}

/** -1, 0 or 1 as the first is smaller, equal or larger. */
export function compareDecimals(first: Decimal, second: Decimal): -1 | 0 | 1 {
  const scale = Math.max(first.scale, second.scale);
  const left = roundDecimal(first, scale, 'zero').units;
  const right = roundDecimal(second, scale, 'zero').units;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The exact sum. */
export function addDecimals(first: Decimal, second: Decimal): Decimal {
  const scale = Math.max(first.scale, second.scale);
  const left = roundDecimal(first, scale, 'zero').units;
  return { units: left + roundDecimal(second, scale, 'zero').units, scale };
}

/** The same number with the other sign. */
export function negateDecimal(value: Decimal): Decimal {
  return { units: -value.units, scale: value.scale };
}

/** The exact product. */
export function multiplyDecimals(first: Decimal, second: Decimal): Decimal {
  return { units: first.units * second.units, scale: first.scale + second.scale };
}

/**
 * Divide and cut to the given decimals.
 *
 * @param options - decimals of the result and the way to cut.
 * @returns null when the divisor is zero.
 */
export function divideDecimals(
  dividend: Decimal,
  divisor: Decimal,
  options: { decimals: number; rounding: Rounding },
): Decimal | null {
  if (divisor.units === 0n) return null;
  const lift = options.decimals + divisor.scale - dividend.scale;
  const top = lift >= 0 ? dividend.units * 10n ** BigInt(lift) : dividend.units;
  const bottom = lift >= 0 ? divisor.units : divisor.units * 10n ** BigInt(-lift);
  const sign = bottom < 0n ? -1n : 1n;
  const units = divideRounded(top * sign, bottom * sign, options.rounding);
  return { units, scale: options.decimals };
}

/** Round to a whole multiple of a step, which must be above zero. */
export function roundToStep(value: Decimal, step: Decimal, rounding: Rounding): Decimal {
  const scale = Math.max(value.scale, step.scale);
  const units = roundDecimal(value, scale, 'zero').units;
  const stepUnits = roundDecimal(step, scale, 'zero').units;
  const rounded = { units: divideRounded(units, stepUnits, rounding) * stepUnits, scale };
  return roundDecimal(rounded, step.scale, 'zero');
}

/** How many decimals a step has once its trailing zeros are gone: "0.0500" has 2, "10" has 0. */
export function countDecimals(step: DecimalText): number {
  const value = parseDecimal(step);
  return value ? trimDecimal(value).scale : 0;
}

function magnitude(units: bigint): bigint {
  return units < 0n ? -units : units;
}

function divideRounded(units: bigint, step: bigint, rounding: Rounding): bigint {
  const quotient = units / step;
  const rest = units % step;
  if (rest === 0n) return quotient;
  const away = units < 0n ? quotient - 1n : quotient + 1n;
  switch (rounding) {
    case 'zero':
      return quotient;
    case 'away':
      return away;
    case 'floor':
      return units < 0n ? away : quotient;
    case 'ceiling':
      return units < 0n ? quotient : away;
    case 'nearest': {
      const twice = magnitude(rest) * 2n;
      if (twice !== step) return twice > step ? away : quotient;
      return quotient % 2n === 0n ? quotient : away;
    }
  }
}
