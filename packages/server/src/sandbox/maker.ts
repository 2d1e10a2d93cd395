// One maker on one market: a ladder of resting orders around the reference price, moved with as few
// orders as possible. It trades through the ordinary door with an ordinary account; it only
// suggests prices.
import {
  type AccountId,
  type BatchItem,
  EventKind,
  noClientOrderId,
  OrderType,
  simpleLimitTerms,
  Side,
  TimeInForce,
  type CoreEvent,
  type OrderId,
} from '@isobath/core';
import type { Market } from '../base/market/index.ts';

/** How a ladder looks. */
export interface LadderShape {
  /** Levels a side. */
  readonly levels: number;
  /** Size of the nearest level in dollars. */
  readonly usd: number;
}

/** A maker's ladder. */
export interface Ladder {
  /**
   * What to cancel and place so that the ladder stands around a price.
   *
   * @param middleTicks - reference in ticks, not whole.
   * @param terms - `gapTicks` = distance of the best price from the middle, 0 = as near as can be.
   * @returns at most 20 items, empty when the ladder stands well.
   */
  plan(middleTicks: number, terms: { usdPerLot: number; gapTicks: number }): BatchItem[];
  /** Take in what the engine did to the plan's items, in their order. */
  learn(items: readonly BatchItem[], events: readonly CoreEvent[]): void;
  /** An order of this maker is gone. */
  forget(orderId: OrderId): void;
  /** Whether the ladder is complete. */
  isFull(): boolean;
  /** Whether no order of it stands. */
  isEmpty(): boolean;
}

const ITEMS_MAX = 20;

interface Rung {
  readonly side: Side;
  readonly priceTicks: number;
}

/** A ladder's step is this share of the price, or one tick where the tick is wider. */
const STEP_DIGITS = 4;

/** Prices between which a ladder chooses: one in each step, at a place that the step decides. */
function createGrid(stepTicks: number) {
  // Spread over the step, the same for every maker and every start.
  const readPrice = (index: number) =>
    index * stepTicks + ((Math.imul(index, 0x9e3779b1) >>> 0) % stepTicks);
  return {
    readPrice,
    /** The last price of the grid that is not above a price. */
    findAtMost(priceTicks: number): number {
      const index = Math.floor(priceTicks / stepTicks);
      return readPrice(index) <= priceTicks ? index : index - 1;
    },
  };
}

/** Steps from the best price: dense near it, wider away from it. */
function readOffset(level: number): number {
  return level < 12 ? level : 12 + Math.floor((level - 12) ** 1.6);
}

/** Make a ladder. */
export function createLadder(options: {
  market: Market;
  accountId: AccountId;
  shape: LadderShape;
  random: () => number;
}): Ladder {
  const { market, accountId, shape, random } = options;
  const rungs = new Map<OrderId, Rung>();
  let stepTicks = 1;
  let grid: ReturnType<typeof createGrid> | undefined;

  /** The step is kept: with another one every order would have to move. */
  function readGrid(middleTicks: number) {
    if (grid !== undefined) return grid;
    stepTicks = 10 ** Math.max(0, Math.floor(Math.log10(middleTicks)) - STEP_DIGITS);
    return (grid = createGrid(stepTicks));
  }

  function listWanted(middleTicks: number, side: Side, gapTicks: number): number[] {
    const { findAtMost, readPrice } = readGrid(middleTicks);
    const isBuy = side === Side.buy;
    const best = isBuy
      ? findAtMost(middleTicks - gapTicks)
      : findAtMost(middleTicks + gapTicks) + 1;
    const direction = isBuy ? -1 : 1;
    const prices: number[] = [];
    for (let level = 0; level < shape.levels; level += 1) {
      const price = readPrice(best + direction * readOffset(level));
      if (price >= market.priceTicksMin && price <= market.priceTicksMax) prices.push(price);
    }
    return prices;
  }

  function place(side: Side, priceTicks: number, lots: number): BatchItem {
    return {
      action: 'place',
      place: {
        accountId,
        instrumentId: market.instrumentId,
        side,
        orderType: OrderType.limit,
        timeInForce: TimeInForce.postOnly,
        priceTicks,
        sizeLots: lots,
        ...simpleLimitTerms,
      },
    };
  }

  function cancel(orderId: OrderId): BatchItem {
    const named = { accountId, instrumentId: 0, orderId, clientOrderId: noClientOrderId } as const;
    return { action: 'cancel', cancel: named };
  }

  /** Orders that stand where they must not: too near or across, or far outside the ladder. */
  function listStray(middleTicks: number, gapTicks: number): OrderId[] {
    const reach = (readOffset(shape.levels) * 1.5 + 3) * stepTicks + gapTicks;
    const nearest = gapTicks === 0 ? -stepTicks : gapTicks / 2;
    const stray: OrderId[] = [];
    for (const [orderId, { side, priceTicks }] of rungs) {
      const distance = side === Side.buy ? middleTicks - priceTicks : priceTicks - middleTicks;
      if (distance < nearest || distance > reach) stray.push(orderId);
    }
    return stray;
  }

  return {
    plan(middleTicks, { usdPerLot, gapTicks }) {
      const items = listStray(middleTicks, gapTicks).map(cancel);
      const standing = new Set(
        [...rungs.values()].map((rung) => `${rung.side} ${rung.priceTicks}`),
      );
      for (let level = 0; level < shape.levels && items.length < ITEMS_MAX; level += 1) {
        for (const side of [Side.buy, Side.sell] as const) {
          const priceTicks = listWanted(middleTicks, side, gapTicks)[level];
          if (priceTicks === undefined || standing.has(`${side} ${priceTicks}`)) continue;
          const usd = shape.usd * (1 + level * 0.35) * (0.3 + 1.6 * random() * random());
          const lots = Math.max(market.sizeLotsMin, Math.round(usd / usdPerLot));
          items.push(place(side, priceTicks, lots));
        }
      }
      return items.slice(0, ITEMS_MAX);
    },
    learn(items, events) {
      let item: BatchItem | undefined;
      for (const event of events) {
        if (event.kind === EventKind.itemApplied) {
          item = items[event.index];
          // A cancel of an order that is already gone: forget it too.
          if (item?.action === 'cancel') rungs.delete(item.cancel.orderId as OrderId);
        } else if (event.kind === EventKind.orderOpened && event.accountId === accountId) {
          rungs.set(event.orderId, { side: event.side, priceTicks: event.priceTicks });
        } else if (event.kind === EventKind.orderClosed) {
          rungs.delete(event.orderId);
        }
      }
    },
    forget: (orderId) => void rungs.delete(orderId),
    isFull: () => rungs.size >= shape.levels * 2,
    isEmpty: () => rungs.size === 0,
  };
}
