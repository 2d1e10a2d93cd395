/** Capacity of one engine: reserved at start, committed by the system when first used. */
export interface EngineSizes {
  readonly accountsMax: number;
  readonly ownersMax: number;
  /** Assets, in order of definition, whose balances are found without a table. */
  readonly homeAssetsCount: number;
  /** Blocks of 16 balances for the assets beyond. */
  readonly overflowBlocksMax: number;
  readonly instrumentsMax: number;
  readonly indexesMax: number;
  /** Accounts with a position, orders or settings of a contract, each contract counted. */
  readonly positionsMax: number;
  readonly feePlansMax: number;
  /** Open orders of all kinds on all markets. */
  readonly ordersMax: number;
  /** Pages of price levels of all books. */
  readonly bookPagesMax: number;
  readonly listsMax: number;
  /** Twice what orders, accounts and markets can want, so that a sweep always frees place. */
  readonly timersMax: number;
  /** Idempotency keys, a power of two. */
  readonly keysMax: number;
  /** Words of events between two resets of the buffer. */
  readonly eventWordsMax: number;
}

/** Capacity for a venue of a hundred thousand traders on one ordinary machine. */
export const defaultSizes: EngineSizes = {
  accountsMax: 262_144,
  ownersMax: 262_144,
  homeAssetsCount: 64,
  overflowBlocksMax: 262_144,
  instrumentsMax: 1024,
  indexesMax: 1024,
  positionsMax: 262_144,
  feePlansMax: 65_536,
  ordersMax: 1_048_576,
  bookPagesMax: 131_072,
  listsMax: 262_144,
  timersMax: 4_194_304,
  keysMax: 1_048_576,
  eventWordsMax: 67_108_864,
};

/** Capacity for tests and simulations, which make many engines in one process. */
export const smallSizes: EngineSizes = {
  accountsMax: 1024,
  ownersMax: 1024,
  homeAssetsCount: 8,
  overflowBlocksMax: 256,
  instrumentsMax: 32,
  indexesMax: 16,
  positionsMax: 512,
  feePlansMax: 1024,
  ordersMax: 16_384,
  bookPagesMax: 4096,
  listsMax: 4096,
  timersMax: 65_536,
  keysMax: 4096,
  eventWordsMax: 1_048_576,
};
