import { describe, expect, it } from 'vitest';
import { showStep } from './step-label.ts';

describe('names of price steps', () => {
  it('writes a step with the decimals it has', () => {
    expect(showStep(10, 2, 'en-US')).toEqual({ label: '0.1' });
    expect(showStep(1000, 0, 'en-US')).toEqual({ label: '1,000' });
    expect(showStep(1, 3, 'de-DE')).toEqual({ label: '0,001' });
  });

  it('writes a tiny step short, and beside it in full', () => {
    expect(showStep(1, 8, 'en-US')).toEqual({ label: '0.0₇1', note: '0.00000001' });
    expect(showStep(100, 8, 'en-US')).toEqual({ label: '0.0₅1', note: '0.000001' });
  });
});
