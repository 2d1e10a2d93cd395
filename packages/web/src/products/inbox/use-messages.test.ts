import { expect, test } from 'vitest';
import { mayAskMore } from './use-messages.ts';

const list = { hasMore: true, isRunning: false, requestedAtMs: 1_000, nowMs: 1_300 };

test('the next page is asked for 300 ms after the last, one at a time, while there is one', () => {
  expect(mayAskMore(list)).toBe(true);
  expect(mayAskMore({ ...list, nowMs: 1_299 })).toBe(false);
  expect(mayAskMore({ ...list, isRunning: true })).toBe(false);
  expect(mayAskMore({ ...list, hasMore: false })).toBe(false);
});
