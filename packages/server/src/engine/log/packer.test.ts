import { afterAll, expect, test } from 'vitest';
import { PackingThread, packHere } from './packer.ts';
import { expandWords } from './words-codec.ts';

const thread = new PackingThread();
afterAll(() => thread.close());

function makeParts(...lengths: readonly number[]): Float64Array[] {
  return lengths.map((length) =>
    Float64Array.from({ length }, (_, at) => (at % 7 === 0 ? 2 ** 40 + at : -at * length)),
  );
}

function join(parts: readonly Float64Array[]): number[] {
  return parts.flatMap((part) => [...part]);
}

test.each([
  ['on this thread', packHere],
  ['in a thread of its own', thread.pack],
])('the words of batches come back when they were packed %s', async (_, pack) => {
  // The last needs more of the shared memory than there was for the first.
  for (const parts of [makeParts(10), makeParts(500, 1, 3), makeParts(400_000, 200_000)]) {
    const words = join(parts);
    const bytes = await pack(parts, words.length);
    expect([...expandWords(bytes, words.length)]).toEqual(words);
  }
});

test('a row is refused when the thread ends under it, and the next begins another', async () => {
  const parts = makeParts(1000);
  await thread.pack(parts, 1000);
  const packing = thread.pack(parts, 1000);
  const ended = thread.close();
  await expect(packing).rejects.toThrow('ended');
  await ended;
  expect((await thread.pack(parts, 1000)).length).toBeGreaterThan(0);
});
