import { expect, test } from 'vitest';
import type { Lock } from '../locks/index.ts';
import { createThrottle } from './index.ts';

const HOUR_MS = 3_600_000;
const limit = (count: number, forgetOneMs = HOUR_MS) => ({ count, forgetOneMs });
const names = ['factor:1', 'ip:::1'];

test('no more tries are taken at once than are allowed, and a right one does not count', () => {
  const throttle = createThrottle({ factor: limit(5), ip: limit(30) }, () => 1_000);
  expect(throttle.take(names)).toBe(0);
  throttle.giveBack(names);
  const waits = Array.from({ length: 8 }, () => throttle.take(names));
  expect(waits.map((waitMs) => waitMs === 0)).toEqual([
    ...Array.from({ length: 5 }, () => true),
    ...Array.from({ length: 3 }, () => false),
  ]);
  expect(throttle.readWaitMs(['ip:::1'])).toBe(0);
});

test('each further wrong try waits twice as long, an hour at most, and time forgives', () => {
  let nowMs = 0;
  const throttle = createThrottle({ factor: limit(2) }, () => nowMs);
  const waits: number[] = [];
  for (let at = 0; at < 9; at += 1) {
    expect(throttle.take(['factor:1'])).toBe(0);
    const waitMs = throttle.readWaitMs(['factor:1']);
    // Whoever does not wait is not counted, and waits no longer for it.
    if (waitMs > 0) expect(throttle.take(['factor:1'])).toBe(waitMs);
    waits.push(waitMs);
    nowMs += waitMs;
  }
  const MINUTES = [0, 1, 2, 4, 8, 16, 32, 60, 60];
  expect(waits).toEqual(MINUTES.map((minutes) => minutes * 60_000));
  nowMs += 20 * HOUR_MS;
  throttle.take(['factor:1']);
  expect(throttle.readWaitMs(['factor:1'])).toBe(0);
});

test('a flood of names forgives nobody who waits', () => {
  const throttle = createThrottle({ factor: limit(2) }, () => 1_000);
  for (let at = 0; at < 2; at += 1) throttle.take(['factor:1']);
  throttle.take(['factor:2']);
  for (let at = 0; at < 100_001; at += 1) throttle.take([`factor:x${at}`]);
  expect(throttle.readWaitMs(['factor:1'])).toBe(60_000);
  // Of those who do not wait the oldest are forgotten: memory is bounded.
  throttle.take(['factor:2']);
  expect(throttle.readWaitMs(['factor:2'])).toBe(0);
});

test('a wait outlives the counter, until it is over or forgiven', () => {
  let nowMs = 1_000;
  const kept = new Map<string, Lock>([['old:1', { name: 'old:1', count: 9, untilMs: 2_000_000 }]]);
  const open = () =>
    createThrottle({ factor: limit(2), email: limit(2) }, () => nowMs, {
      kept: [...kept.values()],
      write: (lock) => kept.set(lock.name, lock),
      remove: (name) => kept.delete(name),
    });
  const before = open();
  for (const name of ['factor:1', 'factor:1', 'factor:2', 'email:a', 'email:a'])
    before.take([name]);
  before.forgive(['email:a']);
  const after = open();
  const waits = ['factor:1', 'factor:2', 'email:a'].map((name) => after.readWaitMs([name]));
  expect(waits).toEqual([60_000, 0, 0]);
  // One that was right after all makes nobody wait.
  after.take(['factor:2']);
  after.take(['factor:2']);
  after.giveBack(['factor:2']);
  expect([...kept.keys()]).toEqual(['factor:1']);
  nowMs += 60_000;
  const later = open();
  expect(later.take(['factor:1'])).toBe(0);
  expect(later.take(['factor:1'])).toBe(120_000);
});
