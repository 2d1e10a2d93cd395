// Places in the scratch array: one small Float64Array through which hot functions hand each other
// amounts of two words (high word first) without boxing a number or making an object.
// Not state: nothing in it outlives a step, and no snapshot holds it.
// Used by ledger/, event-buffer.ts and the products' hot paths.

/** Places of amounts in the scratch array; each is the high word, the low word follows. */
export const Scratch = {
  /**
   * Result of the latest calculate, hold, release or close; `holdUnits`/`releasedUnits` of events.
   */
  amount: 0,
  /** Quote units of the trade at hand. */
  quote: 2,
  /** Base units of the trade at hand. */
  base: 4,
  /** Fee of the resting side. */
  makerFee: 6,
  /** Fee of the incoming side. */
  takerFee: 8,
  /** What left the resting side's hold in this trade. */
  makerHold: 10,
  /** What left the incoming side's hold in this trade. */
  takerHold: 12,
  /** ticks * lots of the trade at hand (one word). */
  tradeTickLots: 14,
  /** Lots of the trade at hand (one word). */
  tradeLots: 15,
  /** A second amount, free for the caller (two words). */
  spare: 16,
} as const;

/** Words of the scratch array. */
export const scratchCount = 32;
