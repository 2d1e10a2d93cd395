import { describe, expect, it } from 'vitest';
import { formatAge, formatCountdown, formatMoment, formatUtc, formatWait } from './time.ts';

describe('times', () => {
  it('counts down and stops at zero', () => {
    expect(formatCountdown(730_000)).toBe('00:12:10');
    expect(formatCountdown(-5)).toBe('00:00:00');
    expect([60_999, 59_000, -5, 3_600_000].map(formatWait)).toEqual([
      '01:00',
      '00:59',
      '00:00',
      '01:00:00',
    ]);
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
