import { expect, test } from 'vitest';
import type { Lock } from '../locks/index.ts';
import { createThrottle } from './index.ts';

const names = ['factor:1', 'ip:::1'];

test('no more tries are taken at once than are allowed, and a right one does not count', () => {
  const throttle = createThrottle({ factor: 5, ip: 30 }, () => 1_000);
  expect(throttle.take(names)).toBe(0);
  throttle.giveBack(names);
  const waits = Array.from({ length: 8 }, () => throttle.take(names));
  expect(waits.map((waitMs) => waitMs === 0)).toEqual([
    ...Array.from({ length: 5 }, () => true),
    ...Array.from({ length: 3 }, () => false),
  ]);
  expect(throttle.readWaitMs(['ip:::1'])).toBe(0);
});

test('after a quarter of an hour tries are taken again', () => {
  let nowMs = 0;
  const throttle = createThrottle({ factor: 1 }, () => nowMs);
  expect([throttle.take(['factor:1']), throttle.take(['factor:1'])]).toEqual([0, 900_000]);
  nowMs = 900_001;
  expect(throttle.take(['factor:1'])).toBe(0);
});

test('a lock outlives the counter, until it is over or forgiven', () => {
  let nowMs = 1_000;
  const kept = new Map<string, Lock>();
  const open = () =>
    createThrottle({ factor: 2, email: 2 }, () => nowMs, {
      kept: [...kept.values()],
      write: (lock) => kept.set(lock.name, lock),
      remove: (name) => kept.delete(name),
    });
  const before = open();
  for (const name of ['factor:1', 'factor:1', 'factor:2', 'email:a', 'email:a'])
    before.take([name]);
  before.forgive('email:a');
  const after = open();
  const waits = ['factor:1', 'factor:2', 'email:a'].map((name) => after.readWaitMs([name]));
  expect(waits).toEqual([900_000, 0, 0]);
  // One that was right after all locks nobody.
  after.take(['factor:2']);
  after.take(['factor:2']);
  after.giveBack(['factor:2']);
  expect([...kept.keys()]).toEqual(['factor:1']);
  nowMs += 900_001;
  expect(open().take(['factor:1'])).toBe(0);
});
