import { expect, test } from 'vitest';
import { showPercent } from './percent.ts';

test('a gain in per cent is rounded down, a loss never towards zero', () => {
  const cases = [
    [187n, 576_000n, '0.03246527'],
    [-187n, 576_000n, '-0.03246528'],
    [-1n, 1_000_000_000n, '-0.00000010'],
    // 0.13 of 100,000: a screen that got two decimals would call it nothing.
    [13n, 10_000_000n, '0.00013000'],
    [0n, 5n, '0.00000000'],
    [5n, 0n, ''],
  ] as const;
  for (const [part, whole, text] of cases) expect(showPercent(part, whole)).toBe(text);
});
