import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameReader, writeFrame, writePair, readWords } from './frames.ts';

test('frames come out whole, however the bytes arrive', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(255), fc.nat(2 ** 32 - 1), fc.uint8Array({ maxLength: 300 }))),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (frames, sizes) => {
        const bytes = Buffer.concat(frames.map(([kind, id, body]) => writeFrame(kind, id, body)));
        const reader = new FrameReader();
        const found: [number, number, number[]][] = [];
        for (let place = 0, turn = 0; place < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length];
          reader.push(bytes.subarray(place, place + size), ({ kind, id, body }) => {
            found.push([kind, id, [...body]]);
          });
          place += size;
        }
        expect(found).toEqual(frames.map(([kind, id, body]) => [kind, id, [...body]]));
      },
    ),
  );
});

test('a length that no frame has ends the conversation', () => {
  const bytes = Buffer.alloc(9);
  expect(() => new FrameReader().push(bytes, () => {})).toThrow(RangeError);
  bytes.writeUInt32LE(2 ** 31);
  expect(() => new FrameReader().push(bytes, () => {})).toThrow(RangeError);
});

test('a frame may be as long as all events of the largest step', () => {
  const bytes = Buffer.alloc(9);
  bytes.writeUInt32LE(71_000_000 * 8);
  expect(() => new FrameReader().push(bytes, () => {})).not.toThrow();
});

test('words behind a pair of numbers are read wherever they lie', () => {
  const words = Float64Array.of(1, -2, 2 ** 52);
  const frame = writeFrame(67, 9, writePair(7, 8), new Uint8Array(words.buffer));
  let body: Buffer = Buffer.alloc(0);
  new FrameReader().push(frame, (met) => (body = met.body));
  expect([body.readDoubleLE(0), body.readDoubleLE(8)]).toEqual([7, 8]);
  expect(readWords(body, 16)).toEqual(words);
});
