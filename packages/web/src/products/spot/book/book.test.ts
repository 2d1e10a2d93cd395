// The book from frames to rows: diffs, checksum, grouping, held rows.
import { crc32 } from 'node:zlib';
import type { BookData, ChannelFrame } from '@isobath/wire';
import { describe, expect, test } from 'vitest';
import { createFlashes, layOutBook } from './book-rows.ts';
import { createBookStore } from './book-store.ts';
import { calculateCrc32 } from './checksum.ts';
import {
  findRowPrice,
  groupAtPrices,
  groupLevels,
  listSteps,
  readImpactPpm,
  readSpread,
} from './grouping.ts';
import { firstLadderStep, layOutLadder } from './ladder.ts';

const frame = (type: 'snapshot' | 'diff', data: BookData): ChannelFrame => ({
  ch: 'book:btc_usdt',
  type,
  first: 1,
  last: 1,
  at: 1000,
  data,
});

const market = { priceDecimals: 2, lotDecimals: 3 };

function makeBook() {
  const book = createBookStore(market, () => 5);
  book.take(
    frame('snapshot', {
      asks: [
        ['100.12', '1.000'],
        ['100.05', '2.500'],
        ['100.21', '0.500'],
      ],
      bids: [
        ['99.98', '1.250'],
        ['100.01', '3.000'],
        ['99.91', '4.000'],
      ],
    }),
  );
  return book;
}

describe('frames', () => {
  test('levels stand best first, in ticks and lots', () => {
    const book = makeBook();
    expect(book.asks.pricesTicks).toEqual([10005, 10012, 10021]);
    expect(book.bids.pricesTicks).toEqual([10001, 9998, 9991]);
    expect(book.asks.readSize(10005)).toBe(2500);
  });
  test('a diff sets, adds and deletes levels', () => {
    const book = makeBook();
    book.take(
      frame('diff', {
        asks: [
          ['100.05', '0'],
          ['100.04', '7.000'],
        ],
        bids: [['99.98', '0.001']],
      }),
    );
    expect(book.asks.pricesTicks).toEqual([10004, 10012, 10021]);
    expect(book.bids.readSize(9998)).toBe(1);
    book.take(frame('diff', { asks: [['555.55', '0']], bids: [] }));
    expect(book.asks.pricesTicks).toHaveLength(3);
  });
  test('a snapshot forgets everything before it', () => {
    const book = makeBook();
    book.take(frame('snapshot', { asks: [['1.00', '1.000']], bids: [] }));
    expect(book.asks.pricesTicks).toEqual([100]);
    expect(book.bids.pricesTicks).toEqual([]);
  });
  test('listeners hear of each frame until they leave', () => {
    const book = makeBook();
    let count = 0;
    const stop = book.listen(() => (count += 1));
    book.take(frame('diff', { asks: [], bids: [] }));
    stop();
    book.take(frame('diff', { asks: [], bids: [] }));
    expect(count).toBe(1);
  });
});

describe('checksum', () => {
  test('CRC32 is the one everybody computes', () => {
    for (const text of ['', 'a', '1000525001001230009998']) {
      expect(calculateCrc32(text)).toBe(crc32(text));
    }
  });
  test('a right checksum passes, a wrong one asks for a snapshot', () => {
    const right = crc32('100052500100121000100215001000130009998125099914000');
    const data = { asks: [], bids: [] };
    expect(makeBook().take(frame('diff', { ...data, checksum: right }))).toBe(true);
    expect(makeBook().take(frame('diff', { ...data, checksum: right ^ 1 }))).toBe(false);
  });
});

