// The price ladders of one engine: for each side of each market a row of levels, each level a queue
// of orders in order of arrival. Prices live in pages of 512 ticks, found through a sorted
// directory; bitmaps name the levels in use. It knows no lots beyond a total that its caller keeps.
// Called by book.ts (resting orders) and by trading/ (orders that wait for a price).
import { assert } from '../assert.ts';
import type { Memory } from '../memory.ts';
import * as memoryNames from '../memory.ts';
import type { OrderPool } from './order-pool.ts';
import * as orderPoolNames from './order-pool.ts';
import { createPageDirectory } from './page-directory.ts';
import * as pageDirectoryNames from './page-directory.ts';

const { chooseIfNone, orderIntsStride, orderLevel, orderNext, orderPrev } = orderPoolNames;
const { makeInts, powerAbove, viewInts } = memoryNames;
const { findPlace, insertPage, removePage } = pageDirectoryNames;

const pageTicksShift = 9;
const pageTicks = 1 << pageTicksShift;
const pageTicksMask = pageTicks - 1;

/** Words of 32 bits of a level: first and last order, then its total as one 64-bit float. */
export const levelIntsStride = 4;
/** Place of a level's total in its words of 64 bits. */
export const levelTotal = 1;
/** Words of 64 bits of a level. */
export const levelNumbersStride = 2;
const levelHead = 0;
/** Place of a level's last order in its words of 32 bits. */
export const levelTail = 1;

const bitsStride = 32;
const bitsSummary = 16;
const bitsLevelsCount = 17;
const bitsSide = 18;
const bitsNumber = 19;

const sideStride = 8;
const sideBestPrice = 0;
const sideBestLevel = 1;
const sideHotKey = 2;
const sideHotPage = 3;

/** How many ladder sides one market has. */
export const sidesPerMarket = 4;
/** Resting buys; best = highest. */
export const bidSide = 0;
/** Resting sells; best = lowest. */
export const askSide = 1;
/** Dormant orders that fire when the price falls to them; best = highest. */
export const fallSide = 2;
/** Dormant orders that fire when the price rises to them; best = lowest. */
export const riseSide = 3;

// As exported names they would be read from a cell at each use, docs/adr/0014.
const intsStride = levelIntsStride;
const numbersStride = levelNumbersStride;
const atTotal = levelTotal;
const atTail = levelTail;

const freeCount = 0;
const usedCount = 1;

/** What createLadder needs. */
export interface LadderOptions {
  readonly memory: Memory;
  readonly pool: OrderPool;
  readonly marketsCountMax: number;
  readonly pagesCountMax: number;
}

/** All ladders of one engine. */
export type Ladder = ReturnType<typeof createLadder>;

/** Highest set bit of a word that is not 0. */
function highestBit(word: number): number {
  return 31 - Math.clz32(word);
}

/** True for the two sides of a market in which orders rest. */
function isBookSide(side: number): boolean {
  return side % sidesPerMarket <= askSide;
}

/** Lowest set bit of a word that is not 0. */
function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/**
 * Reserve the ladders. A side's number is market * 4 + one of the four sides; an even side has its
 * highest price first, an odd one its lowest.
 */
