// Reading a number that a person gives to a field: typed, pasted, dropped or filled in, it is one
// text and read one way, by the marks of the page's language. Nothing is dropped: a text is
// understood as a whole, or refused with the reason.
// Not a formatter. Called by NumberField on each change, and wherever else a number is typed.
import {
  compareDecimals,
  type Decimal,
  type DecimalText,
  parseDecimal,
  showDecimal,
} from './decimal.ts';
import { groupMark, readSeparators } from './separators.ts';

/** The smallest and the largest number that a field takes. */
export type NumberRange = { readonly min: DecimalText; readonly max: DecimalText };

/** What a text must keep to. */
export type NumberRules = {
  /** BCP 47; its marks say what a single mark means. */
  locale: string;
  /** Most decimals; left out, any number of them. Zeros beyond it change no number. */
  decimals?: number | undefined;
  isSigned?: boolean | undefined;
  /** May stand behind the number: "0.5 BTC" in a field of BTC. */
  unit?: string | undefined;
  /** Both ends count; a number outside is refused. */
  range?: NumberRange | undefined;
};

/**
 * Why a text is refused: it is no number; it may become one with the next key; its marks stand
 * where they group nothing; it is finer than allowed; it is below zero; it is out of its range.
 */
export type NumberFault = 'unreadable' | 'incomplete' | 'marks' | 'decimals' | 'sign' | 'range';

/** The number, "" for an empty text, or why there is none. */
export type NumberReading =
  | { readonly value: DecimalText | ''; readonly fault: null }
  | { readonly value: null; readonly fault: NumberFault };

const refuse = (fault: NumberFault): NumberReading => ({ value: null, fault });

/**
 * Read a text.
 *
 * Of two different marks the last is the decimal mark. A mark that stands more than once groups.
 * A single mark is the decimal mark, except the one that the language groups with. Groups have
 * three digits each, or the text is refused; so is one of two marks that the language uses the
 * other way round, "1.000,5" in English: who wrote it may mean either number.
 *
 * Some marks mean one thing in every language: the Arabic and the wide decimal mark, and as groups
 * the Arabic and the wide comma, every space and every apostrophe. Digits are of one script, and
 * so are the marks that scripts have of their own, or the text is refused.
 */
export function readNumber(text: string, rules: NumberRules): NumberReading {
  const plain = cutUnit(toPlainSigns(text).trim(), rules.unit);
  if (plain === '') return { value: '', fault: null };
  const match = /^([+-]?)([\d.,' \u066b\u066c\uff0e\uff0c]{0,80})$/.exec(plain);
  if (match === null || countDigitScripts(text) > 1) return refuse('unreadable');
  const [, sign = '', body = ''] = match;
  if (!/\d/.test(body)) return refuse(markAlone.test(body) ? 'incomplete' : 'unreadable');
  if (sign === '-' && rules.isSigned !== true) return refuse('sign');
  const parts = splitAtDecimal(body, rules.locale);
  const whole = parts && joinGroups(parts.whole);
  if (parts === null || whole === null || !/^\d*$/.test(parts.fraction)) {
    return refuse(openGroup.test(body) ? 'incomplete' : 'marks');
  }
  const most = rules.decimals ?? parts.fraction.length;
  if (/[1-9]/.test(parts.fraction.slice(most))) return refuse('decimals');
  const parsed = parseDecimal(`${sign}${whole || 0}.${parts.fraction.slice(0, most)}`);
  if (parsed === null) return refuse('unreadable');
  return isWithin(parsed, rules.range)
    ? { value: showDecimal(parsed), fault: null }
    : refuse('range');
}

function isWithin(value: Decimal, range: NumberRange | undefined): boolean {
  const min = parseDecimal(range?.min ?? '');
  const max = parseDecimal(range?.max ?? '');
  const isBelow = min !== null && compareDecimals(value, min) < 0;
  return !isBelow && (max === null || compareDecimals(value, max) <= 0);
}

const markAlone = /^[.,\u066b\uff0e]?$/;
/** Whole groups and a mark behind them: three digits may follow. */
const openGroup = /^[1-9]\d{0,2}([.,' \u066c\uff0c])(\d{3}\1)*$/;
/** Marks that a script has of its own, a line each: those of one number are of one line. */
const markScripts = [/[.,]/, /[\u066b\u066c]/, /[\uff0e\uff0c]/];
const sureDecimal = /[\u066b\uff0e]/;

/** Where the decimals begin; null when no mark can be the decimal one and none groups. */
function splitAtDecimal(body: string, locale: string): { whole: string; fraction: string } | null {
  const marks = body.replace(/\d/g, '');
  if (markScripts.filter((script) => script.test(marks)).length > 1) return null;
  const last = marks.at(-1) ?? '';
  const isMixed = new Set(marks).size > 1;
  const isOnce = marks.split(last).length === 2;
  if (isMixed && !isOnce) return null;
  const canBeDecimal = /[.,]/.test(last) || sureDecimal.test(last);
  const separators = readSeparators(locale);
  const groups = last === groupMark(separators);
  if (isMixed && (groups || marks.slice(0, -1).includes(separators.decimal))) return null;
  if (!canBeDecimal || !isOnce || groups) return { whole: body, fraction: '' };
  const at = body.lastIndexOf(last);
  return { whole: body.slice(0, at), fraction: body.slice(at + 1) };
}

/** The digits of a whole number, grouped by threes with one mark or not at all; else null. */
function joinGroups(whole: string): string | null {
  if (/^\d*$/.test(whole)) return whole;
  const isGrouped = /^[1-9]\d{0,2}([.,' \u066c\uff0c])\d{3}(\1\d{3})*$/.test(whole);
  return isGrouped ? whole.replace(/\D/g, '') : null;
}

function cutUnit(text: string, unit: string | undefined): string {
  const hasUnit = unit && text.toUpperCase().endsWith(unit.toUpperCase());
  return hasUnit ? text.slice(0, -unit.length).trim() : text;
}

/** Where ten digits begin: of ASCII, Arabic, Persian, Devanagari, Thai, wide. */
const zeros = [0x30, 0x0660, 0x06f0, 0x0966, 0x0e50, 0xff10];

const plainSigns: Readonly<Record<string, string>> = {
  '\u2212': '-',
  '\uff0d': '-',
  '\uff0b': '+',
  '\u2019': "'",
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u3000': ' ',
};

/** Where the digits of a sign's script begin; undefined for what is no digit. */
function findZero(sign: string): number | undefined {
  const code = sign.charCodeAt(0);
  return zeros.find((each) => code >= each && code < each + 10);
}

function countDigitScripts(text: string): number {
  return new Set([...text].map(findZero).filter((zero) => zero !== undefined)).size;
}

/** The signs of other scripts and keyboards as those of ASCII that mean the same. */
export function toPlainSigns(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (sign) => {
    const zero = findZero(sign);
    return zero === undefined ? (plainSigns[sign] ?? sign) : String(sign.charCodeAt(0) - zero);
  });
}
