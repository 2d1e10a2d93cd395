// The plainest order book: a sorted list of prices and a queue for each. It makes the order streams
// and is the naive reference's shape. Not the product's book (core/src/book).
// Called by stream.ts.

/** A resting order. */
export interface SimpleLimitOrder {
  readonly id: number;
  readonly side: number;
  readonly user: number;
  price: number;
  size: number;
  /** Place in the list of resting orders. */
  place: number;
  level: Level | undefined;
  previous: SimpleLimitOrder | undefined;
  next: SimpleLimitOrder | undefined;
}

/** All orders at one price, oldest first. */
interface Level {
  readonly price: number;
  first: SimpleLimitOrder | undefined;
  last: SimpleLimitOrder | undefined;
}

/** What an order is before it rests. */
export type SimpleLimitTerms = Pick<SimpleLimitOrder, 'id' | 'side' | 'user' | 'price' | 'size'>;

/** Make an order that does not rest yet. */
export function makeSimpleLimitOrder({
  id,
  side,
  user,
  price,
  size,
}: SimpleLimitTerms): SimpleLimitOrder {
  const links = { level: undefined, previous: undefined, next: undefined };
  return { id, side, user, price, size, place: 0, ...links };
}

/** Told of each trade: maker, taker, price, size. */
export type EmitTrade = (makerId: number, takerId: number, price: number, size: number) => void;

/** One market. Bids and asks are sorted best last, so that the best is popped. */
export class SimpleLimitBook {
  readonly #levels: readonly [Level[], Level[]] = [[], []];
  readonly live: SimpleLimitOrder[] = [];

  /** Best price of a side; 0 when it is empty. */
  readBest(side: number): number {
    return this.#levels[side].at(-1)?.price ?? 0;
  }

  #findLevel(side: number, price: number): number {
    const levels = this.#levels[side];
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const isWorse = side === 0 ? levels[middle].price < price : levels[middle].price > price;
      if (isWorse) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Put an order at the end of its level's queue. */
  rest(order: SimpleLimitOrder): void {
    const levels = this.#levels[order.side];
    const at = this.#findLevel(order.side, order.price);
    let level: Level | undefined = levels[at];
    if (level?.price !== order.price) {
      level = { price: order.price, first: undefined, last: undefined };
      levels.splice(at, 0, level);
    }
    order.level = level;
    order.previous = level.last;
    order.next = undefined;
    if (level.last === undefined) level.first = order;
    else level.last.next = order;
    level.last = order;
  }

  /** Take a resting order out of its level. */
  leave(order: SimpleLimitOrder): void {
    const level = order.level as Level;
    if (order.previous === undefined) level.first = order.next;
    else order.previous.next = order.next;
    if (order.next === undefined) level.last = order.previous;
    else order.next.previous = order.previous;
    if (level.first !== undefined) return;
    this.#levels[order.side].splice(this.#findLevel(order.side, order.price), 1);
  }

  /** Note a new resting order in the list of all. */
  enter(order: SimpleLimitOrder): void {
    order.place = this.live.length;
    this.live.push(order);
  }

  /** Strike an order from the list of all: the last one takes its place. */
  strike(order: SimpleLimitOrder): void {
    const last = this.live.pop() as SimpleLimitOrder;
    if (last === order) return;
    this.live[order.place] = last;
    last.place = order.place;
  }

  /** Trade an incoming order against the other side at the makers' prices. */
  match(taker: SimpleLimitOrder, emitTrade: EmitTrade): void {
    const levels = this.#levels[1 - taker.side];
    while (taker.size > 0) {
      const level = levels.at(-1);
      const isOff =
        level === undefined ||
        (taker.side === 0 ? level.price > taker.price : level.price < taker.price);
      if (isOff) return;
      const maker = level.first as SimpleLimitOrder;
      const size = Math.min(maker.size, taker.size);
      emitTrade(maker.id, taker.id, level.price, size);
      maker.size -= size;
      taker.size -= size;
      if (maker.size > 0) return;
      this.leave(maker);
      this.strike(maker);
    }
  }
}
