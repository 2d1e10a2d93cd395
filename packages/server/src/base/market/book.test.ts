import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPublicBook, groupLevels, type Level } from './book.ts';
import { calculateChecksum } from './checksum.ts';

const change = fc.record({
  isBid: fc.boolean(),
  priceTicks: fc.integer({ min: 1, max: 40 }),
  totalLots: fc.integer({ min: 0, max: 5 }),
});

test('a book equals a plain map sorted anew after every change', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      const book = createPublicBook();
      const plain = { true: new Map<number, number>(), false: new Map<number, number>() };
      for (const one of changes) {
        book.set(one);
        const side = plain[`${one.isBid}`];
        if (one.totalLots === 0) side.delete(one.priceTicks);
        else side.set(one.priceTicks, one.totalLots);
      }
      for (const isBid of [true, false]) {
        const expected = [...plain[`${isBid}`]].sort((one, two) =>
          isBid ? two[0] - one[0] : one[0] - two[0],
        );
        expect(book.list(isBid, 1_000)).toEqual(expected);
        expect(book.readBest(isBid)).toBe(expected[0]?.[0] ?? 0);
      }
    }),
  );
});

test('grouping rounds bids down and asks up and keeps every lot', () => {
  const bids: Level[] = [
    [109, 1],
    [105, 2],
    [100, 3],
    [99, 4],
  ];
  expect(groupLevels(bids, { stepTicks: 10, isBid: true, limit: 9 })).toEqual([
    [100, 6],
    [90, 4],
  ]);
  const asks: Level[] = [
    [110, 1],
    [111, 2],
    [120, 3],
    [121, 4],
  ];
  expect(groupLevels(asks, { stepTicks: 10, isBid: false, limit: 2 })).toEqual([
    [110, 1],
    [120, 5],
  ]);
});

test('the checksum is over digits without points and leading zeros, asks first', () => {
  // CRC32 of "4528521004528341".
  const expected = 3675106979;
  expect(calculateChecksum([['45285.2', '0.0100']], [['45283.4', '0.1']])).toBe(expected);
  expect(calculateChecksum([['45283.4', '0.1']], [['45285.2', '0.0100']])).not.toBe(expected);
});
