// Which record an order number stands for: one open-addressing table. Numbers rise from 1, so the
// number itself is the home of its entry: new orders fill the table in a row, and only where an
// old one still stands do they move on. It is rebuilt from the records after a restore. Called by
// book.ts and products/spot.
import * as memoryNames from '../memory.ts';
import type { OrderPool } from './order-pool.ts';
import * as orderPoolNames from './order-pool.ts';

const { makeInts, powerAbove } = memoryNames;
const { orderNumber, orderNumbersStride } = orderPoolNames;

/** An entry: the record's slot (0 = free), then the low 32 bits of the number. */
const entryWords = 2;
/** Entries for each order there can be: most are free, so that searches stay short. */
const roomFactor = 4;

/** Make the empty table for the records of a pool. */
export function createOrderIds({ orderNumbers, ordersCountMax, slotMask }: OrderPool) {
  const capacity = powerAbove(ordersCountMax * roomFactor);
  const mask = capacity - 1;
  const entries = makeInts(capacity * entryWords);

  /** Note the record of an order that opens; the record has the number already. */
  function addId(orderId: number, slot: number): void {
    let place = orderId & mask;
    while (entries[place * entryWords] !== 0) place = (place + 1) & mask;
    entries[place * entryWords] = slot;
    entries[place * entryWords + 1] = orderId;
  }

  /** Place of an open order's entry, -1 when there is none. */
  function findPlace(orderId: number): number {
    let place = orderId & mask;
    for (;;) {
      const slot = entries[place * entryWords];
      if (slot === 0) return -1;
      const isIt =
        entries[place * entryWords + 1] === (orderId | 0) &&
        orderNumbers[(slot & slotMask) * orderNumbersStride + orderNumber] === orderId;
      if (isIt) return place;
      place = (place + 1) & mask;
    }
  }

  /** The record of an open order's number, 0 when there is none. */
  function findSlot(orderId: number): number {
    const place = findPlace(orderId);
    return place < 0 ? 0 : entries[place * entryWords];
  }

  /** Forget an open order; entries that stand behind for want of room move up. */
  function removeId(orderId: number): void {
    let gap = findPlace(orderId);
    if (gap < 0) return;
    for (let place = (gap + 1) & mask; entries[place * entryWords] !== 0; ) {
      const home = entries[place * entryWords + 1] & mask;
      if (((place - home) & mask) >= ((place - gap) & mask)) {
        entries[gap * entryWords] = entries[place * entryWords];
        entries[gap * entryWords + 1] = entries[place * entryWords + 1];
        gap = place;
      }
      place = (place + 1) & mask;
    }
    entries[gap * entryWords] = 0;
  }

  return { addId, findSlot, removeId, clear: (): void => void entries.fill(0) };
}
