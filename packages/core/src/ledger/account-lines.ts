// One line of the processor's cache for each account: all that an order asks about the account and,
// in the line of an owner's first account, what it asks about the owner. So a step of a simple
// limit order fetches one line for a trader and not one from each table. Not state: made again
// after a load.
// Filled by accounts.ts and owners.ts; the words of open orders belong to the product.
import * as memoryNames from '../memory.ts';

const { makeFloats, powerAbove, viewInts } = memoryNames;

/** Words of 32 bits of a line. */
export const accountStride = 16;
/** Slot of the owner. */
export const accountOwner = 0;
/** Type, class and world in one word. */
export const accountKind = 1;
/** Open orders of the account on all markets; kept by the product. */
export const accountOpenCount = 2;
/** One of them, the first of a chain; kept by the product. */
export const accountFirstOrder = 3;
/** Where they are counted market by market; kept by the product. */
export const accountCounts = 6;
/** The account in whose line the owner's words are: the owner's first. */
export const accountHome = 7;
/** Words of 64 bits of a line. */
export const accountNumbersStride = 8;
/** Number of the owner, in words of 64 bits like the following. */
export const accountOwnerId = 2;
/** VIP level of the owner, a word of 32 bits; only in the first account's line, as what follows. */
export const homeVip = 8;
/** Self-trade group of the owner. */
export const homeGroup = 5;
/** The last private number of the owner that was taken; nowhere else while there is a line. */
export const homeNumber = 6;

/** The lines of one engine. */
export type AccountLines = ReturnType<typeof createAccountLines>;

/** Reserve the lines. */
export function createAccountLines(accountsMax: number) {
  // A power of two: an account under the mask needs no other check of its range.
  const capacity = powerAbove(accountsMax + 1);
  const numbers = makeFloats(capacity * accountNumbersStride);
  return { numbers, ints: viewInts(numbers), mask: capacity - 1 };
}
