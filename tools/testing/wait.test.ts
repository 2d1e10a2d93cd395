import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitFor } from './wait.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what comes late is answered, whatever was said or thrown before', async () => {
  const answers = [() => false, () => expect.unreachable('not yet'), () => 7];
  const answer = waitFor('the number', () => answers.shift()?.());
  await vi.advanceTimersByTimeAsync(100);
  expect(await answer).toBe(7);
  expect(answers).toEqual([]);
});

test.each([
  ['is refused', () => Promise.reject(new Error('no such row')), 'Error: no such row'],
  ['is not so', () => false, 'false'],
  ['is not answered', () => new Promise(() => {}), 'no answer yet'],
])('what %s is given up after two minutes, with the last answer', async (_how, check, last) => {
  let outcome = '';
  waitFor('the row', check).catch((error: Error) => (outcome = error.message));
  await vi.advanceTimersByTimeAsync(119_000);
  expect(outcome).toBe('');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(outcome).toBe(`Waited 120 s in vain for the row. The last answer: ${last}`);
});
