import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../number/decimal.ts';
import {
  isRefused,
  isSameValue,
  readDraft,
  readFault,
  readShare,
  showAtRest,
  showDraft,
  stepValue,
  takeShare,
} from './number-draft.ts';

const rules = { locale: 'en-US', decimals: 2 };

describe('a number field', () => {
  it('keeps the text and knows its value', () => {
    expect(readDraft('', rules)).toEqual({ text: '', value: '' });
    expect(readDraft('0.', rules)).toEqual({ text: '0.', value: '0' });
    expect(readDraft('.5', rules)).toEqual({ text: '.5', value: '0.5' });
    expect(readDraft('12.30', rules)).toEqual({ text: '12.30', value: '12.30' });
    expect(readDraft('1,234.5', rules)).toEqual({ text: '1,234.5', value: '1234.5' });
  });
  it('gives a text that is no number as a value that nothing reads, and shows it again', () => {
    for (const text of ['1e9', '1.239', '-1', '1,2', 'x', '0x10', '1.2.3']) {
      const { value } = readDraft(text, rules);
      expect(isRefused(value), text).toBe(true);
      expect(parseDecimal(value), text).toBeNull();
      expect(Number(value), text).toBeNaN();
      expect(showDraft(value, 'de-DE'), text).toBe(text);
    }
    expect(readFault(readDraft('1.239', rules).value, rules)).toBe('decimals');
    expect(readFault(readDraft('1.23', rules).value, rules)).toBeNull();
    expect(readFault('', rules)).toBeNull();
  });
  it('still refuses what was refused when other rules would take it: nobody was told', () => {
    const { value } = readDraft('1.239', rules);
    expect(readFault(value, { ...rules, decimals: 3 })).toBe('unreadable');
  });
  it('shows the mark of the language and gives a point outside', () => {
    const german = { ...rules, locale: 'de-DE' };
    expect(readDraft('0,5', german)).toEqual({ text: '0,5', value: '0.5' });
    expect(showDraft('1234.5', 'de-DE')).toBe('1234,5');
  });
  it('has its groups at rest, and is read again as the same number', () => {
    expect(showAtRest('83506.00', 'en-US')).toBe('83,506.00');
    expect(showAtRest('83506.00', 'de-DE')).toBe('83.506,00');
    expect(showAtRest('?1e9', 'en-US')).toBe('1e9');
    expect(showAtRest('', 'en-US')).toBe('');
    for (const locale of ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'ru-RU', 'pt-PT', 'th-TH', 'ja-JP']) {
      for (const value of ['1234.5', '-1234567.125', '0.00000614', '999']) {
        const rest = showAtRest(value, locale);
        expect(readDraft(rest, { locale, isSigned: true }).value, rest).toBe(value);
      }
    }
  });
  it('steps by ticks onto the grid and stops at the bounds', () => {
    expect(stepValue('64250.55', { step: '0.1', steps: 1 })).toBe('64250.6');
    expect(stepValue('64250.55', { step: '0.1', steps: -1 })).toBe('64250.5');
    expect(stepValue('64250.5', { step: '0.1', steps: 10 })).toBe('64251.5');
    expect(stepValue('', { step: '0.5', steps: 1, start: '10' })).toBe('10.5');
    expect(stepValue('0.1', { step: '0.1', steps: -10, min: '0' })).toBe('0');
    expect(stepValue('9', { step: '1', steps: 10, max: '12' })).toBe('12');
  });
  it('takes shares of a maximum, cut down to the step', () => {
    expect(takeShare('1.237', 25, '0.01')).toBe('0.30');
    expect(takeShare('1.237', 100, '0.001')).toBe('1.237');
    expect(readShare('0.30', '1.2')).toBe(25);
    expect(readShare('5', '1.2')).toBe(100);
    expect(readShare('1', '0')).toBe(0);
    expect(isSameValue('1.0', '1')).toBe(true);
    expect(isSameValue('', '0')).toBe(false);
  });
});
