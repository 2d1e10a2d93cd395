import { expect, test } from 'vitest';
import { Gate } from './gate.ts';
import type { Clock } from './ports.ts';

const MEBIBYTE = 1024 * 1024;

/** A clock that stands still until it is told to go on. */
function makeClock() {
  let nowMs = 1_000_000;
  let waiting: { readonly atMs: number; readonly wake: () => void }[] = [];
  const clock: Clock = {
    nowMs: () => nowMs,
    steadyMs: () => nowMs,
    wakeAfter: (delayMs, wake) => {
      const one = { atMs: nowMs + delayMs, wake };
      waiting.push(one);
      return () => (waiting = waiting.filter((other) => other !== one));
    },
    soon: (run) => run(),
  };
  const pass = async (ms: number) => {
    const endMs = nowMs + ms;
    for (;;) {
      const next = waiting.toSorted((one, other) => one.atMs - other.atMs)[0];
      if (next === undefined || next.atMs > endMs) break;
      waiting = waiting.filter((other) => other !== next);
      nowMs = next.atMs;
      next.wake();
      await new Promise((resolve) => setImmediate(resolve));
    }
    nowMs = endMs;
  };
  return { clock, pass, countWaiting: () => waiting.length };
}

test('an idle engine notices that its disk fills up, and that it is freed', async () => {
  const { clock, pass, countWaiting } = makeClock();
  let freeBytes = 1_000 * MEBIBYTE;
  const seen: string[] = [];
  const gate: Gate = new Gate({
    clock,
    disk: { freeBytes: async () => freeBytes },
    coreTimeMs: 0,
    changed: () => seen.push(`${gate.mode.mode} ${gate.mode.reason}`.trim()),
  });
  await pass(60_000);
  expect(seen).toEqual([]);
  for (const left of [200, 0, 100, 1_000]) {
    freeBytes = left * MEBIBYTE;
    await pass(3_000);
  }
  expect(seen).toEqual(['cancel-only disk', 'halted disk', 'cancel-only disk', 'normal']);
  // One look at a time, however long it goes on, and none after the end.
  expect(countWaiting()).toBe(1);
  gate.close();
  expect(countWaiting()).toBe(0);
});

test('a disk that cannot be asked any more is taken as full', async () => {
  const { clock, pass } = makeClock();
  let isBroken = false;
  const gate = new Gate({
    clock,
    disk: {
      freeBytes: async () => {
        if (isBroken) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
        return 1_000 * MEBIBYTE;
      },
    },
    coreTimeMs: 0,
    changed: () => {},
  });
  await pass(5_000);
  isBroken = true;
  await pass(3_000);
  expect(gate.mode).toEqual({ mode: 'halted', reason: 'disk' });
  expect(gate.findHalt()).toBe('disk_full');
  gate.close();
});
