import { z } from './z.ts';

/**
 * A decimal amount, price or size as text: digits, optional fraction, no sign, exponent or spaces.
 */
export const decimalText = z
  .string()
  .max(60)
  .regex(/^(0|[1-9]\d*)(\.\d+)?$/, 'decimal');

/** Like decimalText, but may be negative (changes, fees with rebates). */
export const signedDecimalText = z
  .string()
  .max(61)
  .regex(/^-?(0|[1-9]\d*)(\.\d+)?$/, 'decimal');

/** A whole number as text: ids above 2^31 travel so. Any of it fits a table's 64 bits. */
export const wholeText = z.string().max(18).regex(/^\d+$/, 'whole number');

/** Wait, two seconds at most, until the step of this number is in the answer; else `behind`. */
export const minSeq = wholeText.optional();

/** A currency of daily life or a coin, by its code. */
export const currencyCode = z.string().regex(/^[A-Z]{3,5}$/, 'currency');

/** UTC milliseconds. */
export const timeMs = z.number().int().min(0);
