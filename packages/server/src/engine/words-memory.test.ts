import { expect, test } from 'vitest';
import { WordsMemory, type WordsRun } from './words-memory.ts';

/** Fills a run with one number, asking for more room as a batch does. */
function fill(memory: WordsMemory, count: number, mark: number): WordsRun {
  let run = memory.open();
  for (let used = 0; used < count; used += 1) {
    if (run.from + used + 1 > run.limit) run = memory.enlarge(run, used, used + 1);
    run.words[run.from + used] = mark;
  }
  return run;
}

test('nobody loses words that were not given back, however full the ring is', () => {
  const memory = new WordsMemory();
  let random = 7;
  const below = (bound: number): number => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    return (random >>> 8) % bound;
  };
  const kept: { run: WordsRun; count: number; mark: number; release: () => void }[] = [];
  const places = new Set<Float64Array>();
  for (let mark = 1; mark <= 4_000; mark += 1) {
    // One in ten is begun and dropped.
    if (below(10) === 0) fill(memory, below(500), -mark);
    const count = 1 + below(mark % 97 === 0 ? 9_000 : 700);
    const run = fill(memory, count, mark);
    kept.push({ run, count, mark, release: memory.close(run, count) });
    places.add(run.words);
    // Given back nearly in order, and held for a while now and then.
    while (kept.length > (mark % 500 < 100 ? 60 : 4)) {
      const [{ run: oldest, count: length, mark: wanted, release }] = kept.splice(below(2), 1);
      const words = oldest.words.subarray(oldest.from, oldest.from + length);
      expect(words.every((word) => word === wanted)).toBe(true);
      release();
    }
  }
  // It grew to what was held at most, and no further.
  expect(places.size).toBeLessThan(6);
});

test('memory that is given back is used again, and an exactly full ring is left alone', () => {
  const memory = new WordsMemory();
  const first = fill(memory, 8_000, 1);
  const release = memory.close(first, 8_000);
  const second = fill(memory, 192, 2);
  memory.close(second, 192);
  release();
  const third = fill(memory, 8_000, 3);
  expect(third).toMatchObject({ words: first.words, from: 0, limit: 8_000 });
  memory.close(third, 8_000);
  const fourth = fill(memory, 1, 4);
  expect(fourth.words).not.toBe(first.words);
  expect(second.words.subarray(second.from, second.from + 192).every((word) => word === 2)).toBe(
    true,
  );
});
