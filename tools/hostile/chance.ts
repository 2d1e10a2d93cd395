// Chance that can be repeated: the same seed draws the same requests on every machine.
// Not for anything that must not be guessed. Used by the makers of hostile requests.

/** Draws numbers that only the seed decides. */
export interface Chance {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  /** One of a list. */
  pick<TOne>(list: readonly TOne[]): TOne;
  /** True so many times in a hundred. */
  percent(share: number): boolean;
}

/** Begin from a seed. */
export function createChance(seed: number): Chance {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  for (let turn = 0; turn < 8; turn += 1) next();
  const below = (limit: number) => next() % limit;
  return {
    below,
    pick: (list) => list[below(list.length)] as never,
    percent: (share) => below(100) < share,
  };
}
