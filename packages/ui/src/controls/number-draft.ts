// What a number field does with keys, steps and pasted text, apart from React.
// Not a formatter for reading: fields always show the whole number.
import {
  addDecimals,
  compareDecimals,
  type DecimalText,
  negateDecimal,
  parseDecimal,
  roundDecimal,
  roundToStep,
  showDecimal,
  trimDecimal,
} from '../number/decimal.ts';
import { cleanNumber, cleanTyping } from '../number/paste.ts';
import { readSeparators } from '../number/separators.ts';

/** What a field allows. */
export type NumberRules = {
  locale: string;
  /** One press of an arrow key: the market's tick. */
  step: DecimalText;
  /** Most decimals that can be typed; more are cut. */
  decimals: number;
  isSigned?: boolean | undefined;
};

/** Text in the box and the value it stands for; value "" is an empty field. */
export type NumberDraft = { text: string; value: DecimalText | '' };

/**
 * Take what was typed or pasted.
 *
 * @param isWhole - the text came at once (paste, drop, filled in): its marks are read as a whole,
 *   so "1,234" is a thousand where the comma groups. A single key is a decimal mark at once.
 * @returns the new draft, or null when the key is refused.
 */
export function readDraft(typed: string, rules: NumberRules, isWhole = false): NumberDraft | null {
  const whole = isWhole ? cleanNumber(typed, rules.locale) : null;
  const cleaned = whole ?? cleanTyping(typed, rules.locale);
  if (cleaned === null) return null;
  if (cleaned.startsWith('-') && !rules.isSigned) return null;
  const cut = cutDecimals(cleaned, rules.decimals);
  const parsed = parseDecimal(cut);
  return { text: showMark(cut, rules.locale), value: parsed ? showDecimal(parsed) : '' };
}

/** The text of a value set from outside, in the language's decimal mark. */
export function showDraft(value: DecimalText | '', locale: string): string {
  return showMark(value, locale);
}

/**
 * Step to the next multiple of the step, up or down.
 *
 * @param value - "" steps from start, which is the market's price or zero.
 * @param options - steps: 1, -1, 10 or -10; min and max stop it.
 */
export function stepValue(
  value: DecimalText | '',
  options: {
    step: DecimalText;
    steps: number;
    start?: DecimalText | undefined;
    min?: DecimalText | undefined;
    max?: DecimalText | undefined;
  },
): DecimalText {
  const step = parseDecimal(options.step) ?? { units: 1n, scale: 0 };
  const from = parseDecimal(value) ?? parseDecimal(options.start ?? '0') ?? step;
  const isUp = options.steps > 0;
  const onStep = roundToStep(from, step, isUp ? 'floor' : 'ceiling');
  const move = { units: step.units * BigInt(options.steps), scale: step.scale };
  let next = addDecimals(onStep, move);
  const min = options.min === undefined ? null : parseDecimal(options.min);
  const max = options.max === undefined ? null : parseDecimal(options.max);
  if (min && compareDecimals(next, min) < 0) next = min;
  if (max && compareDecimals(next, max) > 0) next = max;
  return showDecimal(next);
}

/** A part of a maximum, cut down to the step: 25 % of "1.237" by "0.01" is "0.30". */
export function takeShare(max: DecimalText, percent: number, step: DecimalText): DecimalText {
  const whole = parseDecimal(max);
  const grid = parseDecimal(step);
  if (!whole || !grid || grid.units <= 0n) return '0';
  const part = { units: whole.units * BigInt(Math.round(percent)), scale: whole.scale + 2 };
  return showDecimal(roundToStep(part, grid, 'zero'));
}

/** Which share of a maximum a value is, in whole percent from 0 to 100. */
export function readShare(value: DecimalText | '', max: DecimalText): number {
  const part = parseDecimal(value);
  const whole = parseDecimal(max);
  if (!part || !whole || whole.units <= 0n) return 0;
  const scale = Math.max(part.scale, whole.scale);
  const left = roundDecimal(part, scale, 'zero').units * 100n;
  const share = Number(left / roundDecimal(whole, scale, 'zero').units);
  return Math.min(100, Math.max(0, share));
}

/** Whether two field values are the same number. */
export function isSameValue(first: DecimalText | '', second: DecimalText | ''): boolean {
  if (first === second) return true;
  const left = parseDecimal(first);
  const right = parseDecimal(second);
  if (!left || !right) return false;
  return trimDecimal(addDecimals(left, negateDecimal(right))).units === 0n;
}

function cutDecimals(text: string, decimals: number): string {
  const [whole = '', fraction] = text.split('.');
  if (fraction === undefined) return text;
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`;
}

function showMark(text: string, locale: string): string {
  return text.replace('.', readSeparators(locale).decimal);
}
