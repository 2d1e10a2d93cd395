import { expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

test('many calls in a row become the first and the last, 100 ms apart', () => {
  vi.useFakeTimers();
  const calls: number[] = [];
  const { run, stop } = throttle(() => calls.push(Date.now()), 100);
  const startMs = Date.now();
  for (let step = 0; step < 25; step += 1) {
    run();
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(500);
  expect(calls.map((atMs) => atMs - startMs)).toEqual([0, 100, 200, 300]);
  run();
  run();
  stop();
  vi.advanceTimersByTime(500);
  expect(calls).toHaveLength(5);
  vi.useRealTimers();
});
