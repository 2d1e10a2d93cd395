// The amount of a transfer: trimmed to the coin's precision and capped at what may be moved.
// Not the reading of keys and marks (the number field does that). Pure; money stays text.
import { cutZeros } from '@isobath/core/math';
import {
  addDecimals,
  compareDecimals,
  negateDecimal,
  parseDecimal,
  showDecimal,
} from '@isobath/ui';

/** The lesser of what is available and what may still be moved today. */
export function readCap(wallet: { available: string; todayAvailableLimit: string }): string {
  return isMore(wallet.available, wallet.todayAvailableLimit)
    ? wallet.todayAvailableLimit
    : wallet.available;
}

/** Whether the first amount is above the second; "" counts as nothing. */
export function isMore(first: string, second: string): boolean {
  const [one, two] = [parseDecimal(first || '0'), parseDecimal(second || '0')];
  return one !== null && two !== null && compareDecimals(one, two) > 0;
}

/** Decimals beyond the precision are cut, never rounded. */
export function cutDecimals(text: string, precision: number): string {
  const [whole = '', fraction] = text.split('.');
  if (fraction === undefined) return whole;
  return precision === 0 ? whole : `${whole}.${fraction.slice(0, precision)}`;
}

/** What stands in the field after a key: cut to the precision and capped. */
export function typeAmount(typed: string, precision: number, cap: string): string {
  const cut = cutDecimals(typed, precision);
  return isMore(cut, cap) ? cutZeros(cutDecimals(cap, precision)) : cut;
}

/** Whether anything above zero was typed. */
export function isAmount(text: string): boolean {
  return /[1-9]/.test(text);
}

/**
 * What is wrong with an amount. Where nothing is there, whatever is typed is capped to zero: then
 * the balance is the reason, not the typing.
 */
export function findProblem(amount: string, cap: string): 'empty' | 'tooMuch' | null {
  if (isAmount(amount)) return isMore(amount, cap) ? 'tooMuch' : null;
  return amount !== '' && !isAmount(cap) ? 'tooMuch' : 'empty';
}

/** A sum, or with `sign` -1 a difference, as text. */
export function addAmounts(first: string, second: string, sign: 1 | -1): string {
  const [one, two] = [parseDecimal(first), parseDecimal(second)];
  if (one === null || two === null) return first;
  return cutZeros(showDecimal(addDecimals(one, sign === 1 ? two : negateDecimal(two))));
}
