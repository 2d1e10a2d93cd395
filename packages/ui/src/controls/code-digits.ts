// What stands in the boxes of a code after something was typed or pasted. Not the boxes themselves
// (CodeField.tsx).
import { toPlainSigns } from '../number/read-number.ts';

/** The digits after an entry, the box to go on in, and whether the entry made the code whole. */
export interface CodeEntry {
  readonly value: string;
  readonly place: number;
  readonly isComplete: boolean;
}

/** Digits of other scripts and of wide keyboards are those of ASCII. */
const digitsOf = (text: string) => toPlainSigns(text).replace(/\D/g, '');

/** Put a whole text into the boxes, from the first: pasted, or filled in by the device. */
export function fillCode(text: string, count: number): CodeEntry {
  const value = digitsOf(text).slice(0, count);
  const isComplete = value.length === count;
  return { value, place: Math.min(value.length, count - 1), isComplete };
}

/**
 * Type into one box. A digit that replaces another one of a whole code does not make it whole anew:
 * a code is sent by itself once, and then by its button.
 *
 * @param typed - what the box now holds: the digit before and the new one, or a whole code.
 */
export function typeDigit(
  before: string,
  { place, typed, count }: { place: number; typed: string; count: number },
): CodeEntry {
  const digits = digitsOf(typed);
  if (digits.length > 2) return fillCode(digits, count);
  const entry = fillCode(
    before.slice(0, place) + digits.slice(-1) + before.slice(place + 1),
    count,
  );
  const wasComplete = before.length === count;
  const next = Math.min(place + 1, entry.place);
  return { ...entry, place: next, isComplete: entry.isComplete && !wasComplete };
}
