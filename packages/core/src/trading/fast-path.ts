// What a product may give to answer its commonest commands without the full chain of checks. It
// says no whenever anything is special: then nothing was done and the ordinary way decides. Both do
// the same. Not here: any such way (products/spot/simple-limit-*.ts).
// Made by a product for createTrading, called by orders/.
import type { OrderReference, OrderTerms } from '../command.ts';
import type { CloseReason } from '../words.ts';
import type { OrderEntry } from './matching/enter-order.ts';
import type { TradingContext } from './trading-context.ts';

/** The fast path of one kind of market. */
export interface FastPath {
  /** Place an order of which everything is right; false when nothing was done. */
  readonly placeSimpleLimit: (terms: OrderTerms, actorId: number) => boolean;
  /** The place of a resting order of the actor that may be cancelled at once; 0 = none. */
  readonly findSimpleLimit: (reference: OrderReference, actorId: number) => number;
  /** Close an order that `findSimpleLimit` has found. */
  readonly close: (slot: number, orderId: number, reason: CloseReason) => void;
  /** Both in one; false when nothing was done. */
  readonly cancelSimpleLimit: (
    reference: OrderReference,
    actorId: number,
    reason: CloseReason,
  ) => boolean;
}

/** What a fast path is made of. */
export interface FastPathParts {
  readonly tradingContext: TradingContext;
  readonly entry: OrderEntry;
  readonly finishUnit: (market: number) => void;
}
