import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemory } from '../memory.ts';
import { createLadder, levelNumbersStride, levelTotal, sidesPerMarket } from './ladder.ts';
import { createOrderPool, orderIntsStride, orderNext } from './order-pool.ts';
import { createPageDirectory, findPlace, insertPage, removePage } from './page-directory.ts';

const capacity = { marketsCountMax: 2, pagesCountMax: 300 };
const sidesCount = capacity.marketsCountMax * sidesPerMarket;

interface Queued {
  readonly slot: number;
  readonly side: number;
  readonly price: number;
}

function makeFixture() {
  const memory = createMemory();
  const pool = createOrderPool(memory, 400);
  return { memory, pool, ladder: createLadder({ memory, pool, ...capacity }) };
}

/** A side as the ladder tells it: each price with its queue, best price first. */
function drawLadder({ pool, ladder }: ReturnType<typeof makeFixture>, side: number): string[] {
  const lines: string[] = [];
  for (let price = ladder.readBestPrice(side); price !== 0; ) {
    const queue: number[] = [];
    const level = ladder.findLevel(side, price);
    for (let slot = ladder.readHead(level); slot !== 0; ) {
      queue.push(slot);
      slot = pool.orderInts[slot * orderIntsStride + orderNext];
    }
    lines.push(`${price}: ${queue.join(' ')}`);
    price = ladder.readNextPrice(side, price);
  }
  return lines;
}

/** The same from a list in order of arrival. */
function drawSorted(orders: readonly Queued[], side: number): string[] {
  const own = orders.filter((order) => order.side === side);
  const prices = [...new Set(own.map(({ price }) => price))];
  prices.sort((left, right) => (side % 2 === 0 ? right - left : left - right));
  return prices.map((price) => {
    const queue = own.filter((order) => order.price === price).map(({ slot }) => slot);
    return `${price}: ${queue.join(' ')}`;
  });
}

const price = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  // Both sides of the borders of words (32) and of pages (512).
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(-1, 0, 1))
    .map(([page, offset]) => page * 512 + offset),
  fc.constantFrom(31, 32, 33, 511, 512, 513, 2 ** 31 - 1, 2 ** 31 - 2, 2 ** 31 - 512),
  fc.integer({ min: 1, max: 2 ** 31 - 1 }),
);
const change = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant('append'), fc.nat(sidesCount - 1), price) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('remove'), fc.nat(1_000), price) },
);

test('every side of every market equals a sorted list, whatever comes and goes', () => {
  const run = fc.property(fc.array(change, { maxLength: 250 }), (changes) => {
    const fixture = makeFixture();
    const orders: Queued[] = [];
    for (const [action, pick, at] of changes) {
      if (action === 'append') {
        const slot = fixture.pool.takeSlot();
        const level = fixture.ladder.append(pick, at, slot);
        expect(fixture.ladder.findLevel(pick, at)).toBe(level);
        fixture.ladder.levelNumbers[level * levelNumbersStride + levelTotal] += 1;
        orders.push({ slot, side: pick, price: at });
      } else if (orders.length > 0) {
        const [gone] = orders.splice(pick % orders.length, 1);
        const level = fixture.ladder.findLevel(gone.side, gone.price);
        fixture.ladder.levelNumbers[level * levelNumbersStride + levelTotal] -= 1;
        fixture.ladder.remove(gone.side, gone.price, gone.slot);
        fixture.pool.freeSlot(gone.slot);
      }
      const side = orders.at(-1)?.side ?? 0;
      expect(drawLadder(fixture, side)).toEqual(drawSorted(orders, side));
    }
    for (let side = 0; side < sidesCount; side += 1) {
      const own = orders.filter((order) => order.side === side);
      expect(drawLadder(fixture, side)).toEqual(drawSorted(orders, side));
      expect(fixture.ladder.findLevel(side, 77_777_777)).toBe(0);
      for (const order of own) {
        const level = fixture.ladder.findLevel(side, order.price);
        const count = own.filter((other) => other.price === order.price).length;
        expect(fixture.ladder.readTotal(level)).toBe(count);
      }
    }
  });
  fc.assert(run, { numRuns: 150 });
});

test('a ladder that was copied word by word goes on as the first one', () => {
  const run = fc.property(
    fc.array(fc.tuple(fc.nat(sidesCount - 1), price), { maxLength: 120 }),
    (placed) => {
      const fixture = makeFixture();
      const orders: Queued[] = [];
      for (const [side, at] of placed) {
        const slot = fixture.pool.takeSlot();
        fixture.ladder.append(side, at, slot);
        orders.push({ slot, side, price: at });
      }
      for (const gone of orders.splice(0, orders.length >> 1)) {
        fixture.ladder.remove(gone.side, gone.price, gone.slot);
        fixture.pool.freeSlot(gone.slot);
      }
      const copy = makeFixture();
      for (const [place, region] of fixture.memory.regions.entries()) {
        copy.memory.regions[place].words.set(region.words.subarray(0, region.countUsed()));
      }
      for (const rebuild of copy.memory.rebuilds) rebuild();
      for (let side = 0; side < sidesCount; side += 1) {
        expect(drawLadder(copy, side)).toEqual(drawSorted(orders, side));
      }
    },
  );
  fc.assert(run, { numRuns: 60 });
});

test('a directory of pages equals a sorted list', () => {
  const numbers = fc.array(fc.nat(40), { maxLength: 200 });
  const run = fc.property(numbers, (wanted) => {
    const directory = createPageDirectory();
    const pages = new Map<number, number>();
    for (const [turn, number] of wanted.entries()) {
      if (pages.delete(number)) removePage(directory, number);
      else {
        pages.set(number, turn + 1);
        insertPage(directory, number, turn + 1);
      }
      const sorted = [...pages].sort(([left], [right]) => left - right);
      const found = sorted.map((_, at) => [directory.pageNumbers[at], directory.pages[at]]);
      expect(found).toEqual(sorted);
      expect(directory.count).toBe(sorted.length);
      for (let any = 0; any <= 40; any += 1) {
        const at = sorted.findIndex(([known]) => known === any);
        const below = sorted.filter(([known]) => known < any).length;
        expect(findPlace(directory, any)).toBe(at >= 0 ? at : -1 - below);
      }
    }
  });
  fc.assert(run, { numRuns: 60 });
});
