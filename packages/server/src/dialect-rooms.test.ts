import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GIVE_UP_MS } from './base/projections/index.ts';
import { createCatchUp } from './dialect-rooms.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Public calls over an engine that answers when the test says so. */
function setUp() {
  const asked: PromiseWithResolvers<number>[] = [];
  const told: number[] = [];
  const catchUp = createCatchUp({
    openOrders: { noteTold: (sequence) => told.push(sequence), catchUpWithAll: async () => {} },
    readDurable: () => {
      const answer = Promise.withResolvers<number>();
      asked.push(answer);
      return answer.promise;
    },
  });
  return { asked, told, catchUp };
}

test('public data wait once for what is durable, and never again', async () => {
  const { asked, told, catchUp } = setUp();
  const both = [catchUp(), catchUp()];
  asked[0].resolve(7);
  await Promise.all(both);
  await catchUp();
  expect(told).toEqual([7]);
  expect(asked).toHaveLength(1);
});

test('an engine that stands still lets nobody wait for ever', async () => {
  const { asked, told, catchUp } = setUp();
  const refused = expect(catchUp()).rejects.toMatchObject({ word: 'behind' });
  await vi.advanceTimersByTimeAsync(GIVE_UP_MS);
  await refused;
  asked[0].resolve(9);
  await catchUp();
  expect(told).toEqual([9]);
});

test('without an engine public data are answered, and it is asked again', async () => {
  const { asked, told, catchUp } = setUp();
  const first = catchUp();
  asked[0].reject(new Error('not connected'));
  await first;
  const second = catchUp();
  asked[1].resolve(3);
  await second;
  expect(told).toEqual([3]);
});
