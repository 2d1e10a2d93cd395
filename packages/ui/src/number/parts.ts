// A shown number in pieces, so that the page can draw a small zero count and a quiet unit.
// Not a component, and nothing here rounds. Made by format.ts, drawn by NumberText.tsx.
import { groupDigits, readSeparators } from './separators.ts';

/** What the eye gets, and what the ear and the clipboard get. */
export type NumberParts = {
  /** "", "+" or the true minus U+2212. */
  readonly sign: string;
  /** Before the small digits: "1,234.5" or, for a tiny price, "0.0". */
  readonly head: string;
  /** The count of zeros after the point, drawn small; "" when nothing is collapsed. */
  readonly zeros: string;
  /** The figures after the collapsed zeros; "" when nothing is collapsed. */
  readonly tail: string;
  /** The whole number with "." and without groups: for copy, aria-label and inputs. */
  readonly plain: string;
};

/** Shown for a value nobody knows; a zero is always shown as a number. */
export const unknownText = '--';

/** The true minus. */
export const minusSign = '\u2212';

/** A thin space that never breaks: between a number and its unit. */
export const thinSpace = '\u202f';

const subscriptDigits = '₀₁₂₃₄₅₆₇₈₉';

/**
 * Join the pieces to one text; the zero count becomes subscript digits, for titles and canvases.
 */
export function joinParts(parts: NumberParts): string {
  const zeros = [...parts.zeros].map((digit) => subscriptDigits[Number(digit)]).join('');
  return parts.sign + parts.head + zeros + parts.tail;
}

/**
 * Write a plain decimal with a language's marks.
 *
 * @param plain - a decimal text such as "-1234.50".
 * @param options - isSigned writes "+" before a number above zero.
 */
export function localiseDecimal(
  plain: string,
  options: { locale: string; isSigned?: boolean | undefined },
): NumberParts {
  const separators = readSeparators(options.locale);
  const isNegative = plain.startsWith('-');
  const [whole = '0', fraction] = (isNegative ? plain.slice(1) : plain).split('.');
  const isZero = !/[1-9]/.test(plain);
  const grouped = groupDigits(whole, separators);
  return {
    sign: showSign({ isNegative, isZero, isSigned: options.isSigned === true }),
    head: fraction === undefined ? grouped : grouped + separators.decimal + fraction,
    zeros: '',
    tail: '',
    plain: isZero && isNegative ? plain.slice(1) : plain,
  };
}

function showSign(facts: { isNegative: boolean; isZero: boolean; isSigned: boolean }): string {
  if (facts.isZero) return '';
  if (facts.isNegative) return minusSign;
  return facts.isSigned ? '+' : '';
}
