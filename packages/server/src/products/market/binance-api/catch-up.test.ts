import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GIVE_UP_MS } from '../../../base/projections/index.ts';
import { createCatchUp } from './catch-up.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Public calls over an engine that answers when the test says so. */
function setUp() {
  const requested: PromiseWithResolvers<number>[] = [];
  const published: number[] = [];
  const catchUp = createCatchUp({
    steps: {
      recordPublished: (sequence) => published.push(sequence),
      catchUpWithAll: async () => {},
    },
    readDurable: () => {
      const answer = Promise.withResolvers<number>();
      requested.push(answer);
      return answer.promise;
    },
  });
  return { requested, published, catchUp };
}

test('public data wait once for what is durable, and never again', async () => {
  const { requested, published, catchUp } = setUp();
  const both = [catchUp(), catchUp()];
  requested[0].resolve(7);
  await Promise.all(both);
  await catchUp();
  expect(published).toEqual([7]);
  expect(requested).toHaveLength(1);
});

test('an engine that stands still lets nobody wait for ever', async () => {
  const { requested, published, catchUp } = setUp();
  const refused = expect(catchUp()).rejects.toMatchObject({ word: 'behind' });
  await vi.advanceTimersByTimeAsync(GIVE_UP_MS);
  await refused;
  requested[0].resolve(9);
  await catchUp();
  expect(published).toEqual([9]);
});

test('without an engine public data are answered, and it is asked again', async () => {
  const { requested, published, catchUp } = setUp();
  const first = catchUp();
  requested[0].reject(new Error('not connected'));
  await first;
  const second = catchUp();
  requested[1].resolve(3);
  await second;
  expect(published).toEqual([3]);
});
