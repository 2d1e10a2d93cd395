// The terms of orders that plain limit orders do not have: stop, trailing, activation, own hold,
// expiry, place in a list. 16 words an order, touched only when the order's meta has the bit.
// It decides nothing. Called by everything that opens, fires, amends, dumps such orders.
import type { Memory } from '../../memory.ts';
import * as mathNames from '../../math/index.ts';

const { joinWords, readHighWord, readLowWord } = mathNames;

/** Words of a row. */
export const termsStride = 16;
/** Quote amount of a market type, two words. */
export const termsAmount = 0;
/** Stop price; of a trailing order its present stop, 0 while inactive. */
export const termsStop = 2;
/** Trailing delta in basis points. */
export const termsDelta = 3;
/** Activation price as asked for. */
export const termsActivation = 4;
/** 1 when a trailing order moves with the price. */
export const termsIsActivated = 5;
/** Slippage bound asked for, 0 = the market's guard. */
export const termsSlippage = 6;
/** When the order expires, 0 = never. */
export const termsExpireAt = 7;
/** Its list's place in the table of lists, 0 = none. */
export const termsList = 8;
/** Which leg of its list it is. */
export const termsLeg = 9;
/** What is held for it while dormant or pending, two words. */
export const termsHold = 10;
/** Mark when it was placed, of an order on a contract. */
export const termsMark = 12;

/** Reserve a row for each order record. */
export function createTerms(memory: Memory, ordersCountMax: number, readSlotsEnd: () => number) {
  const words = memory.float64(
    'orderTerms',
    (ordersCountMax + 1) * termsStride,
    () => readSlotsEnd() * termsStride,
  );
  return {
    words,
    /** Zero a row before it is filled. */
    clear(slot: number): void {
      words.fill(0, slot * termsStride, (slot + 1) * termsStride);
    },
    /** Read a wide amount of a row. */
    readUnits(slot: number, field: number): bigint {
      const at = slot * termsStride + field;
      return joinWords(words[at], words[at + 1]);
    },
    /** Write a wide amount of a row. */
    setUnits(slot: number, field: number, units: bigint): void {
      const at = slot * termsStride + field;
      words[at] = readHighWord(units);
      words[at + 1] = readLowWord(units);
    },
    /** One word of a row. */
    read(slot: number, field: number): number {
      return words[slot * termsStride + field];
    },
    /** Set one word of a row. */
    set(slot: number, field: number, value: number): void {
      words[slot * termsStride + field] = value;
    },
  };
}
