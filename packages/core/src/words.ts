// The closed word lists of the core: each word has one number, written to the journal and never
// reused. It is not a place for rules. The codecs, the products and the reference model read it.

/** Sides of an order; the number is written in journal and events. */
export const Side = { buy: 0, sell: 1 } as const;
export type Side = (typeof Side)[keyof typeof Side];

/** Order types of spot, `docs/rules/spot.md` 4. */
export const OrderType = {
  limit: 1,
  market: 2,
  stopLimit: 3,
  stopMarket: 4,
  takeProfitLimit: 5,
  takeProfitMarket: 6,
  trailingStop: 7,
} as const;
export type OrderType = (typeof OrderType)[keyof typeof OrderType];

/** How long an order lives; `postOnly` never takes. */
export const TimeInForce = { gtc: 0, ioc: 1, fok: 2, gtd: 3, postOnly: 4 } as const;
export type TimeInForce = (typeof TimeInForce)[keyof typeof TimeInForce];

/** Self-trade prevention modes; 0 in a command asks for the instrument's default. */
export const SelfTradeMode = {
  instrumentDefault: 0,
  none: 1,
  expireTaker: 2,
  expireMaker: 3,
  expireBoth: 4,
  decrement: 5,
  transfer: 6,
} as const;
export type SelfTradeMode = (typeof SelfTradeMode)[keyof typeof SelfTradeMode];

/** Kinds of instruments; the numbers are the specification's. */
export const InstrumentKind = { spot: 2, perpetual: 4, delivery: 5 } as const;
export type InstrumentKind = (typeof InstrumentKind)[keyof typeof InstrumentKind];

/** Market states, `docs/rules/spot.md` 3; from REDUCE_ONLY on of contracts only. */
export const MarketState = {
  preOpen: 1,
  auction: 2,
  auctionNoCancel: 3,
  trading: 4,
  halt: 5,
  cancelOnly: 6,
  break: 7,
  reduceOnly: 8,
  delivering: 9,
  closed: 10,
} as const;
export type MarketState = (typeof MarketState)[keyof typeof MarketState];
/** The states that a spot market can be in. */
export type SpotMarketState = Exclude<
  MarketState,
  typeof MarketState.reduceOnly | typeof MarketState.delivering | typeof MarketState.closed
>;

/** Why a contract is in REDUCE_ONLY, as bits; it leaves the state when none is set. */
export const ReduceReason = { indexFrozen: 1, lastHour: 2, operator: 4 } as const;
export type ReduceReason = (typeof ReduceReason)[keyof typeof ReduceReason];

/** What a mark is to be read with, as bits, `docs/rules/contracts.md` 5. */
export const MarkFlag = {
  /** The index is frozen: nothing else was calculated anew. */
  indexFrozen: 1,
  /** Too few basis samples: P2 is the index. */
  fewSamples: 2,
  /** No trade yet: P1 stood for the last price. */
  noLast: 4,
  /** Bound 2 held the mark. */
  slowed: 8,
  /** Bound 1 held the mark. */
  clamped: 16,
} as const;
export type MarkFlag = (typeof MarkFlag)[keyof typeof MarkFlag];

/** How positions of a contract account are kept; 0 in a command keeps it. */
export const PositionMode = { oneWay: 1, hedge: 2, split: 3 } as const;
export type PositionMode = (typeof PositionMode)[keyof typeof PositionMode];

/** Why an order left the book or the stop list. */
export const CloseReason = {
  filled: 1,
  canceled: 2,
  expiredImmediate: 3,
  expiredAtTime: 4,
  expiredInMatch: 5,
  expiredAtGuard: 6,
  balanceExhausted: 7,
  replaced: 8,
  listSibling: 9,
  deadMan: 10,
  triggerRejected: 11,
  amountSpent: 12,
  /** A resting order of a contract that its account could not carry any more. */
  marginShort: 18,
} as const;
export type CloseReason = (typeof CloseReason)[keyof typeof CloseReason];

/** Kinds of order lists. */
export const ListType = { oco: 1, oto: 2, otoco: 3 } as const;
export type ListType = (typeof ListType)[keyof typeof ListType];

/** Account types: 2-8 are the specification's, ours start at 101. */
export const AccountType = {
  spot: 2,
  c2c: 3,
  contract: 5,
  crossMargin: 6,
  isolatedMargin: 7,
  other: 8,
  wealth: 101,
  /** What is on its way out over a chain. */
  outgoing: 107,
  escrow: 108,
  operatorFee: 201,
  operatorPromotions: 202,
  operatorInsurance: 203,
  operatorDust: 204,
  operatorLending: 205,
  operatorGas: 212,
  operatorSuspense: 213,
  operatorCardFloat: 214,
  operatorTreasury: 215,
  /** Its scope is the network; 0 is demo money, which no chain stands behind. */
  chain: 301,
  fiat: 302,
  /** What of losses on contracts nobody paid; its scope is the pool. */
  deficit: 304,
  /** The other side of every position of a contract; its scope is the contract. */
  clearing: 401,
} as const;
export type AccountType = (typeof AccountType)[keyof typeof AccountType];

/** A wallet is never below zero, a contra account never above; clearing is signed. */
export const AccountClass = { wallet: 1, contra: 2, clearing: 3 } as const;
export type AccountClass = (typeof AccountClass)[keyof typeof AccountClass];

/** Where a command came from; operator commands are refused from any other source. */
export const Source = { web: 1, api: 2, operator: 3, system: 4, sandbox: 5 } as const;
export type Source = (typeof Source)[keyof typeof Source];

/** Why a transfer or a hold was made. */
export const TransferReason = {
  deposit: 1,
  withdrawal: 2,
  betweenAccounts: 3,
  promotion: 4,
  seed: 5,
  fee: 6,
  correction: 7,
  closeOut: 8,
  selfTradeTransfer: 9,
  pnl: 10,
  insurance: 12,
  deficit: 13,
  networkFee: 37,
  suspense: 38,
  rollback: 39,
  internal: 44,
} as const;
export type TransferReason = (typeof TransferReason)[keyof typeof TransferReason];

/** What a cancel inside cancel-replace demands of the old order. */
export const CancelCondition = { any: 0, onlyNew: 1, onlyPartiallyFilled: 2 } as const;
export type CancelCondition = (typeof CancelCondition)[keyof typeof CancelCondition];
