import { expect, test } from 'vitest';
import type { Submission } from './batch.ts';
import { SubmissionQueue } from './submission-queue.ts';

const make = (place: number): Submission => ({
  bytes: Uint8Array.of(place & 255),
  intentId: String(place),
  committed: () => {},
  refused: () => {},
});

test('a line keeps its order for ever, refuses more than its bound and forgets who left', () => {
  const queue = new SubmissionQueue();
  let pushed = 0;
  let taken = 0;
  while (!queue.isFull) queue.push(make(pushed++));
  expect(queue.count).toBe(16_384);
  expect(() => queue.push(make(0))).toThrow(RangeError);
  while (taken < 40_000) {
    if ((taken & 511) === 0) expect(queue.peek(1)?.intentId).toBe(String(taken + 1));
    expect(queue.take()?.intentId).toBe(String(taken++));
    if (taken % 3 > 0) queue.push(make(pushed++));
    if (queue.count === 0) break;
  }
  expect(queue.count).toBe(pushed - taken);
  while (queue.count > 0) expect(queue.take()?.intentId).toBe(String(taken++));
  expect(queue.take()).toBeUndefined();
  const refused: string[] = [];
  for (const place of [1, 2]) {
    queue.push({ ...make(place), refused: (trouble) => refused.push(`${place} ${trouble}`) });
  }
  queue.refuse('halted');
  expect(refused).toEqual(['1 halted', '2 halted']);
  expect(queue.count).toBe(0);
});
