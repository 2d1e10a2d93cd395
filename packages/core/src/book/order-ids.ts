// Which record an order number stands for. Numbers rise from 1, so the number itself is the place
// of its entry: new orders fill the table in a row. Where an old one still stands when the numbers
// come round again, the new one goes to a second, open-addressing table. Both are rebuilt from the
// records after a restore. Called by book.ts and trading/.
import * as memoryNames from '../memory.ts';
import type { OrderPool } from './order-pool.ts';
import * as orderPoolNames from './order-pool.ts';

const { clearWords, makeInts, powerAbove } = memoryNames;
const { orderNumber, orderNumbersStride } = orderPoolNames;

/** Places for each order there can be: most are free, so that the second table is rarely needed. */
const nearCapacityFactor = 4;
const farCapacityFactor = 2;
/** An entry of the second table: the record's slot (0 = free), then the number's low 32 bits. */
const farWords = 2;
const farMix = 0x9e3779b1;

/** Make the empty table for the records of a pool. */
export function createOrderIds({ orderNumbers, ordersCountMax, slotMask }: OrderPool) {
  const nearCapacity = powerAbove(ordersCountMax * nearCapacityFactor);
  const nearMask = nearCapacity - 1;
  const near = makeInts(nearCapacity);
  const farCapacity = powerAbove(ordersCountMax * farCapacityFactor);
  const farMask = farCapacity - 1;
  const far = makeInts(farCapacity * farWords);
  const farCount = makeInts(1);

  function isRecordOf(slot: number, orderId: number): boolean {
    return orderNumbers[(slot & slotMask) * orderNumbersStride + orderNumber] === orderId;
  }

  /** Enter the record of an order that opens; the record has the number already. */
  function addId(orderId: number, slot: number): void {
    const place = orderId & nearMask;
    if (near[place] === 0) near[place] = slot;
    else addFar(orderId, slot);
  }

  /** The record that a number most likely stands for, or any other; 0 = none. */
  function findNear(orderId: number): number {
    return near[orderId & nearMask];
  }

  /** The record of an open order's number, 0 when there is none. */
  function findSlot(orderId: number): number {
    const slot = near[orderId & nearMask];
    if (slot !== 0 && isRecordOf(slot, orderId)) return slot;
    return farCount[0] === 0 ? 0 : far[findFar(orderId) * farWords];
  }

  /** Forget an open order. */
  function removeId(orderId: number): void {
    const place = orderId & nearMask;
    const slot = near[place];
    if (slot !== 0 && isRecordOf(slot, orderId)) near[place] = 0;
    else if (farCount[0] !== 0) removeFar(orderId);
  }

  function readFarHome(orderId: number): number {
    const hash = Math.imul(orderId | 0, farMix);
    return (hash ^ (hash >>> 15)) & farMask;
  }

  function addFar(orderId: number, slot: number): void {
    let place = readFarHome(orderId);
    while (far[place * farWords] !== 0) place = (place + 1) & farMask;
    far[place * farWords] = slot;
    far[place * farWords + 1] = orderId;
    farCount[0] += 1;
  }

  /** Place of a number's entry, or the free place where it would be. */
  function findFar(orderId: number): number {
    let place = readFarHome(orderId);
    for (;;) {
      const slot = far[place * farWords];
      if (slot === 0) return place;
      if (far[place * farWords + 1] === (orderId | 0) && isRecordOf(slot, orderId)) return place;
      place = (place + 1) & farMask;
    }
  }

  /** Entries that stand behind for want of space move up. */
  function removeFar(orderId: number): void {
    let gap = findFar(orderId);
    if (far[gap * farWords] === 0) return;
    for (let place = (gap + 1) & farMask; far[place * farWords] !== 0; ) {
      const home = readFarHome(far[place * farWords + 1]);
      if (((place - home) & farMask) >= ((place - gap) & farMask)) {
        far[gap * farWords] = far[place * farWords];
        far[gap * farWords + 1] = far[place * farWords + 1];
        gap = place;
      }
      place = (place + 1) & farMask;
    }
    far[gap * farWords] = 0;
    farCount[0] -= 1;
  }

  function clear(): void {
    clearWords(near);
    if (farCount[0] !== 0) clearWords(far);
    farCount[0] = 0;
  }

  return { addId, findNear, findSlot, removeId, clear };
}
