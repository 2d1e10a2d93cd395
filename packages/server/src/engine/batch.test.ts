import { expect, test } from 'vitest';
import { BatchMemory, OpenBatch } from './batch.ts';

test('a commit with very many words of events takes no more commands, whatever their bytes', () => {
  const batch = new OpenBatch(1, new BatchMemory());
  const events = { words: new Float64Array(3_000_000), count: 3_000_000 };
  const from = { bytes: Uint8Array.of(1), submission: undefined };
  batch.add(1_000, events, from);
  expect(batch.isFull).toBe(false);
  batch.add(1_000, events, from);
  expect(batch.isFull).toBe(true);
  expect(batch.words.length).toBe(6_000_000);
});
