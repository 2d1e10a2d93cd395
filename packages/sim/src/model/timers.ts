// Which timer is due next and what it does: docs/rules/core.md 6. Called by apply.ts.
import { MarketState } from '@isobath/core/words';
import { expireOrder, fireDeadMan } from './actions.ts';
import { endCancelling, indicate, openMarket } from './auction.ts';
import { isAuctionState, type Model } from './state.ts';

interface Timer {
  readonly dueAtMs: number;
  readonly kind: number;
  readonly number: number;
  readonly fire: () => void;
}

function listTimers(model: Model): Timer[] {
  const timers: Timer[] = [];
  for (const market of model.markets) {
    if (!isAuctionState(market.state)) continue;
    const number = market.instrumentId;
    if (market.state === MarketState.auction) {
      const fire = (): void => endCancelling(model, market);
      timers.push({ dueAtMs: market.noCancelAtMs, kind: 1, number, fire });
    }
    const open = (): void => openMarket(model, market);
    timers.push({ dueAtMs: market.openAtMs, kind: 2, number, fire: open });
    const tell = (): void => indicate(model, market);
    timers.push({ dueAtMs: market.indicationDueMs, kind: 5, number, fire: tell });
  }
  for (const order of model.orders) {
    if (order.expireAtMs === 0) continue;
    const fire = (): void => expireOrder(model, order);
    timers.push({ dueAtMs: order.expireAtMs, kind: 3, number: order.orderId, fire });
  }
  for (const { accountId, dueAtMs } of model.deadMen) {
    const fire = (): void => fireDeadMan(model, accountId);
    timers.push({ dueAtMs, kind: 4, number: accountId, fire });
  }
  return timers;
}

function isEarlier(one: Timer, other: Timer): boolean {
  if (one.dueAtMs !== other.dueAtMs) return one.dueAtMs < other.dueAtMs;
  return one.kind !== other.kind ? one.kind < other.kind : one.number < other.number;
}

function findNext(model: Model): Timer | undefined {
  let next: Timer | undefined;
  for (const timer of listTimers(model)) {
    if (next === undefined || isEarlier(timer, next)) next = timer;
  }
  return next;
}

/** When the earliest timer is due; 0 when none is set. */
export function readNextTimerMs(model: Model): number {
  let nextMs = Number.POSITIVE_INFINITY;
  for (const { state, noCancelAtMs, openAtMs, indicationDueMs } of model.markets) {
    if (!isAuctionState(state)) continue;
    if (state === MarketState.auction) nextMs = Math.min(nextMs, noCancelAtMs);
    nextMs = Math.min(nextMs, openAtMs, indicationDueMs);
  }
  for (const { expireAtMs } of model.orders) {
    if (expireAtMs > 0 && expireAtMs < nextMs) nextMs = expireAtMs;
  }
  for (const { dueAtMs } of model.deadMen) nextMs = Math.min(nextMs, dueAtMs);
  return nextMs === Number.POSITIVE_INFINITY ? 0 : nextMs;
}

/** Fire every timer that is due by now, earliest first. */
export function passTime(model: Model): void {
  for (let next = findNext(model); next !== undefined; next = findNext(model)) {
    if (next.dueAtMs > model.coreTimeMs) return;
    next.fire();
  }
}
