import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineClient, EngineStatus } from '../engine/index.ts';
import { watchEngine } from './engine-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an engine that stands still counts as none, is asked once, and is seen again', async () => {
  const status = { mode: 'normal', reason: '' } as EngineStatus;
  let asksCount = 0;
  let answer: (() => void) | undefined;
  let isStill = false;
  const engine = {
    readStatus: () => {
      asksCount += 1;
      if (!isStill) return Promise.resolve(status);
      return new Promise<EngineStatus>((resolve) => (answer = () => resolve(status)));
    },
  } as unknown as EngineClient;
  const heard: string[] = [];
  const watch = watchEngine(engine, {
    isMaintained: () => false,
    onChange: () => heard.push(watch.readMode().mode),
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watch.readMode().mode).toBe('normal');
  isStill = true;
  const before = asksCount;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(watch.readMode()).toEqual({ mode: 'halted', reason: 'recovering' });
  expect(asksCount).toBe(before + 1);
  isStill = false;
  answer?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watch.readMode().mode).toBe('normal');
  expect(heard).toEqual(['normal', 'halted', 'normal']);
  watch.close();
});
