import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BatchWriter, readBatch } from './batch-codec.ts';
import { hashRow } from './chain.ts';

const step = fc.tuple(fc.nat(100_000), fc.uint8Array({ maxLength: 400 }));

test('commands come back with their times', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 41), fc.array(step, { minLength: 1 }), (startMs, steps) => {
      const writer = new BatchWriter();
      let atMs = startMs;
      const written = steps.map(([laterMs, bytes]) => {
        atMs += laterMs;
        writer.add(atMs, bytes);
        return { atMs, bytes };
      });
      const { count, coreTimeMs } = writer;
      const read = readBatch({ commands: writer.finish(), count, coreTimeMs });
      expect(read).toEqual(written);
    }),
  );
});

test('a row that is cut, or longer than it says, is refused, and so is time that goes back', () => {
  const writer = new BatchWriter();
  writer.add(1000, Uint8Array.of(1, 2, 3));
  writer.add(1300, Uint8Array.of(4));
  expect(() => writer.add(1299, Uint8Array.of(5))).toThrow(RangeError);
  const commands = writer.finish();
  for (let length = 0; length < commands.length; length += 1) {
    const cut = { commands: commands.subarray(0, length), count: 2, coreTimeMs: 1000 };
    expect(() => readBatch(cut)).toThrow(RangeError);
  }
  expect(() => readBatch({ commands, count: 1, coreTimeMs: 1000 })).toThrow(RangeError);
});

test('the hash of a row covers each of its fields and the key', () => {
  const row = {
    era: 1,
    codecVersion: 1001,
    firstSequence: 7,
    count: 2,
    coreTimeMs: 1000,
    commands: Uint8Array.of(1, 2),
    eventHash: new Uint8Array(32),
    previousHash: new Uint8Array(32),
  };
  const other = new Uint8Array(32).fill(1);
  const changes: Partial<typeof row>[] = [
    { era: 2 },
    { codecVersion: 1002 },
    { firstSequence: 8 },
    { count: 3 },
    { coreTimeMs: 1001 },
    { commands: Uint8Array.of(1, 3) },
    { eventHash: other },
    { previousHash: other },
  ];
  const key = new Uint8Array(32).fill(9);
  const hashes = [
    hashRow(key, 1, row),
    hashRow(key, 2, row),
    hashRow(other, 1, row),
    ...changes.map((change) => hashRow(key, 1, { ...row, ...change })),
  ].map((hash) => Buffer.from(hash).toString('hex'));
  expect(new Set(hashes).size).toBe(hashes.length);
});
