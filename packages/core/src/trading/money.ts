// What trading asks of the product whose money an order moves: one object of calls, the only way
// from here to balances. Not here: any of those calls (products/spot/money.ts).
// Made by a product for createTrading, called by checks/, orders/, matching/, lists/ and triggers/.
//
// Amounts pass in the scratch `amount` of the ledger's units, never as values: nothing is
// allocated on the way of a fill.
import type { OrderTerms } from '../command.ts';
import type { SizeChecks } from './checks/order-size.ts';
import type { OrderRecords } from './orders/order-record.ts';
import type { TradingContext } from './trading-context.ts';

/** Two orders that trade: places of their records. */
export interface Pair {
  readonly market: number;
  /** The order that rested, or in an auction the one with the lower number. */
  readonly maker: number;
  readonly taker: number;
}

/** A meeting in the uncross of an auction, both from the book. */
export interface AuctionPair extends Pair {
  readonly bid: number;
  readonly ask: number;
  readonly priceTicks: number;
  readonly lots: number;
}

/** What a taker without a limit may take next. */
export interface Offer {
  readonly accountId: number;
  readonly isBuy: boolean;
  readonly market: number;
  readonly priceTicks: number;
  readonly lotsMax: number;
}

/** What is to happen with two orders that are about to trade. */
export const Admission = { trade: 0, makerCloses: 1, takerCloses: 2 } as const;

/** The money of one kind of market. */
export interface Money {
  /** True when the actor may trade on the market from the account. */
  readonly mayTrade: (accountId: number, actorId: number, market: number) => boolean;
  /** Set `amount` to what an order holds from its opening on. */
  readonly calculateNeed: (terms: OrderTerms, market: number) => void;
  /** `balance_too_low`: the account has available what the order needs. */
  readonly check: (terms: OrderTerms, market: number) => number;
  /** `balance_too_low` for the need in `amount`. */
  readonly checkAmount: (terms: OrderTerms, market: number) => number;
  /** Hold `amount` for an order; false when it is not available, and then nothing is held. */
  readonly open: (terms: OrderTerms, market: number, slot: number) => boolean;
  /** Set `amount` to what so many lots of a live limit order hold. */
  readonly calculateLive: (slot: number, lots: number) => void;
  /** Set `amount` to what is held for an order now. */
  readonly calculateHeld: (slot: number) => void;
  /** Hold `amount` more for an open order; false when it is not available. */
  readonly increase: (slot: number) => boolean;
  /** Give back `amount` of what is held for an order that loses so many open lots. */
  readonly reduce: (slot: number, lots: number) => void;
  /** Give back all that is held for an order; `amount` tells how much it was. */
  readonly finish: (slot: number) => void;
  /**
   * Move what a fill of `book.takenLots` at the maker's price moves, with both fees; true when it
   * has told the trade itself.
   */
  readonly fill: (taker: number, maker: number, market: number) => boolean;
  /** Admission of a fill of `book.takenLots`; asked of contracts only. */
  readonly admit: (taker: number, maker: number, market: number) => number;
  /** The guard price of a market order, bounded by the market's band where that is nearer. */
  readonly boundGuard: (guardTicks: number, side: number, market: number) => number;
  /** The same between two orders of one person: no fee, no rebate. */
  readonly fillFree: (taker: number, maker: number, market: number) => void;
  /** The same in an auction: both pay from their holds and at the taker's rate. */
  readonly fillAuction: (pair: AuctionPair) => void;
  /** Lots of an offer that the account can pay for, at most `lotsMax`. */
  readonly countAffordable: (offer: Offer) => number;
}

/** What the money of a kind is made of. */
export interface MoneyParts {
  readonly tradingContext: TradingContext;
  readonly records: OrderRecords;
  readonly sizes: SizeChecks;
}
