import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefresher } from './refresher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function make(refusals: number) {
  const requested: string[] = [];
  const shown: string[] = [];
  const late: boolean[] = [];
  const refresher = createRefresher({
    async load(minSeq) {
      requested.push(minSeq);
      if (requested.length <= refusals) throw new Error('behind');
      return `as of ${minSeq}`;
    },
    show: (data) => void shown.push(data),
    sayLate: (isLate) => void late.push(isLate),
  });
  return { refresher, requested, shown, late };
}

test('many steps within a second are one question, for the newest of them', async () => {
  const { refresher, requested, shown } = make(0);
  for (const step of [5, 9, 7]) refresher.report(step);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requested).toEqual(['9']);
  expect(shown).toEqual(['as of 9']);
});

test('tables that are behind are said to be, and asked again until they are not', async () => {
  const { refresher, requested, shown, late } = make(3);
  refresher.report(5);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([shown, late]).toEqual([[], [true]]);
  refresher.report(6);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requested).toEqual(['5', '6', '6', '6']);
  expect(shown).toEqual(['as of 6']);
  expect(late.at(-1)).toBe(false);
});

test('a page that was left asks no more', async () => {
  const { refresher, requested } = make(1);
  refresher.report(5);
  await vi.advanceTimersByTimeAsync(1_000);
  refresher.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requested).toEqual(['5']);
});
