// An order that waits and is taken by somebody, wherever the book stands: a refusal says that it
// would have met somebody, and what is taken before it says what stands in front of it. Called by
// demo-trader.ts.
import { type CoreEvent, EventKind, type OrderId, Side } from '@isobath/core';

/** Their order's number, the price it would have met, or undefined when it is refused anywhere. */
export type Rested = { readonly orderId: OrderId } | { readonly bestTicks: number } | undefined;

/** Through what they place, are taken and call off. */
export interface RestingEntry {
  /** Place their order, only to wait. */
  rest(priceTicks: number): Promise<Rested>;
  /** Let somebody take as much as their order is worth, down to its price. */
  take(priceTicks: number): Promise<readonly CoreEvent[]>;
  cancel(orderId: OrderId): Promise<void>;
}

/** Places that are tried out, one after the other. */
const PLACES = 16;
/** How often a taker reaches for an order that stands behind better ones. */
const TAKINGS = 8;

/** What came of waiting: taken, or the price of what was taken in their place. */
type Taken = { readonly isTaken: true } | { readonly isTaken: false; readonly metTicks: number };

/** Wait at a price or as near to it as the book lets them, until they are taken. */
export async function restAndBeTaken(
  entry: RestingEntry,
  request: { readonly side: Side; readonly priceTicks: number },
): Promise<void> {
  const away = request.side === Side.buy ? -1 : 1;
  let { priceTicks } = request;
  for (let place = 0; place < PLACES; place += 1) {
    const rested = await entry.rest(priceTicks);
    if (rested === undefined) return;
    if ('bestTicks' in rested) {
      priceTicks = rested.bestTicks + away;
      continue;
    }
    const taken = await beTaken(entry, rested.orderId, priceTicks);
    if (taken.isTaken) return;
    priceTicks = taken.metTicks - away;
  }
}

/** Better prices of others go first; what nobody takes of theirs is called off. */
async function beTaken(entry: RestingEntry, orderId: OrderId, priceTicks: number): Promise<Taken> {
  let isTaken = false;
  let metTicks = priceTicks;
  for (let taking = 0; taking < TAKINGS; taking += 1) {
    for (const event of await entry.take(priceTicks)) {
      const isClosed = event.kind === EventKind.orderClosed && event.orderId === orderId;
      if (isClosed) return { isTaken: true };
      if (event.kind !== EventKind.tradeExecuted) continue;
      if (event.makerOrderId === orderId) isTaken = true;
      else metTicks = event.priceTicks;
    }
  }
  await entry.cancel(orderId);
  return isTaken ? { isTaken } : { isTaken, metTicks };
}
