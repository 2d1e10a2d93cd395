import { expect, test } from 'vitest';
import { orderLines } from './service-lines.ts';

test('lines stand as configured, 3 2 1 without that; the live line is for those signed in', () => {
  expect(orderLines([], true)).toEqual([3, 2, 1]);
  expect(orderLines([], false)).toEqual([3, 1]);
  expect(orderLines([1, 2], true)).toEqual([1, 2]);
  expect(orderLines([1, 1, 3], false)).toEqual([1, 3]);
});
