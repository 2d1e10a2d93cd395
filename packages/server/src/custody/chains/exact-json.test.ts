import { expect, test } from 'vitest';
import { parseExactJson, toRaw } from './exact-json.ts';

test.each([
  ['0.1', 10_000_000n],
  ['0.29', 29_000_000n],
  ['1e-8', 1n],
  ['20999999.97690000', 2_099_999_997_690_000n],
  ['90071992.54740993', 9_007_199_254_740_993n],
  ['50', 5_000_000_000n],
  ['-0.00000001', -1n],
])('%s is exactly %d raw units', (written, raw) => {
  expect(toRaw((parseExactJson(`{"value":${written}}`) as { value: unknown }).value, 8)).toBe(raw);
});

test.each(['0.000000001', '1e-9', '"x"', 'null'])('%s is no amount', (written) => {
  expect(() => toRaw(parseExactJson(written), 8)).toThrow();
});
