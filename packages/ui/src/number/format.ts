// The number rules of the screens: prices, amounts, money, large totals, percents.
// Not a component and never a float: decimal strings in, pieces of text out.
// Called by the components of this folder, by canvases and by page titles.
import {
  compareDecimals,
  type Decimal,
  type DecimalText,
  parseDecimal,
  type Rounding,
  roundDecimal,
  roundToFigures,
  shiftDecimal,
  showDecimal,
  trimDecimal,
} from './decimal.ts';
import {
  joinParts,
  localiseDecimal,
  minusSign,
  type NumberParts,
  thinSpace,
  unknownText,
} from './parts.ts';
import { readSeparators } from './separators.ts';

/**
 * Whose number it is, which says the way it is cut: what one owns goes down, what one pays goes
 * up, and a market's number goes to the nearest. So a shown number never flatters its owner.
 */
export type Standing = 'own' | 'cost' | 'market';

/** The way to cut for each standing. */
export const roundingOf: Readonly<Record<Standing, Rounding>> = {
  own: 'floor',
  cost: 'ceiling',
  market: 'nearest',
};

type LocaleOption = { locale: string };

const collapseFromZeros = 4;
const tinyFigures = 4;
const one: Decimal = { units: 1n, scale: 0 };
const thousand: Decimal = { units: 1000n, scale: 0 };

/**
 * A price: exactly the market's decimals, never an exponent; from four zeros after the point on
 * they collapse to a small count and up to four figures.
 *
 * @param options - decimals: the market's; left out, the text's own without trailing zeros.
 * @returns null when the text is no number.
 */
export function formatPrice(
  value: DecimalText,
  options: LocaleOption & { decimals?: number | undefined; isCollapsed?: boolean | undefined },
): NumberParts | null {
  const parsed = parseDecimal(value);
  if (!parsed) return null;
  const exact =
    options.decimals === undefined
      ? trimDecimal(parsed)
      : roundDecimal(parsed, options.decimals, 'nearest');
  const full = localiseDecimal(showDecimal(exact), options);
  if (options.isCollapsed === false || countZeros(exact) < collapseFromZeros) return full;
  return collapseZeros(exact, options.locale, options.decimals !== undefined);
}

/**
 * An amount of a coin.
 *
 * @param options - decimals: the step's in books and orders, at most 8 shown elsewhere;
 *   isPadded keeps trailing zeros (columns), otherwise they are trimmed (text).
 * @returns null when the text is no number.
 */
export function formatAmount(
  value: DecimalText,
  options: LocaleOption & {
    decimals?: number | undefined;
    isPadded?: boolean | undefined;
    isSigned?: boolean | undefined;
    standing?: Standing | undefined;
  },
): NumberParts | null {
  const parsed = parseDecimal(value);
  if (!parsed) return null;
  const rounding = roundingOf[options.standing ?? 'own'];
  const decimals = options.decimals ?? (options.isPadded ? 8 : Math.min(parsed.scale, 8));
  const rounded = roundDecimal(parsed, decimals, rounding);
  const shown = options.isPadded ? rounded : trimDecimal(rounded);
  return localiseDecimal(showDecimal(shown), options);
}

/**
 * Money: two decimals from 1 up, four significant figures below.
 *
 * @param options - decimals fixes them instead (2 for totals in BTC or ETH).
 * @returns null when the text is no number; plain keeps the whole value for copy and hover.
 */
export function formatMoney(
  value: DecimalText,
  options: LocaleOption & {
    decimals?: number | undefined;
    isPadded?: boolean | undefined;
    isSigned?: boolean | undefined;
    standing?: Standing | undefined;
  },
): NumberParts | null {
  const parsed = parseDecimal(value);
  if (!parsed) return null;
  const rounding = roundingOf[options.standing ?? 'own'];
  const rounded = roundMoney(parsed, rounding, options.decimals);
  const isWhole = rounded.units === 0n && options.isPadded !== true;
  const shown = localiseDecimal(isWhole ? '0' : showDecimal(rounded), options);
  return { ...shown, plain: showDecimal(trimDecimal(parsed)) };
}

/**
 * A large total for overview tiles only: 1.23K, 4.56M, 7.89B, 1.20T.
 *
 * @returns null when the text is no number; plain keeps the whole value.
 */
export function formatCompact(value: DecimalText, options: LocaleOption): NumberParts | null {
  const parsed = parseDecimal(value);
  if (!parsed) return null;
  const steps: readonly (readonly [number, string])[] = [
    [12, 'T'],
    [9, 'B'],
    [6, 'M'],
    [3, 'K'],
  ];
  const size: Decimal = { ...parsed, units: parsed.units < 0n ? -parsed.units : parsed.units };
  const plain = showDecimal(trimDecimal(parsed));
  for (const [power, letter] of steps) {
    const rounded = roundDecimal(shiftDecimal(size, -power), 2, 'nearest');
    if (compareDecimals(rounded, one) < 0) continue;
    if (power === 3 && compareDecimals(size, thousand) < 0) continue;
    const signed = parsed.units < 0n ? { ...rounded, units: -rounded.units } : rounded;
    const shown = localiseDecimal(showDecimal(signed), options);
    return { ...shown, head: shown.head + letter, plain };
  }
  const money = formatMoney(value, { ...options, standing: 'market' });
  return money && { ...money, plain };
}

