// The records of all open orders: a hot record of one cache line (all that placing, matching and
// cancelling a simple limit order touches), a cold one for what amends and prevention did to it
// and, for icebergs only, 16 bytes of visible size. It knows no price order and no rule. The ladder
// links the records, trading/ fills them.
import { assert } from '../assert.ts';
import type { Memory } from '../memory.ts';
import * as memoryNames from '../memory.ts';

const { makeInts, powerAbove, viewInts } = memoryNames;

/** Hot record, words of 32 bits: 64 bytes. */
export const orderIntsStride = 16;
/** Next order of the level, or of the free list; 0 = none. */
export const orderNext = 0;
/** Previous order of the level; 0 = none. */
export const orderPrev = 1;
/** Limit price in ticks, 0 for market types. */
export const orderPrice = 2;
/** Not 0 while the order is open; 0 = the record is free. */
export const orderIsOpen = 3;
/** Place of (maker rate, taker rate) in the table of rates. */
export const orderRates = 4;
/** Bits: see `metaSide` and the others. */
export const orderMeta = 5;
/** Next order of the same account; 0 = none. */
export const orderAccountNext = 12;
/** Previous order of the same account; 0 = none. */
export const orderAccountPrev = 13;
/** Level of the ladder that the order stands in; only while it does. */
export const orderLevel = 14;
/** Account number. */
export const orderAccount = 15;
/** Hot record in 64-bit words. */
export const orderNumbersStride = 8;
/** Lots neither executed nor prevented nor taken away, hidden ones included. */
export const orderOpenLots = 3;
/** Order number. */
export const orderNumber = 4;
/** Total size in lots as it stands after amends. */
export const orderSizeLots = 5;

/** Cold record, 64-bit words; without `metaHasCold` they mean nothing. */
const coldStride = 2;
/** Lots that self-trade prevention took. */
const coldPreventedLots = 0;
/** How often the order was amended. */
const coldAmendsCount = 1;

/** Iceberg record, 64-bit words: the visible size asked for and what is left of the present one. */
export const icebergStride = 2;
/** Visible size asked for. */
export const icebergVisibleLots = 0;
/** What is left of the part now shown. */
export const icebergVisibleLeftLots = 1;

/** Bit of the side: 0 buy, 1 sell. */
export const metaSide = 1;
/** The order has cold terms (stop, trailing, list, expiry, own hold); look there. */
export const metaHasTerms = 2;
/** The order shows only a part. */
export const metaIsIceberg = 4;
/** The order is in the client id table. */
export const metaHasClientId = 8;
/** Two bits of status: 0 live, 1 dormant, 2 pending. */
export const metaStatusShift = 4;
/** Three bits of time in force. */
export const metaTimeInForceShift = 6;
/** Three bits of self-trade mode. */
export const metaSelfTradeShift = 9;
/** Three bits of order type. */
export const metaTypeShift = 12;
/** The slot of the instrument, from this bit on. */
export const metaMarketShift = 16;
/** Most instruments whose slots fit above that bit. */
export const marketsCapacity = 32_768;
/** Prevention or an amend has left something in the cold record. */
export const metaHasCold = 1 << 15;

// As exported names they would be read from a cell at each use, docs/adr/0014.
const intsStride = orderIntsStride;
const numbersStride = orderNumbersStride;
const atNext = orderNext;
const atMeta = orderMeta;
const atIsOpen = orderIsOpen;
const coldBit = metaHasCold;

const freeHead = 0;
const usedCount = 1;
const liveCount = 2;

/**
 * `value` when there is no order at a place of a chain (0), else `other`: without a branch, since
 * the processor cannot foresee it.
 */
export function chooseIfNone(place: number, value: number, other: number): number {
  const isNone = (place - 1) >> 31;
  return (value & isNone) | (other & ~isNone);
}

/** All order records of one engine. */
export type OrderPool = ReturnType<typeof createOrderPool>;

/**
 * Reserve the records; the memory is only touched when used.
 *
 * @param memory - where the regions are taken.
 * @param ordersCountMax - how many orders can be open at a time.
 * @returns the arrays, for code that captures them as constants, and the free list's functions.
 */
