/** The random numbers of the order streams: mulberry32, the same in any language. */
export interface Random {
  /** 32 random bits. */
  readonly r32: () => number;
  /** A fraction strictly between 0 and 1. */
  readonly u01: () => number;
  /** A whole number 0..n-1. */
  readonly below: (n: number) => number;
  /** A heavy tail from 1 (discrete Pareto, alpha 1), at most `cap`. */
  readonly tail: (scale: number, cap: number) => number;
}

/** Start a sequence of random numbers. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  function r32(): number {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }
  const u01 = (): number => (r32() + 0.5) / 4294967296;
  return {
    r32,
    u01,
    below: (n) => Math.floor(u01() * n),
    tail: (scale, cap) => Math.min(cap, 1 + Math.floor(scale * (1 / u01() - 1))),
  };
}
