// The scan of waiting orders after trades: trailing stops move, whatever the prices reached fires,
// and again until nothing does (docs/rules/spot.md 7). How one order fires: fire-order.ts. Called
// at the end of every unit that may have traded (finish-unit.ts).
import * as eventNames from '../../event.ts';
import type { OrderId } from '../../ids.ts';
import * as mathNames from '../../math/index.ts';
import * as wordsNames from '../../words.ts';
import * as orderPriceNames from '../checks/order-price.ts';
import type { TradingContext } from '../trading-context.ts';
import type { Trades } from '../matching/trade.ts';
import * as tradeNames from '../matching/trade.ts';
import type { OrderRecords } from '../orders/order-record.ts';
import * as orderRecordNames from '../orders/order-record.ts';
import * as termsNames from '../state/terms.ts';
import type { WaitingOrders } from './waiting-orders.ts';

const { EventKind } = eventNames;
const { calculateTrailingBuyStop, calculateTrailingSellStop } = mathNames;
const { Side } = wordsNames;
const { firesOnRise } = orderPriceNames;
const { Window } = tradeNames;
const { statusDormant } = orderRecordNames;
const { termsActivation, termsDelta, termsIsActivated, termsStop } = termsNames;

/** Prices traded between two scans. */
export interface TradedPrices {
  readonly low: number;
  readonly high: number;
  readonly last: number;
}

/** What createTriggerScan needs. */
export interface TriggerScanParts {
  readonly tradingContext: TradingContext;
  readonly records: OrderRecords;
  readonly trades: Trades;
  readonly waiting: WaitingOrders;
}

const nothing: readonly number[] = [];

/** Make the look. */
export function createTriggerScan({ tradingContext, records, trades, waiting }: TriggerScanParts) {
  const { terms, events } = tradingContext;
  const { window } = trades;

  function emitMoved(slot: number): void {
    events.write({
      kind: EventKind.trailingMoved,
      orderId: records.readOrderId(slot) as OrderId,
      stopPriceTicks: terms.read(slot, termsStop),
    });
  }

  function calculateStop(slot: number, bestTicks: number): number {
    const delta = terms.read(slot, termsDelta);
    return records.readSide(slot) === Side.sell
      ? calculateTrailingSellStop(bestTicks, delta)
      : calculateTrailingBuyStop(bestTicks, delta);
  }

  /** An active stop follows the best price; it only ever comes closer. */
  function moveActive(slot: number, prices: TradedPrices): void {
    const isSell = records.readSide(slot) === Side.sell;
    const stop = terms.read(slot, termsStop);
    const next = calculateStop(slot, isSell ? prices.high : prices.low);
    if (isSell ? next <= stop : next >= stop) return;
    terms.set(slot, termsStop, next);
    emitMoved(slot);
  }

  /** An inactive one becomes active when the price comes to its activation price or beyond. */
  function activate(slot: number, { low, high }: TradedPrices): void {
    const activation = terms.read(slot, termsActivation);
    const isRise = firesOnRise(records.readOrderType(slot), records.readSide(slot));
    if (isRise ? high < activation : low > activation) return;
    const best = Math.min(Math.max(activation, low), high);
    terms.set(slot, termsIsActivated, 1);
    terms.set(slot, termsStop, calculateStop(slot, best));
    emitMoved(slot);
  }

  function moveTrailing(market: number, prices: TradedPrices): void {
    for (const slot of waiting.readTrailing(market)) {
      if (records.isActivated(slot)) moveActive(slot, prices);
      else activate(slot, prices);
    }
  }

  function isTrailingReached(slot: number, last: number): boolean {
    if (!records.isActivated(slot)) return false;
    const stop = terms.read(slot, termsStop);
    return records.readSide(slot) === Side.sell ? stop >= last : stop <= last;
  }

  /** Numbers of the orders that fire in this look, rising. */
  function collectReached(market: number, prices: TradedPrices): number[] {
    const trailing = waiting
      .readTrailing(market)
      .filter((slot) => isTrailingReached(slot, prices.last));
    return [...waiting.collectStops(market, prices.low, prices.high), ...trailing]
      .map((slot) => records.readOrderId(slot))
      .sort((left, right) => left - right);
  }

  /** The next look starts from here. Word by word: to fill three words is a call. */
  function forgetPrices(): void {
    window[Window.low] = 0;
    window[Window.high] = 0;
    window[Window.last] = 0;
  }

  /** Take the prices traded since the last look. */
  function takePrices(): TradedPrices {
    const prices = {
      low: window[Window.low],
      high: window[Window.high],
      last: window[Window.last],
    };
    forgetPrices();
    return prices;
  }

  /**
   * Look once.
   *
   * @returns numbers of the orders to fire, rising; each only if it still waits when its turn
   *   comes.
   */
  function triggerScan(market: number): readonly number[] {
    if (waiting.isQuiet(market)) {
      forgetPrices();
      return nothing;
    }
    const prices = takePrices();
    moveTrailing(market, prices);
    return collectReached(market, prices);
  }

  return {
    triggerScan,
    /** True when something was traded since the last look. */
    hasTraded: (): boolean => window[Window.low] !== 0,
    /** True when the order of this number still waits. */
    isWaiting(orderId: number): boolean {
      const slot = records.findOpen(orderId);
      return slot !== 0 && records.readStatus(slot) === statusDormant;
    },
  };
}
