import { expect, test } from 'vitest';
import type { Submission } from './batch.ts';
import { SubmissionQueue } from './submission-queue.ts';

const make = (place: number): Submission => ({
  bytes: Uint8Array.of(255, place & 255),
  from: 1,
  to: 2,
  intentId: String(place),
  committed: () => {},
  refused: () => {},
});

const core = { note: () => {}, wantsNotes: () => true, fetch: () => {} };

test('a line keeps its order for ever, refuses more than its bound and forgets who left', () => {
  const queue = new SubmissionQueue();
  let pushed = 0;
  let taken = 0;
  while (!queue.isFull) queue.push(make(pushed++));
  expect(queue.count).toBe(16_384);
  expect(() => queue.push(make(0))).toThrow(RangeError);
  while (taken < 40_000) {
    expect(queue.take(core)?.intentId).toBe(String(taken++));
    if (taken % 3 > 0) queue.push(make(pushed++));
    if (queue.count === 0) break;
  }
  expect(queue.count).toBe(pushed - taken);
  while (queue.count > 0) expect(queue.take(core)?.intentId).toBe(String(taken++));
  expect(queue.take(core)).toBeUndefined();
  const refused: string[] = [];
  for (const place of [1, 2]) {
    queue.push({ ...make(place), refused: (trouble) => refused.push(`${place} ${trouble}`) });
  }
  queue.refuse('halted');
  expect(refused).toEqual(['1 halted', '2 halted']);
  expect(queue.count).toBe(0);
});

test('the core is told in order whom it meets next, once each, unless it meets one only', () => {
  const noted: number[] = [];
  const note = (bytes: Uint8Array, place = { from: 0, to: 0 }) => noted.push(bytes[place.from]);
  const looking = { ...core, note };
  const queue = new SubmissionQueue();
  const push = (from: number, to: number) => {
    for (let place = from; place < to; place += 1) queue.push(make(place));
  };
  const range = (end: number) => Array.from({ length: end }, (_, place) => place);
  push(0, 80);
  queue.take(looking);
  expect(noted).toEqual(range(64));
  for (let left = 64; left > 0; left -= 1) queue.take(looking);
  expect(noted).toEqual(range(80));
  push(80, 85);
  for (let left = 19; left > 0; left -= 1) queue.take(looking);
  expect(noted).toEqual(range(85));
  push(85, 86);
  queue.take(looking);
  expect(noted).toEqual(range(85));
});
