/** Owner numbers of the house; users start at 1 000 001. Fixed, so that a seed can be run again. */
export const OperatorAccountOwner = {
  operatorAccount: 1,
  /** Makers and takers of the simulated liquidity begin here. */
  liquidityFirst: 101,
} as const;