export function createOrderPool(memory: Memory, ordersCountMax: number) {
  const scratch = memory.int32('orderPool', 3, () => 3);
  const waitingCount = makeInts(1);
  // A power of two, so that a slot under `slotMask` needs no other check of its range.
  const records = powerAbove(ordersCountMax + 1);
  const slotMask = records - 1;
  const countUsed = (): number => scratch[usedCount] + 1;
  const orderNumbers = memory.float64(
    'orders',
    records * numbersStride,
    () => countUsed() * numbersStride,
  );
  const orderInts = viewInts(orderNumbers);
  const coldNumbers = memory.float64(
    'ordersCold',
    records * coldStride,
    () => countUsed() * coldStride,
  );
  const icebergNumbers = memory.float64(
    'icebergs',
    records * icebergStride,
    () => countUsed() * icebergStride,
  );

  memory.onLoad(() => {
    waitingCount[0] = 0;
    for (let slot = 1; slot < countUsed(); slot += 1) {
      const isOpen = orderInts[slot * intsStride + atIsOpen] !== 0;
      const status = (orderInts[slot * intsStride + atMeta] >> metaStatusShift) & 3;
      if (isOpen && status !== 0) waitingCount[0] += 1;
    }
  });

  /** Take a record; its fields hold what the last user left. */
  function takeSlot(): number {
    let slot = scratch[freeHead];
    if (slot === 0) {
      scratch[usedCount] += 1;
      slot = scratch[usedCount];
      assert(slot <= ordersCountMax, 'fewer orders are open than the pool has places for');
    } else {
      scratch[freeHead] = orderInts[(slot & slotMask) * intsStride + atNext];
    }
    scratch[liveCount] += 1;
    return slot;
  }

  function hasCold(slot: number): boolean {
    return (orderInts[slot * intsStride + atMeta] & coldBit) !== 0;
  }

  /** Begin the cold record of an order that has none yet. */
  function ensureCold(slot: number): number {
    const at = slot * coldStride;
    if (hasCold(slot)) return at;
    orderInts[slot * intsStride + atMeta] |= coldBit;
    coldNumbers[at + coldPreventedLots] = 0;
    coldNumbers[at + coldAmendsCount] = 0;
    return at;
  }

  /** Give a record back. */
  function freeSlot(slot: number): void {
    const at = (slot & slotMask) * intsStride;
    orderInts[at + atNext] = scratch[freeHead];
    orderInts[at + atMeta] = 0;
    orderInts[at + atIsOpen] = 0;
    scratch[freeHead] = slot;
    scratch[liveCount] -= 1;
  }

  /** How many records are in use. */
  function countOrders(): number {
    return scratch[liveCount];
  }

  return {
    orderInts,
    orderNumbers,
    icebergNumbers,
    ordersCountMax,
    /** A slot under this mask needs no other check of its range. */
    slotMask,
    /** Lots that self-trade prevention took from an order. */
    readPreventedLots: (slot: number): number =>
      hasCold(slot) ? coldNumbers[slot * coldStride + coldPreventedLots] : 0,
    /** How often an order was amended. */
    readAmendsCount: (slot: number): number =>
      hasCold(slot) ? coldNumbers[slot * coldStride + coldAmendsCount] : 0,
    /** Record lots that self-trade prevention took. */
    recordPrevented(slot: number, lots: number): void {
      coldNumbers[ensureCold(slot) + coldPreventedLots] += lots;
    },
    /** Count one more amend. */
    recordAmend(slot: number): void {
      coldNumbers[ensureCold(slot) + coldAmendsCount] += 1;
    },
    takeSlot,
    freeSlot,
    countOrders,
    /** Orders that are dormant or pending. */
    countWaiting: (): number => waitingCount[0],
    /** Record that orders began or ceased to be dormant or pending. */
    recordWaiting(change: number): void {
      waitingCount[0] += change;
    },
    /** One more than the highest record ever used; free ones are not open. */
    readSlotsEnd: countUsed,
  };
}
