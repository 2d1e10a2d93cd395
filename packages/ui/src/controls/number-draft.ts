// What a number field does with its text and its steps, apart from React.
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
import { joinParts, localiseDecimal } from '../number/parts.ts';
import { type NumberFault, type NumberRules, readNumber } from '../number/read-number.ts';
import { readSeparators } from '../number/separators.ts';

/** Text in the box and the value it stands for; value "" is an empty field. */
export type NumberDraft = { text: string; value: DecimalText | '' };

/**
 * Stands before a text that is no number where its value would stand. No reader of numbers takes
 * such a value and it is not empty, so nothing can be counted or sent with it by mistake.
 */
const refusedMark = '?';

/** Whether a field's value is a text that was not understood. */
export function isRefused(value: DecimalText | ''): boolean {
  return value.startsWith(refusedMark);
}

/** Take what stands in the box, however it came there: the text stays as it is. */
export function readDraft(text: string, rules: NumberRules): NumberDraft {
  const { value } = readNumber(text, rules);
  return { text, value: value ?? refusedMark + text };
}

/** Why a field's value is refused; null when it is a number or empty. */
export function readFault(value: DecimalText | '', rules: NumberRules): NumberFault | null {
  if (!isRefused(value)) return null;
  // The rules may have changed since: what waits for another reading is still not a number.
  return readNumber(showDraft(value, rules.locale), rules).fault ?? 'unreadable';
}

/** The text of a value in a field that nobody is editing: as the language writes it, in full. */
export function showAtRest(value: DecimalText | '', locale: string): string {
  const isNumber = value !== '' && !isRefused(value);
  return isNumber ? joinParts(localiseDecimal(value, { locale })) : showDraft(value, locale);
}

/** The text of a value to be edited: the language's decimal mark and no groups. */
export function showDraft(value: DecimalText | '', locale: string): string {
  if (isRefused(value)) return value.slice(refusedMark.length);
  return value.replace('.', readSeparators(locale).decimal);
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
