import { EventKind, eventHeadFactor } from '@isobath/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compressWords,
  expandWords,
  findSteps,
  frameBytes,
  packWords,
  unpackWords,
} from './words-codec.ts';

/** Words as the core writes them, and some that it never should. */
const word = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 1, -1, 63, 64, 127, 128, 2 ** 52, 2 ** 52 - 1, -(2 ** 52), 2 ** 53 - 1),
);

test('any words come back bit by bit', () => {
  fc.assert(
    fc.property(fc.array(word), (list) => {
      const words = Float64Array.from(list);
      const back = unpackWords(packWords(words), words.length);
      expect(new BigUint64Array(back.buffer)).toEqual(new BigUint64Array(words.buffer));
    }),
  );
});

test('bytes that hold another number of words are refused', () => {
  const packed = packWords(Float64Array.of(1, 200, -3));
  expect(() => unpackWords(packed, 2)).toThrow(RangeError);
  expect(() => unpackWords(packed, 4)).toThrow(RangeError);
});

test('compressed words come back', async () => {
  const words = Float64Array.from({ length: 5000 }, (_, index) => (index * 7919) % 1000);
  const bytes = await compressWords(words);
  expect(bytes.length).toBeLessThan(words.byteLength / 4);
  expect(expandWords(bytes, words.length)).toEqual(words);
});

test.each([0, 1, 1000, 128 * 1024, 128 * 1024 + 1, 300_000])(
  '%i words that nobody had time to compress come back',
  (count) => {
    const words = Float64Array.from({ length: count }, (_, index) => (index % 63) - 31);
    expect(expandWords(frameBytes(packWords(words)), count)).toEqual(words);
  },
);

test('steps are found by their first word, and words without one are refused', () => {
  const head = EventKind.commandApplied + eventHeadFactor * 8;
  const other = EventKind.referencePriceSet + eventHeadFactor * 3;
  const words = [head, 5, 1000, 23, 1, 40050, 0, 0, other, 1, 2, head, 6, 1001, 23, 1, 0, 0, 0];
  expect(findSteps(Float64Array.from(words))).toEqual([
    { sequence: 5, atMs: 1000, code: 40050, from: 0, to: 11 },
    { sequence: 6, atMs: 1001, code: 0, from: 11, to: 19 },
  ]);
  expect(() => findSteps(Float64Array.of(other, 1, 2))).toThrow(RangeError);
  expect(() => findSteps(Float64Array.of(0, 1, 2))).toThrow(RangeError);
});
