import { expect, test } from 'vitest';
import { showPercent } from './percent.ts';

test('a gain in per cent is rounded down, a loss never towards zero', () => {
  const cases = [
    [187n, 576_000n, '0.03'],
    [-187n, 576_000n, '-0.04'],
    [-1n, 1_000_000_000n, '-0.01'],
    [0n, 5n, '0.00'],
    [5n, 0n, ''],
  ] as const;
  for (const [part, whole, text] of cases) expect(showPercent(part, whole)).toBe(text);
});
