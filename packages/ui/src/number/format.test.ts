import { describe, expect, it } from 'vitest';
import { formatAmount, formatCompact, formatMoney, formatPercent, formatPrice } from './format.ts';
import { ratioToPercent, readSign, showPercent } from './format.ts';
import { joinParts, type NumberParts } from './parts.ts';

const locale = 'en-US';
const text = (parts: NumberParts | null) => (parts ? joinParts(parts) : null);

describe('formatPrice', () => {
  it('shows exactly the decimals of the market and keeps trailing zeros', () => {
    expect(text(formatPrice('64250.5', { locale, decimals: 2 }))).toBe('64,250.50');
    expect(text(formatPrice('64250', { locale, decimals: 0 }))).toBe('64,250');
    expect(text(formatPrice('1.23456', { locale, decimals: 4 }))).toBe('1.2346');
  });
  it('never shows an exponent', () => {
    expect(text(formatPrice('1e-7', { locale, decimals: 7, isCollapsed: false }))).toBe(
      '0.0000001',
    );
    expect(text(formatPrice('1e21', { locale }))).toBe('1,000,000,000,000,000,000,000');
  });
  it('collapses four or more zeros to a count', () => {
    const tiny = formatPrice('0.00000614', { locale });
    expect(tiny).toMatchObject({ head: '0.0', zeros: '5', tail: '614', plain: '0.00000614' });
    expect(text(tiny)).toBe('0.0₅614');
    expect(text(formatPrice('0.000012345678', { locale }))).toBe('0.0₄1235');
    expect(text(formatPrice('0.000000000001', { locale }))).toBe('0.0₁₁1');
  });
  it('leaves three zeros as they are', () => {
    expect(text(formatPrice('0.0001234', { locale }))).toBe('0.0001234');
  });
  it('rounds up out of the collapse', () => {
    const parts = formatPrice('0.00009999996', { locale });
    expect(text(parts)).toBe('0.0001');
    expect(parts?.plain).toBe('0.00009999996');
  });
  it('keeps the places of a column in a collapsed price', () => {
    expect(text(formatPrice('0.00000614', { locale, decimals: 9 }))).toBe('0.0₅6140');
    expect(text(formatPrice('0.00000614', { locale, decimals: 8 }))).toBe('0.0₅614');
  });
  it('collapses with the mark of the language', () => {
    expect(text(formatPrice('0.00000614', { locale: 'de-DE' }))).toBe('0,0₅614');
  });
  it('gives null for what is not a number', () => {
    for (const bad of ['', '--', 'NaN', '1.2.3', 'abc', '.', '-']) {
      expect(formatPrice(bad, { locale })).toBeNull();
    }
  });
});

describe('formatAmount', () => {
  it('trims zeros in text and keeps them in columns', () => {
    expect(text(formatAmount('1.50000000', { locale }))).toBe('1.5');
    expect(text(formatAmount('1.5', { locale, decimals: 4, isPadded: true }))).toBe('1.5000');
  });
  it('shows up to eight decimals and rounds what one owns down', () => {
    expect(text(formatAmount('0.123456789', { locale }))).toBe('0.12345678');
    expect(text(formatAmount('0.999999999', { locale }))).toBe('0.99999999');
  });
  it('rounds a cost up and a loss of one s own away from zero', () => {
    expect(text(formatAmount('0.001001', { locale, decimals: 3, standing: 'cost' }))).toBe('0.002');
    expect(text(formatAmount('-1.2301', { locale, decimals: 2 }))).toBe('\u22121.24');
  });
});

describe('formatMoney', () => {
  it('has two decimals from one up and four figures below', () => {
    expect(text(formatMoney('1234.567', { locale }))).toBe('1,234.56');
    expect(text(formatMoney('1', { locale }))).toBe('1.00');
    expect(text(formatMoney('0.123456', { locale }))).toBe('0.1234');
    expect(text(formatMoney('0.000123456', { locale, standing: 'cost' }))).toBe('0.0001235');
    expect(text(formatMoney('0.5', { locale }))).toBe('0.50');
  });
  it('shows zero as 0 and keeps the full value for hover', () => {
    expect(text(formatMoney('0', { locale }))).toBe('0');
    expect(text(formatMoney('0', { locale, isPadded: true }))).toBe('0.00');
    expect(formatMoney('1.23456789', { locale, decimals: 2 })?.plain).toBe('1.23456789');
  });
  it('writes a sign only when asked, and never on zero', () => {
    expect(text(formatMoney('12', { locale, isSigned: true }))).toBe('+12.00');
    expect(text(formatMoney('-12', { locale }))).toBe('\u221212.00');
    expect(text(formatMoney('0', { locale, isSigned: true }))).toBe('0');
  });
});

describe('formatCompact', () => {
  it('uses K, M, B and T with two decimals', () => {
    expect(text(formatCompact('1230', { locale }))).toBe('1.23K');
    expect(text(formatCompact('4560000', { locale }))).toBe('4.56M');
    expect(text(formatCompact('7890000000', { locale }))).toBe('7.89B');
    expect(text(formatCompact('-1200000000000', { locale }))).toBe('\u22121.20T');
    expect(text(formatCompact('999', { locale }))).toBe('999.00');
  });
  it('moves to the next letter when rounding reaches it', () => {
    expect(text(formatCompact('999999', { locale }))).toBe('1.00M');
  });
});

describe('formatPercent', () => {
  it('has two decimals and always a sign', () => {
    expect(text(formatPercent('1.234', { locale }))).toBe('+1.23');
    expect(text(formatPercent('-3', { locale }))).toBe('\u22123.00');
    expect(text(formatPercent('0', { locale }))).toBe('0.00');
    expect(text(formatPercent('0.1', { locale, isSigned: false }))).toBe('0.10');
  });
  it('says when it is under a hundredth and drops decimals over 999', () => {
    expect(text(formatPercent('0.004', { locale }))).toBe('<0.01');
    expect(text(formatPercent('-0.004', { locale }))).toBe('\u2212<0.01');
    expect(showPercent('-0.004', { locale: 'de-DE' })).toBe('\u2212<0,01\u202f%');
    expect(text(formatPercent('0.4', { locale, decimals: 0, isSigned: false }))).toBe('<1');
    expect(text(formatPercent('1234.56', { locale }))).toBe('+1,235');
    expect(text(formatPercent('999', { locale }))).toBe('+999.00');
  });
  it('is one text with its sign where no element can be', () => {
    expect(showPercent('12.346', { locale: 'de-DE' })).toBe('+12,35\u202f%');
    expect(showPercent('25', { locale, isSigned: false, decimals: 0 })).toBe('25\u202f%');
    expect(showPercent('?', { locale })).toBe('--');
  });
  it('turns ratios into percents', () => {
    expect(ratioToPercent('0.0153')).toBe('1.53');
    expect(ratioToPercent('-1')).toBe('-100');
    expect(readSign('-0.0')).toBe(0);
    expect(readSign('-0.01')).toBe(-1);
  });
});

const show = (tag: string) => text(formatAmount('1234567.5', { locale: tag }));

describe('languages', () => {
  it('writes each language s own marks', () => {
    expect(show('en-US')).toBe('1,234,567.5');
    expect(show('de-DE')).toBe('1.234.567,5');
    expect(show('fr-FR')).toBe('1\u202f234\u202f567,5');
    expect(show('zh-CN')).toBe('1,234,567.5');
  });
  it('does not group four digits where the language does not', () => {
    expect(text(formatAmount('1234.5', { locale: 'es-ES' }))).toBe('1234,5');
  });
});
