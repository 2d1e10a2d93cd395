import { EventKind, eventHeadFactor } from '@isobath/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compressWords, expandWords, findSteps, packRow } from './words-codec.ts';

/** Words as the core writes them, and some that it never should. */
const word = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 1, -1, 63, 64, 127, 128, 2 ** 52, 2 ** 52 - 1, -(2 ** 52), 2 ** 53 - 1),
);

/** Runs that look like events, of many kinds and lengths, and words of no event between them. */
const run = fc.oneof(
  fc.array(word, { maxLength: 4 }),
  fc
    .tuple(fc.integer({ min: 1, max: 140 }), fc.array(word, { maxLength: 80 }))
    .map(([kind, fields]) => [kind + eventHeadFactor * (fields.length + 1), ...fields]),
);

/** Bit by bit: -0 is not 0. */
function readBits(words: Float64Array): BigUint64Array {
  return new BigUint64Array(words.slice().buffer);
}

test('any words come back bit by bit', () => {
  fc.assert(
    fc.property(fc.array(run), (runs) => {
      const words = Float64Array.from(runs.flat());
      expect(readBits(expandWords(packRow(words), words.length))).toEqual(readBits(words));
    }),
    { numRuns: 500 },
  );
});

test('an event is written as what is different from the one of its kind before', () => {
  const event = [EventKind.levelChanged + eventHeadFactor * 6, 1, 2 ** 40, 0, 5, 7];
  const one = Float64Array.from(event);
  const many = Float64Array.from(Array.from({ length: 100 }, () => event).flat());
  // Of each a byte for its kind, and one that says that nothing is different.
  expect(packRow(many).length).toBe(packRow(one).length + 99 * 2);
});

test('bytes that hold another number of words are refused', () => {
  const head = EventKind.levelChanged + eventHeadFactor * 4;
  for (const words of [Float64Array.of(head, 1, 200, -3), Float64Array.of(0.5, 1, 200)]) {
    const packed = packRow(words);
    expect(() => expandWords(packed, words.length - 1)).toThrow(RangeError);
    expect(() => expandWords(packed, words.length + 1)).toThrow(RangeError);
  }
});

test('bytes that end too early or hold no event are refused', () => {
  const head = EventKind.levelChanged + eventHeadFactor * 3;
  const packed = packRow(Float64Array.of(head, 0.5, 0.25));
  for (let length = 2; length < packed.length; length += 1) {
    expect(() => expandWords(packed.subarray(0, length), 3)).toThrow(RangeError);
  }
  // An event of a kind that has not been: nobody knows its length.
  expect(() => expandWords(Uint8Array.of(7, EventKind.levelChanged), 1)).toThrow(RangeError);
});

test('compressed words come back', async () => {
  const words = Float64Array.from({ length: 5000 }, (_, index) => (index * 7919) % 1000);
  const bytes = await compressWords(words);
  expect(bytes.length).toBeLessThan(words.byteLength / 4);
  expect(expandWords(bytes, words.length)).toEqual(words);
});

test.each([
  ['deflated', '6b52e06a58b0ffe5b534d60606286880b11ed8c3580eceff41c01e00'],
  [
    'compressed by zstd',
    '28b52ffd202e0d0100b882200a80a0bfe9d66605800080e03f4043ffffffffff3f030080600b6119a003',
  ],
  [
    'in blocks of zstd that are not compressed',
    '28b52ffda02e00000071010082200a80a0bfe9d66605800000000000000000808000000000000000e03f' +
      '80000000000000004043ffffffffff3f',
  ],
])('rows of releases before that are %s are read', (_, hex) => {
  const words = Float64Array.of(2049, 5, 1764000000000, -3, -0, 0.5, 2 ** 53, -(2 ** 40));
  const back = expandWords(Buffer.from(hex, 'hex'), words.length);
  expect(readBits(back)).toEqual(readBits(words));
});

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