describe('grouping', () => {
  test('asks round up and bids round down', () => {
    expect(findRowPrice('ask', 10001, 10)).toBe(10010);
    expect(findRowPrice('bid', 10009, 10)).toBe(10000);
    expect(findRowPrice('ask', 10010, 10)).toBe(10010);
  });
  test('levels join into rows with sums', () => {
    const { asks } = makeBook();
    const rows = groupLevels(asks, { side: 'ask', stepTicks: 10, count: 5 });
    expect(rows.map((row) => [row.priceTicks, row.sizeLots, row.cumulativeLots])).toEqual([
      [10010, 2500, 2500],
      [10020, 1000, 3500],
      [10030, 500, 4000],
    ]);
    expect(rows[0]?.value).toBe(10005n * 2500n);
    expect(rows[2]?.cumulativeValue).toBe(10005n * 2500n + 10012n * 1000n + 10021n * 500n);
  });
  test('taking all up to a row costs what the average is away from the best price', () => {
    const { asks, bids } = makeBook();
    const rowsOf = (side: 'ask' | 'bid') =>
      groupLevels(side === 'ask' ? asks : bids, { side, stepTicks: 10, count: 5 });
    expect(rowsOf('ask').map((row) => readImpactPpm(row, 10005, true))).toEqual([0, 200, 375]);
    expect(rowsOf('bid').map((row) => readImpactPpm(row, 10001, false))).toEqual([0, 531]);
    // Held rows, whose best price is behind the one of now.
    expect(readImpactPpm({ cumulativeLots: 10, cumulativeValue: 100n }, 11, true)).toBe(0);
  });
  test('the number of rows is never more than asked, and the last row is whole', () => {
    const { bids } = makeBook();
    const rows = groupLevels(bids, { side: 'bid', stepTicks: 10, count: 2 });
    expect(rows.map((row) => [row.priceTicks, row.sizeLots])).toEqual([
      [10000, 3000],
      [9990, 5250],
    ]);
    expect(groupLevels(bids, { side: 'bid', stepTicks: 1, count: 2 })).toHaveLength(2);
  });
  test('held rows keep their prices while sizes move', () => {
    const book = makeBook();
    const pricesTicks = [10005, 10012, 10021];
    book.take(
      frame('diff', {
        asks: [
          ['100.05', '0'],
          ['100.03', '9.000'],
        ],
        bids: [],
      }),
    );
    const rows = groupAtPrices(book.asks, { side: 'ask', stepTicks: 1, pricesTicks });
    expect(rows.map((row) => [row.priceTicks, row.sizeLots])).toEqual([
      [10005, 0],
      [10012, 1000],
      [10021, 500],
    ]);
  });
  test('steps: at least four, at most six', () => {
    expect(listSteps(500)).toEqual([1, 10, 100, 1000]);
    expect(listSteps(6_500_000)).toHaveLength(6);
  });
  test('the spread', () => {
    const { asks, bids } = makeBook();
    expect(readSpread(asks, bids)).toEqual({ spreadTicks: 4, ppm: 400, twiceMidTicks: 20006 });
  });
});

describe('ladder', () => {
  const layOut = (more: { bid?: number; ask?: number; topTicks?: number; stepTicks?: number }) =>
    layOutLadder({
      heightPx: 205,
      requestPx: 20,
      best: {
        ...(more.bid === undefined ? {} : { bid: more.bid }),
        ...(more.ask === undefined ? {} : { ask: more.ask }),
      },
      stepTicks: more.stepTicks ?? 10,
      topTicks: more.topTicks ?? null,
    });
  test('every step has its row, the best bid in the middle', () => {
    expect(layOut({ bid: 1004, ask: 1017 })).toEqual({
      rowPx: 20.5,
      topTicks: 1050,
      edgePx: 102.5,
      pricesTicks: { ask: [1010, 1020, 1030, 1040, 1050], bid: [1000, 990, 980, 970, 960] },
    });
  });
  test('rows stand still until the best bid leaves the middle', () => {
    const near = layOut({ bid: 1011, ask: 1030, topTicks: 1050 });
    expect(near).toMatchObject({ topTicks: 1050, pricesTicks: { ask: [1020, 1030, 1040, 1050] } });
    expect(near?.pricesTicks.bid).toHaveLength(6);
    expect(layOut({ bid: 1041, ask: 1050, topTicks: 1050 })?.topTicks).toBe(1090);
    expect(layOut({ bid: 1021, ask: 1030, topTicks: 1050, stepTicks: 100 })?.topTicks).toBe(1500);
  });
  test('one side may be empty, and no price stands below the first tick', () => {
    expect(layOut({ ask: 1017 })?.pricesTicks.bid[0]).toBe(1010);
    expect(layOut({ bid: 25, ask: 40 })?.pricesTicks.bid).toEqual([20, 10]);
    expect(layOut({})).toBeNull();
  });
  test('its first step is about a ten-thousandth of the price', () => {
    expect([6_400_000, 10_005, 9].map(firstLadderStep)).toEqual([100, 1, 1]);
  });
});

describe('rows that have just grown', () => {
  const row = (sizeLots: number) => [
    { priceTicks: 7, sizeLots, cumulativeLots: sizeLots, value: 0n, cumulativeValue: 0n },
  ];
  test('light up and fade', () => {
    const flashes = createFlashes(() => false);
    flashes.note(row(10), 0);
    expect(flashes.note(row(30), 100)).toBe(true);
    expect(flashes.read(7, 100)).toBe(1);
    expect(flashes.read(7, 270)).toBe(0.5);
    expect(flashes.note(row(30), 500)).toBe(false);
  });
  test('stay as they are for a calm reader', () => {
    const flashes = createFlashes(() => true);
    flashes.note(row(10), 0);
    expect(flashes.note(row(30), 100)).toBe(false);
    expect(flashes.read(7, 100)).toBe(0);
  });
});

test('rows come a little closer for twelve levels a side, but not under a finger', () => {
  expect(layOutBook(450, 20, 'both')).toMatchObject({ count: 12, rowPx: 17.5 });
  const touched = layOutBook(330, 28, 'both');
  expect(touched.count).toBe(5);
  expect(touched.rowPx).toBeGreaterThanOrEqual(28);
});
