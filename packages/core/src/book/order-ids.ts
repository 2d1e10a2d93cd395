// Which record an order number stands for. Numbers rise from 1, so no hashing: pages of 4096
// numbers come and go with their orders. Orders that outlive a whole round of pages move to a map.
// It knows nothing of an order but its number; after a restore book.ts fills it again. Called by
// book.ts and products/spot.
import { assert } from '../assert.ts';

const pageShift = 12;
const pageIds = 1 << pageShift;
const pageMask = pageIds - 1;
const pageScale = 1 / pageIds;

/**
 * Make the empty table.
 *
 * @param pagesCount - how many pages a round has, a power of two.
 */
export function createOrderIds(pagesCount: number) {
  const roundMask = pagesCount - 1;
  assert((pagesCount & roundMask) === 0, 'a round of pages is a power of two');
  const empty = new Int32Array(0);
  const pages: Int32Array[] = Array.from({ length: pagesCount }, () => empty);
  const pageNumbers = new Float64Array(pagesCount).fill(-1);
  const liveCounts = new Int32Array(pagesCount);
  const spare: Int32Array[] = [];
  const ancient = new Map<number, number>();
  const registers = new Float64Array(1);

  /** Open the page of a number that is the highest so far. */
  function openPage(pageNumber: number): void {
    const place = pageNumber & roundMask;
    if (pageNumbers[place] >= 0) retirePage(place);
    pages[place] = spare.pop() ?? new Int32Array(pageIds);
    pageNumbers[place] = pageNumber;
  }

  function retirePage(place: number): void {
    const page = pages[place];
    const firstId = pageNumbers[place] * pageIds;
    for (let at = 0; at < pageIds; at += 1) {
      if (page[at] !== 0) ancient.set(firstId + at, page[at]);
    }
    page.fill(0);
    dropPage(place);
  }

  function dropPage(place: number): void {
    spare.push(pages[place]);
    pages[place] = empty;
    pageNumbers[place] = -1;
    liveCounts[place] = 0;
  }

  /** Note the record of a new number, higher than all before. */
  function addId(orderId: number, slot: number): void {
    const pageNumber = Math.floor(orderId * pageScale);
    const place = pageNumber & roundMask;
    if (pageNumbers[place] !== pageNumber) openPage(pageNumber);
    registers[0] = orderId;
    pages[place][orderId & pageMask] = slot;
    liveCounts[place] += 1;
  }

  /** The record of an open order's number, 0 when there is none. */
  function findSlot(orderId: number): number {
    const pageNumber = Math.floor(orderId * pageScale);
    const place = pageNumber & roundMask;
    if (pageNumbers[place] === pageNumber) return pages[place][orderId & pageMask];
    return ancient.size === 0 ? 0 : (ancient.get(orderId) ?? 0);
  }

  /** Forget a number. */
  function removeId(orderId: number): void {
    const pageNumber = Math.floor(orderId * pageScale);
    const place = pageNumber & roundMask;
    if (pageNumbers[place] !== pageNumber) {
      ancient.delete(orderId);
      return;
    }
    pages[place][orderId & pageMask] = 0;
    liveCounts[place] -= 1;
    const isNewest = pageNumber === Math.floor(registers[0] * pageScale);
    if (liveCounts[place] === 0 && !isNewest) dropPage(place);
  }

  /** Forget everything. */
  function clear(): void {
    for (let place = 0; place < pagesCount; place += 1)
      if (pageNumbers[place] >= 0) dropWhole(place);
    ancient.clear();
  }

  function dropWhole(place: number): void {
    pages[place].fill(0);
    dropPage(place);
  }

  /** Call back for every known number, in rising order. */
  function forEachId(visit: (orderId: number, slot: number) => void): void {
    const old = [...ancient].toSorted(([left], [right]) => left - right);
    for (const [orderId, slot] of old) visit(orderId, slot);
    const used = [...pageNumbers].filter((pageNumber) => pageNumber >= 0);
    for (const pageNumber of used.toSorted((left, right) => left - right)) {
      const page = pages[pageNumber & roundMask];
      for (let at = 0; at < pageIds; at += 1) {
        if (page[at] !== 0) visit(pageNumber * pageIds + at, page[at]);
      }
    }
  }

  return { addId, findSlot, removeId, clear, forEachId };
}
