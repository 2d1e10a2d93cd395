// Reading what people type and paste: "1,234.50", "1.234,50", "1 234,5", "0,5", "$12".
// Not a formatter. Called by NumberField on each change and on paste.
import { readSeparators } from './separators.ts';
import { type DecimalText, parseDecimal, showDecimal } from './decimal.ts';

/**
 * Turn a pasted or typed number into a decimal text.
 *
 * Both marks present: the last one is the decimal mark. One mark several times: it groups. One mark
 * once: it is the language's decimal mark, unless three digits follow and the language groups with
 * it.
 *
 * @param locale - BCP 47; decides only where the text alone cannot.
 * @returns null when no number can be read.
 */
export function cleanNumber(text: string, locale: string): DecimalText | null {
  const compact = toAsciiDigits(text)
    .replace(/[\s\u00a0\u202f\u2009'’_]/g, '')
    .replace('\u2212', '-')
    .replace(/^([+-]?)[^\d+\-.,]+/, '$1')
    .replace(/[^\d.,]+$/, '');
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(compact)) return null;
  const parsed = parseDecimal(resolveMarks(compact, locale).replace(/^\+/, ''));
  return parsed && showDecimal(parsed);
}

/**
 * Keep a half-typed number as it is while it may still become one: "", "-", "0.", ",5".
 *
 * The first mark is the decimal one. A second one is refused: read as grouping, a slip of the
 * finger would make 123 of 12.3.
 *
 * @returns the text with "." as decimal mark, or null when this key should be refused.
 */
export function cleanTyping(text: string, locale: string): string | null {
  const ascii = toAsciiDigits(text).replace('\u2212', '-').trim();
  if ((ascii.match(/[.,]/g) ?? []).length > 1) return null;
  const pointed = ascii.replace(',', '.');
  return /^-?\d*\.?\d*$/.test(pointed) ? pointed : cleanNumber(ascii, locale);
}

function resolveMarks(text: string, locale: string): string {
  const points = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (points > 0 && commas > 0) {
    const decimal = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
    return keepOneMark(text, decimal);
  }
  if (points + commas === 0) return text;
  const mark = points > 0 ? '.' : ',';
  if (points + commas > 1) return text.replaceAll(mark, '');
  const separators = readSeparators(locale);
  const groupsThree = /\d{1,3}[.,]\d{3}$/.test(text) && !/^[+-]?0[.,]/.test(text);
  if (mark === separators.group && groupsThree) return text.replace(mark, '');
  return text.replace(mark, '.');
}

function keepOneMark(text: string, decimal: string): string {
  const at = text.lastIndexOf(decimal);
  return `${text.slice(0, at).replace(/[.,]/g, '')}.${text.slice(at + 1)}`;
}

function toAsciiDigits(text: string): string {
  return text.replace(/[\uff10-\uff19\u0660-\u0669\u0e50-\u0e59]/g, (digit) => {
    const code = digit.charCodeAt(0);
    if (code >= 0xff10) return String(code - 0xff10);
    return String(code >= 0x0e50 ? code - 0x0e50 : code - 0x0660);
  });
}
