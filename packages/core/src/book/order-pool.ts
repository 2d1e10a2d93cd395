// The records of all open orders: a 32-byte hot record (what matching touches), a 32-byte cold one
// (what amending, closing and dumping need) and, for icebergs only, 16 bytes of visible size.
// It knows no price order and no rule. The ladder links the records, products/spot fills them.
import { assert } from '../assert.ts';
import type { Memory } from '../memory.ts';

/** Hot record, words of 32 bits; the open lots are its last eight bytes. */
export const orderIntsStride = 8;
/** Next order of the level, or of the free list; 0 = none. */
export const orderNext = 0;
/** Previous order of the level; 0 = none. */
export const orderPrev = 1;
/** Limit price in ticks, 0 for market types. */
export const orderPrice = 2;
/** Place of (account, instrument) in the seat table. */
export const orderSeat = 3;
/** Place of (maker rate, taker rate) in the table of rates. */
export const orderRates = 4;
/** Bits: see `metaSide` and the others. */
export const orderMeta = 5;
/** Hot record in 64-bit words: stride and the place of the open lots. */
export const orderNumbersStride = 4;
/** Lots neither executed nor prevented nor taken away, hidden ones included. */
export const orderOpenLots = 3;

/** Cold record, 64-bit words. */
export const coldStride = 4;
/** Order number. */
export const coldId = 0;
/** Total size in lots as it stands after amends. */
export const coldSizeLots = 1;
/** Lots that self-trade prevention took. */
export const coldPreventedLots = 2;
/** How often the order was amended. */
export const coldAmendsCount = 3;

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

const freeHead = 0;
const usedCount = 1;
const liveCount = 2;

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
  const registers = memory.int32('orderPool', 3, () => 3);
  const records = ordersCountMax + 1;
  const countUsed = (): number => registers[usedCount] + 1;
  const orderNumbers = memory.float64(
    'orders',
    records * orderNumbersStride,
    () => countUsed() * orderNumbersStride,
  );
  const orderInts = new Int32Array(orderNumbers.buffer);
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

  /** Take a record; its fields hold what the last user left. */
  function takeSlot(): number {
    let slot = registers[freeHead];
    if (slot === 0) {
      registers[usedCount] += 1;
      slot = registers[usedCount];
      assert(slot <= ordersCountMax, 'fewer orders are open than the pool has places for');
    } else {
      registers[freeHead] = orderInts[slot * orderIntsStride + orderNext];
    }
    registers[liveCount] += 1;
    return slot;
  }

  /** Give a record back. */
  function freeSlot(slot: number): void {
    orderInts[slot * orderIntsStride + orderNext] = registers[freeHead];
    orderInts[slot * orderIntsStride + orderMeta] = 0;
    orderInts[slot * orderIntsStride + orderSeat] = 0;
    registers[freeHead] = slot;
    registers[liveCount] -= 1;
  }

  /** How many records are in use. */
  function countOrders(): number {
    return registers[liveCount];
  }

  return {
    orderInts,
    orderNumbers,
    coldNumbers,
    icebergNumbers,
    ordersCountMax,
    takeSlot,
    freeSlot,
    countOrders,
    /** One more than the highest record ever used; free ones have seat 0. */
    readSlotsEnd: countUsed,
  };
}
