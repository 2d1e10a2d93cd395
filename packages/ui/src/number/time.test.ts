import { describe, expect, it } from 'vitest';
import { cleanNumber, cleanTyping } from './paste.ts';
import { formatAge, formatCountdown, formatMoment, formatUtc } from './time.ts';

describe('pasted numbers', () => {
  it('reads both ways of writing marks whatever the language', () => {
    for (const locale of ['en-US', 'de-DE', 'fr-FR', 'es-ES']) {
      expect(cleanNumber('1,234.50', locale)).toBe('1234.50');
      expect(cleanNumber('1.234,50', locale)).toBe('1234.50');
      expect(cleanNumber('1 234,5', locale)).toBe('1234.5');
      expect(cleanNumber('1.234.567', locale)).toBe('1234567');
    }
  });
  it('lets the language decide where the text cannot', () => {
    expect(cleanNumber('1,234', 'en-US')).toBe('1234');
    expect(cleanNumber('1,234', 'de-DE')).toBe('1.234');
    expect(cleanNumber('1.234', 'de-DE')).toBe('1234');
    expect(cleanNumber('0.123', 'de-DE')).toBe('0.123');
    expect(cleanNumber('12,5', 'en-US')).toBe('12.5');
  });
  it('drops units, signs of money and wide digits', () => {
    expect(cleanNumber('$1,234.50', 'en-US')).toBe('1234.50');
    expect(cleanNumber('0.5 BTC', 'en-US')).toBe('0.5');
    expect(cleanNumber('１２３', 'ja-JP')).toBe('123');
    expect(cleanNumber('\u22125', 'en-US')).toBe('-5');
  });
  it('refuses what is no number', () => {
    for (const bad of ['', 'abc', '.', '1-2', '0x10']) expect(cleanNumber(bad, 'en-US')).toBeNull();
  });
  it('keeps half-typed numbers', () => {
    expect(cleanTyping('', 'en-US')).toBe('');
    expect(cleanTyping('0.', 'en-US')).toBe('0.');
    expect(cleanTyping('0,', 'de-DE')).toBe('0.');
    expect(cleanTyping('1a', 'en-US')).toBe('1');
    expect(cleanTyping('a', 'en-US')).toBeNull();
  });
  it('refuses a second mark while typing, in either language', () => {
    for (const typed of ['12.3.', '12.3,', '1.234.', '0.3.4', '1,234.5']) {
      expect(cleanTyping(typed, 'en-US'), typed).toBeNull();
      expect(cleanTyping(typed, 'de-DE'), typed).toBeNull();
    }
  });
});

describe('times', () => {
  it('counts down and stops at zero', () => {
    expect(formatCountdown(730_000)).toBe('00:12:10');
    expect(formatCountdown(-5)).toBe('00:00:00');
    expect(formatCountdown(3 * 86_400_000 + 3_661_000)).toBe('3d 01:01:01');
  });
  it('says ages in words and moments in a zone', () => {
    expect(formatAge({ atMs: 0, nowMs: 300_000, locale: 'en-US' })).toBe('5 min. ago');
    const noon = Date.UTC(2026, 10, 21, 12, 4, 31);
    expect(formatUtc(noon)).toBe('2026-11-21 12:04:31 UTC');
    const tokyo = { locale: 'en-US', form: 'seconds', timeZone: 'Asia/Tokyo' } as const;
    expect(formatMoment(noon, tokyo)).toBe('21:04:31');
  });
});
