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
 * a code is sent by itself once, and then by its button. A digit like the one that stands there is
 * a digit too: the next box waits.
 *
 * @param typed - what the box now holds: the digit before and the new one in either order, the new
 *   one alone, a whole code, or nothing when the digit was deleted.
 */
export function typeDigit(
  before: string,
  { place, typed, count }: { place: number; typed: string; count: number },
): CodeEntry {
  const plain = toPlainSigns(typed);
  const digits = digitsOf(typed);
  if (digits.length > 2) return fillCode(digits, count);
  const old = before[place] ?? '';
  const isOther = plain !== digits && (digits === '' || digits === old);
  if (isOther) return { value: before, place, isComplete: false };
  const hasOldLast = digits.length === 2 && digits[1] === old;
  const digit = hasOldLast ? digits.slice(0, 1) : digits.slice(-1);
  const entry = fillCode(before.slice(0, place) + digit + before.slice(place + 1), count);
  const wasComplete = before.length === count;
  const next = digit === '' ? place : Math.min(place + 1, entry.place);
  return { ...entry, place: next, isComplete: entry.isComplete && !wasComplete };
}
