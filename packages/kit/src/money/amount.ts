// An amount that is moved: cut to the asset's precision and capped at what may be moved.
// Not the reading of keys and marks (the number field does that). Pure; money stays text.
import {
  addDecimals,
  compareDecimals,
  isRefused,
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

const cutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** The amount as a field has it: cut to the precision, without idle zeros. */
export function cutAmount(text: string, precision: number): string {
  return cutZeros(cutDecimals(text, precision));
}

/** Whether the first amount is above the second; "" counts as nothing. */
export function isMore(first: string, second: string): boolean {
  const [one, two] = [parseDecimal(first || '0'), parseDecimal(second || '0')];
  return one !== null && two !== null && compareDecimals(one, two) > 0;
}

/** Decimals beyond the precision are cut, never rounded. */
function cutDecimals(text: string, precision: number): string {
  const [whole = '', fraction] = text.split('.');
  if (fraction === undefined) return whole;
  return precision === 0 ? whole : `${whole}.${fraction.slice(0, precision)}`;
}

/** What was done to an amount when its field was left, and is said there. */
export type AmountNote = 'trimmed' | 'capped';

/**
 * What stands in the field once a person is done with it: cut to the precision and capped. While
 * it is typed nothing is changed, or the next key would go on from a number that nobody wrote.
 *
 * @returns the amount as it was, and no note, where nothing had to be done or nothing was read.
 */
export function settleAmount(
  amount: string,
  { precision, cap }: { precision: number; cap: string },
): { readonly amount: string; readonly note: AmountNote | null } {
  if (!isAmount(amount)) return { amount, note: null };
  const most = cutAmount(cap, precision);
  // Where nothing is there, the balance is the reason, and the amount stays to be read.
  if (isMore(amount, cap)) {
    return isAmount(most) ? { amount: most, note: 'capped' } : { amount, note: null };
  }
  return isTooFine(amount, precision)
    ? { amount: cutDecimals(amount, precision), note: 'trimmed' }
    : { amount, note: null };
}

/** Whether digits stand beyond the precision. */
function isTooFine(amount: string, precision: number): boolean {
  return /[1-9]/.test((amount.split('.')[1] ?? '').slice(precision));
}

/** Whether a number above zero was typed. */
export function isAmount(text: string): boolean {
  return !isRefused(text) && /[1-9]/.test(text);
}

/** What is wrong with an amount; what is too fine or too much can be settled. */
export type AmountProblem = 'empty' | 'refused' | 'tooMuch' | 'tooFine';

/** Find what is wrong. Where nothing is there, even zero is too much: the balance is the reason. */
export function findProblem(
  amount: string,
  { precision, cap }: { precision: number; cap: string },
): AmountProblem | null {
  if (isRefused(amount)) return 'refused';
  if (!isAmount(amount)) return amount !== '' && !isAmount(cap) ? 'tooMuch' : 'empty';
  if (isMore(amount, cap)) return 'tooMuch';
  return isTooFine(amount, precision) ? 'tooFine' : null;
}

/** A sum, or with `sign` -1 a difference, as text. */
export function addAmounts(first: string, second: string, sign: 1 | -1): string {
  const [one, two] = [parseDecimal(first), parseDecimal(second)];
  if (one === null || two === null) return first;
  return cutZeros(showDecimal(addDecimals(one, sign === 1 ? two : negateDecimal(two))));
}
