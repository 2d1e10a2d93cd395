// The call auction: price, uncross, indication: docs/rules/spot.md 10. Not here: when (timers.ts).
import { EventKind } from '@isobath/core/event';
import { MarketState } from '@isobath/core/words';
import { changeState, nextSecond } from './instruments.ts';
import { followList, refresh, trade } from './match.ts';
import * as orders from './orders.ts';
import { settle } from './settle.ts';
import * as state from './state.ts';
import type { Market, Model, Order } from './state.ts';

/** What an auction would do: price 0 when nothing crosses; `surplusLots` > 0 = more to buy. */
export interface Outcome {
  readonly priceTicks: number;
  readonly volumeLots: number;
  readonly surplusLots: number;
}

function sumOpen(side: readonly Order[]): number {
  return side.reduce((sum, order) => sum + state.openLots(order), 0);
}

function calculateAt(market: Market, priceTicks: number): Outcome {
  const bidLots = sumOpen(market.bids.filter((order) => order.priceTicks >= priceTicks));
  const askLots = sumOpen(market.asks.filter((order) => order.priceTicks <= priceTicks));
  return { priceTicks, volumeLots: Math.min(bidLots, askLots), surplusLots: bidLots - askLots };
}

/** Keep those for which a measure is smallest. */
function keepLeast(from: readonly Outcome[], measure: (it: Outcome) => number): Outcome[] {
  const least = Math.min(...from.map(measure));
  return from.filter((it) => measure(it) === least);
}

/** The auction's price by the rules of choice, in their order. */
export function calculateOutcome(market: Market): Outcome {
  const nothing = { priceTicks: 0, volumeLots: 0, surplusLots: 0 };
  const prices = new Set([...market.bids, ...market.asks].map((order) => order.priceTicks));
  const all = [...prices].sort((one, other) => one - other).map((it) => calculateAt(market, it));
  if (all.every((it) => it.volumeLots === 0)) return nothing;
  let left = keepLeast(all, (it) => -it.volumeLots);
  left = keepLeast(left, (it) => Math.abs(it.surplusLots));
  const last = state.readLastTicks(market);
  if (last > 0) left = keepLeast(left, (it) => Math.abs(it.priceTicks - last));
  const isHighest = left.every((it) => it.surplusLots > 0);
  return (isHighest ? left.at(-1) : left[0]) ?? nothing;
}

/** Say what would happen now; the next time is the next full second. */
export function indicate(model: Model, market: Market): void {
  market.indicationDueMs = nextSecond(model.coreTimeMs);
  const { instrumentId } = market;
  const kind = EventKind.auctionIndicated;
  model.events.push({ kind, instrumentId, ...calculateOutcome(market) });
}

/** Orders can no longer be cancelled. */
export function endCancelling(model: Model, market: Market): void {
  const { noCancelAtMs, openAtMs } = market;
  changeState(model, market, { state: MarketState.auctionNoCancel, noCancelAtMs, openAtMs });
}

function pairOff(model: Model, market: Market, outcome: Outcome): void {
  let left = outcome.volumeLots;
  while (left > 0) {
    const [bid, ask] = [market.bids[0], market.asks[0]];
    if (bid === undefined || ask === undefined) throw new Error('the auction ran dry');
    const [maker, taker] = bid.orderId < ask.orderId ? [bid, ask] : [ask, bid];
    const sizeLots = Math.min(bid.visibleLeftLots, ask.visibleLeftLots, left);
    const { priceTicks } = outcome;
    trade(model, market, { maker, taker, priceTicks, sizeLots, isAuction: true });
    for (const order of [maker, taker]) refresh(model, market, order);
    for (const order of [bid, ask]) orders.tellLevel(model, market, order);
    for (const order of [maker, taker]) followList(model, order);
    left -= sizeLots;
  }
}

/** The auction ends: what crosses trades at one price, the market opens. */
export function openMarket(model: Model, market: Market): void {
  const outcome = calculateOutcome(market);
  pairOff(model, market, outcome);
  const { instrumentId } = market;
  model.events.push({ kind: EventKind.auctionUncrossed, instrumentId, ...outcome });
  changeState(model, market, { state: MarketState.trading });
  settle(model, market);
}
