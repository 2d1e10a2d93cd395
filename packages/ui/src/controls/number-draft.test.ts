import { describe, expect, it } from 'vitest';
import {
  isSameValue,
  readDraft,
  readShare,
  showDraft,
  stepValue,
  takeShare,
} from './number-draft.ts';

const rules = { locale: 'en-US', step: '0.01', decimals: 2 };

describe('a number field', () => {
  it('keeps half-typed numbers and knows their value', () => {
    expect(readDraft('', rules)).toEqual({ text: '', value: '' });
    expect(readDraft('0.', rules)).toEqual({ text: '0.', value: '0' });
    expect(readDraft('.5', rules)).toEqual({ text: '.5', value: '0.5' });
    expect(readDraft('12.30', rules)).toEqual({ text: '12.30', value: '12.30' });
  });
  it('reads pasted numbers of both kinds and cuts what is too fine', () => {
    expect(readDraft('1,234.50', rules, true)).toEqual({ text: '1234.50', value: '1234.50' });
    expect(readDraft('1.234,50', rules, true)).toEqual({ text: '1234.50', value: '1234.50' });
    expect(readDraft('1.239', rules)).toEqual({ text: '1.23', value: '1.23' });
    expect(readDraft('5.5', { ...rules, decimals: 0 })).toEqual({ text: '5', value: '5' });
  });
  it('reads a pasted thousand as the language writes it, and a typed mark as decimal', () => {
    expect(readDraft('1,234', rules, true)?.value).toBe('1234');
    expect(readDraft('1,234', rules)?.value).toBe('1.23');
    expect(readDraft('1.234', { ...rules, locale: 'de-DE' }, true)?.value).toBe('1234');
    expect(readDraft('', rules, true)).toEqual({ text: '', value: '' });
  });
  it('shows the mark of the language and gives a point outside', () => {
    const german = { ...rules, locale: 'de-DE' };
    expect(readDraft('0,5', german)).toEqual({ text: '0,5', value: '0.5' });
    expect(showDraft('1234.5', 'de-DE')).toBe('1234,5');
  });
  it('takes no second mark from a key: the amount stays what it was', () => {
    for (const typed of ['12.3.', '12.3,', '0.3.4']) expect(readDraft(typed, rules)).toBeNull();
  });
  it('refuses letters and a minus where none belongs', () => {
    expect(readDraft('x', rules)).toBeNull();
    expect(readDraft('-1', rules)).toBeNull();
    expect(readDraft('-1', { ...rules, isSigned: true })?.value).toBe('-1');
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
