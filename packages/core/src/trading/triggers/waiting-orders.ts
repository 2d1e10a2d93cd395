// The orders that wait for a price: stops in a ladder of their own, by the side from which the
// price must come, and trailing orders in a list by number. It fires nothing (trigger-scan.ts).
// Called when an order becomes dormant, closes, is fired, and by the trigger scan after trades.
import * as ladderNames from '../../book/ladder.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import * as orderPriceNames from '../checks/order-price.ts';
import type { TradingContext } from '../trading-context.ts';
import type { OrderRecords } from '../orders/order-record.ts';
import * as orderRecordNames from '../orders/order-record.ts';
import * as termsNames from '../state/terms.ts';

const { fallSide, riseSide, sidesPerMarket } = ladderNames;
const { orderIntsStride, orderNext } = orderPoolNames;
const { firesOnRise } = orderPriceNames;
const { statusDormant } = orderRecordNames;
const { termsDelta } = termsNames;

/** The waiting orders of one engine. */
export type WaitingOrders = ReturnType<typeof createWaitingOrders>;

/** Make the tables of waiting orders. */
export function createWaitingOrders(tradingContext: TradingContext, records: OrderRecords) {
  const { ladder } = tradingContext.book;
  const { orderInts } = tradingContext.book.pool;
  const trailing: number[][] = Array.from(
    { length: tradingContext.sizes.instrumentsMax },
    () => [],
  );
  tradingContext.memory.onLoad(() => {
    for (const slots of trailing) slots.length = 0;
    for (const slot of tradingContext.book.listOpenSlots()) {
      const isDormant = records.readStatus(slot) === statusDormant;
      if (isDormant && isTrailing(slot)) trailing[records.readMarket(slot)].push(slot);
    }
  });

  function isTrailing(slot: number): boolean {
    return records.readTerm(slot, termsDelta) !== 0;
  }

  function findSide(slot: number): number {
    const isRise = firesOnRise(records.readOrderType(slot), records.readSide(slot));
    return records.readMarket(slot) * sidesPerMarket + (isRise ? riseSide : fallSide);
  }

  /** Let an order wait; trailing orders stay sorted by order number. */
  function add(slot: number): void {
    if (!isTrailing(slot)) {
      ladder.append(findSide(slot), records.readStop(slot), slot);
      return;
    }
    const slots = trailing[records.readMarket(slot)];
    const orderId = records.readOrderId(slot);
    const place = slots.findIndex((other) => records.readOrderId(other) > orderId);
    slots.splice(place < 0 ? slots.length : place, 0, slot);
  }

  /** Stop waiting. */
  function remove(slot: number): void {
    if (!isTrailing(slot)) {
      ladder.remove(findSide(slot), records.readStop(slot), slot);
      return;
    }
    const slots = trailing[records.readMarket(slot)];
    slots.splice(slots.indexOf(slot), 1);
  }

  /** Collect the stops of one ladder side that the price has reached. */
  function collectSide(side: number, isReached: (stop: number) => boolean, into: number[]): void {
    let price = ladder.readBestPrice(side);
    while (price !== 0 && isReached(price)) {
      let slot = ladder.readHead(ladder.findLevel(side, price));
      for (; slot !== 0; slot = orderInts[slot * orderIntsStride + orderNext]) into.push(slot);
      price = ladder.readNextPrice(side, price);
    }
  }

  /** The fixed stops that prices between low and high reach, in no order. */
  function collectStops(market: number, low: number, high: number): number[] {
    const found: number[] = [];
    const side = market * sidesPerMarket;
    collectSide(side + riseSide, (stop) => stop <= high, found);
    collectSide(side + fallSide, (stop) => stop >= low, found);
    return found;
  }

  return {
    add,
    remove,
    collectStops,
    /** The trailing orders of a market by order number; not to be changed. */
    readTrailing: (market: number): readonly number[] => trailing[market],
    /** True when nothing waits on a market. */
    isQuiet(market: number): boolean {
      const side = market * sidesPerMarket;
      return (
        trailing[market].length === 0 &&
        ladder.readBestPrice(side + riseSide) === 0 &&
        ladder.readBestPrice(side + fallSide) === 0
      );
    },
  };
}