export function createLadder({ memory, pool, marketsCountMax, pagesCountMax }: LadderOptions) {
  const { orderInts, slotMask } = pool;
  // Page 0 stands for none.
  const pagesCapacity = powerAbove(pagesCountMax);
  const scratch = memory.int32('ladder', 2, () => 2);
  const countUsed = (): number => scratch[usedCount] + 1;
  const pageFloats = pageTicks * numbersStride;
  const levelNumbers = memory.float64(
    'levels',
    pagesCapacity * pageFloats,
    () => countUsed() * pageFloats,
  );
  const levelInts = viewInts(levelNumbers);
  // Under their masks a level, a page and a side need no other check of their range.
  const pageMask = pagesCapacity - 1;
  const levelMask = pagesCapacity * pageTicks - 1;
  const sidesCount = powerAbove(marketsCountMax) * sidesPerMarket;
  const sideMask = sidesCount - 1;
  const pageBits = memory.int32(
    'pages',
    pagesCapacity * bitsStride,
    () => countUsed() * bitsStride,
  );
  const freePages = memory.int32('freePages', pagesCountMax + 1, () => scratch[freeCount]);
  const sides = memory.int32('sides', sidesCount * sideStride, () => sidesCount * sideStride);
  const directories = Array.from({ length: sidesCount }, createPageDirectory);
  const bookPages = makeInts(1);
  memory.onLoad(() => {
    for (const directory of directories) directory.count = 0;
    bookPages[0] = 0;
    for (let page = 1; page < countUsed(); page += 1) {
      const bits = page * bitsStride;
      if (pageBits[bits + bitsLevelsCount] === 0) continue;
      insertPage(directories[pageBits[bits + bitsSide]], pageBits[bits + bitsNumber], page);
      if (isBookSide(pageBits[bits + bitsSide])) bookPages[0] += 1;
    }
  });

  function takePage(): number {
    if (scratch[freeCount] > 0) {
      scratch[freeCount] -= 1;
      return freePages[scratch[freeCount]];
    }
    scratch[usedCount] += 1;
    assert(scratch[usedCount] < pagesCapacity, 'fewer pages are in use than were reserved');
    return scratch[usedCount];
  }

  function loadPage(side: number, price: number): number {
    const directory = directories[side];
    const pageNumber = price >> pageTicksShift;
    const place = findPlace(directory, pageNumber);
    if (place < 0) return 0;
    sides[side * sideStride + sideHotKey] = pageNumber + 1;
    sides[side * sideStride + sideHotPage] = directory.pages[place];
    return directory.pages[place];
  }

  /** The page of a price, 0 when no level of it is in use. */
  function findPage(side: number, price: number): number {
    const at = (side & sideMask) * sideStride;
    if (sides[at + sideHotKey] === (price >> pageTicksShift) + 1) return sides[at + sideHotPage];
    return loadPage(side, price);
  }

  function makePage(side: number, price: number): number {
    const page = takePage();
    pageBits[page * bitsStride + bitsSide] = side;
    pageBits[page * bitsStride + bitsNumber] = price >> pageTicksShift;
    if (isBookSide(side)) bookPages[0] += 1;
    insertPage(directories[side], price >> pageTicksShift, page);
    return loadPage(side, price);
  }

  function markLevel(side: number, page: number, price: number): void {
    const tick = price & pageTicksMask;
    const bits = (page & pageMask) * bitsStride;
    pageBits[bits + (tick >> 5)] |= 1 << (tick & 31);
    pageBits[bits + bitsSummary] |= 1 << (tick >> 5);
    pageBits[bits + bitsLevelsCount] += 1;
    const at = (side & sideMask) * sideStride;
    const best = sides[at + sideBestPrice];
    if (best === 0 || ((side & 1) === 0 ? price > best : price < best)) {
      sides[at + sideBestPrice] = price;
      sides[at + sideBestLevel] = page * pageTicks + tick;
    }
  }

  /** Next price below within the page, or -1. */
  function findLower(page: number, tick: number): number {
    const bits = (page & pageMask) * bitsStride;
    const word = tick >> 5;
    const rest = pageBits[bits + word] & ((1 << (tick & 31)) - 1);
    if (rest !== 0) return word * 32 + highestBit(rest);
    const words = pageBits[bits + bitsSummary] & ((1 << word) - 1);
    if (words === 0) return -1;
    const next = highestBit(words);
    return next * 32 + highestBit(pageBits[bits + next]);
  }

  /** Next price above within the page, or -1. */
  function findHigher(page: number, tick: number): number {
    const bits = (page & pageMask) * bitsStride;
    const word = tick >> 5;
    const rest = pageBits[bits + word] & ~((2 << (tick & 31)) - 1);
    if (rest !== 0) return word * 32 + lowestBit(rest);
    const words = pageBits[bits + bitsSummary] & ~((2 << word) - 1);
    if (words === 0) return -1;
    const next = lowestBit(words);
    return next * 32 + lowestBit(pageBits[bits + next]);
  }

  function readFirstOfPage(side: number, place: number): number {
    const directory = directories[side];
    if (place < 0 || place >= directory.count) return 0;
    const bits = directory.pages[place] * bitsStride;
    const isFalling = (side & 1) === 0;
    const summary = pageBits[bits + bitsSummary];
    const word = isFalling ? highestBit(summary) : lowestBit(summary);
    const levels = pageBits[bits + word];
    const tick = word * 32 + (isFalling ? highestBit(levels) : lowestBit(levels));
    return directory.pageNumbers[place] * pageTicks + tick;
  }

  /** The next worse price in use after this one, 0 when there is none. */
  function readNextPrice(side: number, price: number): number {
    const page = findPage(side, price);
    const isFalling = (side & 1) === 0;
    if (page !== 0) {
      const tick = price & pageTicksMask;
      const found = isFalling ? findLower(page, tick) : findHigher(page, tick);
      if (found >= 0) return price - tick + found;
    }
    const place = findPlace(directories[side], price >> pageTicksShift);
    if (place >= 0) return readFirstOfPage(side, isFalling ? place - 1 : place + 1);
    return readFirstOfPage(side, isFalling ? -2 - place : -1 - place);
  }

  function clearLevel(side: number, page: number, price: number): void {
    const tick = price & pageTicksMask;
    const bits = page * bitsStride;
    assert(
      levelNumbers[(page * pageTicks + tick) * numbersStride + atTotal] === 0,
      'an empty level has no lots',
    );
    pageBits[bits + (tick >> 5)] &= ~(1 << (tick & 31));
    if (pageBits[bits + (tick >> 5)] === 0) pageBits[bits + bitsSummary] &= ~(1 << (tick >> 5));
    pageBits[bits + bitsLevelsCount] -= 1;
    const at = side * sideStride;
    if (sides[at + sideBestPrice] === price) {
      const best = readNextPrice(side, price);
      sides[at + sideBestPrice] = best;
      sides[at + sideBestLevel] = best === 0 ? 0 : findLevel(side, best);
    }
    if (pageBits[bits + bitsLevelsCount] === 0) {
      removePage(directories[side], price >> pageTicksShift);
      if (isBookSide(side)) bookPages[0] -= 1;
      if (sides[at + sideHotPage] === page) sides[at + sideHotKey] = 0;
      freePages[scratch[freeCount]] = page;
      scratch[freeCount] += 1;
    }
  }

  /** The level of a price, 0 when the price is not in use. */
  function findLevel(side: number, price: number): number {
    const page = findPage(side, price);
    return page === 0 ? 0 : page * pageTicks + (price & pageTicksMask);
  }

  /** The level of a price when it lies in the page last used, else 0; remembers nothing. */
  function peekLevel(side: number, price: number): number {
    const at = (side & sideMask) * sideStride;
    const isHot = sides[at + sideHotKey] === (price >> pageTicksShift) + 1;
    return isHot ? sides[at + sideHotPage] * pageTicks + (price & pageTicksMask) : 0;
  }

  /** The level behind one of a side in the same page, 0 when there is none; remembers nothing. */
  function peekNextLevel(side: number, level: number): number {
    const page = (level >> pageTicksShift) & pageMask;
    const tick = level & pageTicksMask;
    const found = (side & 1) === 0 ? findLower(page, tick) : findHigher(page, tick);
    return found < 0 ? 0 : page * pageTicks + found;
  }

  /**
   * Put an order at the end of its price's queue. The level's total is the caller's to raise.
   *
   * @returns the level's number.
   */
  function append(side: number, price: number, slot: number): number {
    let page = findPage(side, price);
    if (page === 0) page = makePage(side, price);
    const level = (page & pageMask) * pageTicks + (price & pageTicksMask);
    const tail = levelInts[level * intsStride + atTail] & slotMask;
    const own = (slot & slotMask) * orderIntsStride;
    orderInts[own + orderPrev] = tail;
    orderInts[own + orderNext] = 0;
    orderInts[own + orderLevel] = level;
    levelInts[level * intsStride + atTail] = slot;
    if (tail === 0) {
      levelInts[level * intsStride + levelHead] = slot;
      markLevel(side, page, price);
    } else {
      orderInts[tail * orderIntsStride + orderNext] = slot;
    }
    return level;
  }

  /**
   * Take an order out of its price's queue; its lots must already be out of the total. Whether it
   * has neighbours is not asked: record 0 takes what is written to none.
   */
  function remove(side: number, price: number, slot: number): void {
    const own = (slot & slotMask) * orderIntsStride;
    const level = orderInts[own + orderLevel] & levelMask;
    const next = orderInts[own + orderNext] & slotMask;
    const prev = orderInts[own + orderPrev] & slotMask;
    orderInts[next * orderIntsStride + orderPrev] = prev;
    orderInts[prev * orderIntsStride + orderNext] = next;
    const at = level * intsStride;
    const head = chooseIfNone(prev, next, levelInts[at + levelHead]);
    levelInts[at + levelHead] = head;
    levelInts[at + atTail] = chooseIfNone(next, prev, levelInts[at + atTail]);
    if (head === 0) clearLevel(side, level >> pageTicksShift, price);
  }

  /** Best price of a side, 0 when it is empty. */
  function readBestPrice(side: number): number {
    return sides[(side & sideMask) * sideStride + sideBestPrice];
  }

  /** Level of the best price; only when there is one. */
  function readBestLevel(side: number): number {
    return sides[(side & sideMask) * sideStride + sideBestLevel];
  }

  /** Oldest order of a level. */
  function readHead(level: number): number {
    return levelInts[(level & levelMask) * intsStride + levelHead];
  }

  /** Sum of lots that the callers keep for the level. */
  function readTotal(level: number): number {
    return levelNumbers[(level & levelMask) * numbersStride + atTotal];
  }

  /** Change the sum of lots of a level; gives the new one. */
  function addTotal(level: number, lots: number): number {
    const at = (level & levelMask) * numbersStride + atTotal;
    const total = levelNumbers[at] + lots;
    levelNumbers[at] = total;
    return total;
  }

  return {
    levelNumbers,
    levelInts,
    /** A level under this mask needs no other check of its range. */
    levelMask,
    append,
    remove,
    findLevel,
    peekLevel,
    peekNextLevel,
    readNextPrice,
    readBestPrice,
    readBestLevel,
    readHead,
    readTotal,
    addTotal,
    /** Pages of the sides in which orders rest, in use. */
    countBookPages: (): number => bookPages[0],
  };
}