/**
 * A percent: two decimals, "<0.01" below that (and "−<0.01" of a small loss), no decimals above
 * 999, the sign always.
 *
 * @param value - in percent, "1.5" is one and a half percent; see ratioToPercent.
 * @param options - isSigned false leaves out the plus (rates, shares).
 * @returns null when the text is no number; without the percent sign.
 */
export function formatPercent(
  value: DecimalText,
  options: LocaleOption & {
    isSigned?: boolean | undefined;
    standing?: Standing | undefined;
    decimals?: number | undefined;
  },
): NumberParts | null {
  const parsed = parseDecimal(value);
  if (!parsed) return null;
  const isSigned = options.isSigned !== false;
  const decimals = options.decimals ?? 2;
  const size = { units: parsed.units < 0n ? -parsed.units : parsed.units, scale: parsed.scale };
  const plain = showDecimal(trimDecimal(parsed));
  const smallest: Decimal = { units: 1n, scale: decimals };
  if (size.units !== 0n && compareDecimals(size, smallest) < 0) {
    const decimal = readSeparators(options.locale).decimal;
    return {
      sign: parsed.units < 0n ? minusSign : '',
      head: decimals === 0 ? '<1' : `<0${decimal}${'1'.padStart(decimals, '0')}`,
      zeros: '',
      tail: '',
      plain,
    };
  }
  const isHuge = compareDecimals(size, { units: 999n, scale: 0 }) > 0;
  const rounding = roundingOf[options.standing ?? 'market'];
  const rounded = roundDecimal(parsed, isHuge ? 0 : decimals, rounding);
  return { ...localiseDecimal(showDecimal(rounded), { locale: options.locale, isSigned }), plain };
}

/**
 * A percent as one text with its sign, for pictures, titles and labels.
 *
 * @param value - as formatPercent takes it.
 * @returns the sign of what nobody knows when the text is no number.
 */
export function showPercent(
  value: DecimalText,
  options: Parameters<typeof formatPercent>[1],
): string {
  const parts = formatPercent(value, options);
  return parts === null ? unknownText : `${joinParts(parts)}${thinSpace}%`;
}

/** A ratio as percent: "0.0153" is "1.53". An unreadable text is given back as it came. */
export function ratioToPercent(ratio: DecimalText): DecimalText {
  const parsed = parseDecimal(ratio);
  return parsed ? showDecimal(trimDecimal(shiftDecimal(parsed, 2))) : ratio;
}

/** Which way a number points: 1, 0 or -1; 0 also for an unreadable text. */
export function readSign(value: DecimalText): -1 | 0 | 1 {
  const parsed = parseDecimal(value);
  if (!parsed || parsed.units === 0n) return 0;
  return parsed.units < 0n ? -1 : 1;
}

function roundMoney(parsed: Decimal, rounding: Rounding, decimals: number | undefined): Decimal {
  if (decimals !== undefined) return roundDecimal(parsed, decimals, rounding);
  const size = { units: parsed.units < 0n ? -parsed.units : parsed.units, scale: parsed.scale };
  if (parsed.units === 0n || compareDecimals(size, one) >= 0) {
    return roundDecimal(parsed, 2, rounding);
  }
  const rounded = roundToFigures(parsed, 4, rounding);
  const isOne = rounded.units === 10n ** BigInt(rounded.scale);
  return rounded.scale < 2 || isOne ? roundDecimal(rounded, 2, rounding) : rounded;
}

function countZeros(value: Decimal): number {
  if (value.units === 0n) return 0;
  const digits = (value.units < 0n ? -value.units : value.units).toString().length;
  return Math.max(0, value.scale - digits);
}

function collapseZeros(exact: Decimal, locale: string, isPadded: boolean): NumberParts {
  const rounded = roundToFigures(exact, tinyFigures, 'nearest');
  const zeros = countZeros(rounded);
  const shown = isPadded ? rounded : trimDecimal(rounded);
  const plain = showDecimal(exact);
  const full = localiseDecimal(showDecimal(shown), { locale });
  if (zeros < collapseFromZeros) return { ...full, plain };
  const decimal = readSeparators(locale).decimal;
  const figures = showDecimal(shown).split('.')[1]!.slice(zeros);
  return { ...full, head: `0${decimal}0`, zeros: String(zeros), tail: figures, plain };
}
