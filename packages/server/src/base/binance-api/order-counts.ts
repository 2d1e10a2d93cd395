// How many orders of an account stay unfilled: each new one counts, its first fill gives back, a
// maker's more than a taker's, a cancel nothing. In memory, by the windows that clients are told.
// Asked before an order and told of each; follows the engine's events for the fills.
import { type CoreEvent, EventKind } from '@isobath/core';
import type { BinanceRateLimit } from '@isobath/wire';
import { PassingMap } from '../process/passing-map.ts';
import type { CommittedStep } from '../product/index.ts';
import { BinanceError } from './errors.ts';

/** Most unfilled orders in each window. */
export interface OrderCountTable {
  readonly perTenSeconds: number;
  readonly perDay: number;
}

/** What clients are told in exchangeInfo, and what is enforced. */
export const defaultOrderCounts: OrderCountTable = { perTenSeconds: 1_000, perDay: 1_000_000 };

const TEN_SECONDS_MS = 10_000;
const DAY_MS = 86_400_000;
const TAKER_BACK = 1;
const MAKER_BACK = 5;

interface Count {
  tenSeconds: number;
  tenSecondsCount: number;
  day: number;
  dayCount: number;
}

/** Unfilled orders of an account in both windows. */
export interface UnfilledOrders {
  readonly tenSecondsCount: number;
  readonly dayCount: number;
}

/** Counts orders. */
export interface OrderCounts {
  /** @throws BinanceError -1015 with Retry-After when so many more would be too many. */
  check(ownerId: number, ordersCount: number): void;
  /** Count new orders; a negative count takes refused ones back. */
  add(ownerId: number, ordersCount: number): UnfilledOrders;
  read(ownerId: number): UnfilledOrders;
  /** The limits, with the counts of an owner when one is given. */
  list(ownerId?: number): BinanceRateLimit[];
  /** Take in what the engine did: first fills give back. */
  apply(step: CommittedStep): void;
}

/** Make an empty counter. `readOwner` names the owner of an account. */
export function createOrderCounts(parts: {
  readonly readNowMs: () => number;
  readonly readOwner: (accountId: number) => number;
  readonly table?: OrderCountTable;
}): OrderCounts {
  const { readNowMs, readOwner, table = defaultOrderCounts } = parts;
  const counts = new Map<number, Count>();
  /** Orders without a fill, of owners who count. */
  const unfilled = new PassingMap<number, number>();

  function readCount(ownerId: number): Count {
    const nowMs = readNowMs();
    let count = counts.get(ownerId);
    if (count === undefined) {
      count = { tenSeconds: 0, tenSecondsCount: 0, day: 0, dayCount: 0 };
      counts.set(ownerId, count);
    }
    const tenSeconds = Math.floor(nowMs / TEN_SECONDS_MS);
    if (count.tenSeconds !== tenSeconds) Object.assign(count, { tenSeconds, tenSecondsCount: 0 });
    const day = Math.floor(nowMs / DAY_MS);
    if (count.day !== day) Object.assign(count, { day, dayCount: 0 });
    return count;
  }

  function giveBack(orderId: number, back: number): void {
    const ownerId = unfilled.get(orderId);
    if (ownerId === undefined) return;
    unfilled.delete(orderId);
    const count = readCount(ownerId);
    count.tenSecondsCount = Math.max(0, count.tenSecondsCount - back);
    count.dayCount = Math.max(0, count.dayCount - back);
  }

  function take(event: CoreEvent): void {
    switch (event.kind) {
      case EventKind.orderOpened: {
        const ownerId = readOwner(event.accountId);
        if (counts.has(ownerId)) unfilled.set(event.orderId, ownerId);
        break;
      }
      case EventKind.tradeExecuted:
        giveBack(event.makerOrderId, MAKER_BACK);
        giveBack(event.takerOrderId, TAKER_BACK);
        break;
      case EventKind.orderClosed:
        unfilled.delete(event.orderId);
        break;
      default:
    }
  }

  return {
    check(ownerId, ordersCount) {
      const count = readCount(ownerId);
      const wait = (windowMs: number) => ({
        retryAfterS: Math.ceil((windowMs - (readNowMs() % windowMs)) / 1_000),
      });
      if (count.tenSecondsCount + ordersCount > table.perTenSeconds) {
        const values = [table.perTenSeconds, '10 SECOND'];
        throw new BinanceError('too_many_orders', values, wait(TEN_SECONDS_MS));
      }
      if (count.dayCount + ordersCount > table.perDay) {
        throw new BinanceError('too_many_orders', [table.perDay, '1 DAY'], wait(DAY_MS));
      }
    },
    add(ownerId, ordersCount) {
      const count = readCount(ownerId);
      count.tenSecondsCount = Math.max(0, count.tenSecondsCount + ordersCount);
      count.dayCount = Math.max(0, count.dayCount + ordersCount);
      return count;
    },
    read: readCount,
    list(ownerId) {
      const count = ownerId === undefined ? undefined : readCount(ownerId);
      return [
        {
          rateLimitType: 'ORDERS',
          interval: 'SECOND',
          intervalNum: 10,
          limit: table.perTenSeconds,
          ...(count === undefined ? {} : { count: count.tenSecondsCount }),
        },
        {
          rateLimitType: 'ORDERS',
          interval: 'DAY',
          intervalNum: 1,
          limit: table.perDay,
          ...(count === undefined ? {} : { count: count.dayCount }),
        },
      ];
    },
    apply(step) {
      for (const event of step.events) take(event);
    },
  };
}
