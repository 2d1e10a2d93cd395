// What an order will cost and bring, before it is sent: exact, with the engine's own formulas.
// Not here: whether it is allowed (checks.ts). Rounding never flatters: costs go up, gains down.
// Called by the receipt on each change of form, book or balance.
import {
  calculateBaseUnits,
  calculateFee,
  calculateTrailingBuyStop,
  calculateTrailingSellStop,
  calculateUnitsPerLot,
  calculateUnitsPerTickLot,
  ceilDivBig,
} from '@isobath/core/math';
import type { Levels } from '../book/levels.ts';
import { type Market, readTyped } from '../market/market.ts';
import {
  type BoundFacts,
  boundIntent,
  holdIntent,
  isBoundMoving,
  type WorstPrice,
  worstPrice,
} from './bound.ts';
import { type FormState, hasPrice, isList, isMarketKind, isPostOnly } from './form-state.ts';
import { makeIntent } from './order-terms.ts';
import { readPercentBps } from './percent.ts';

/** What the preview looks at. */
export interface PreviewFacts extends BoundFacts {
  readonly makerPpm: number;
  readonly takerPpm: number;
  /** Free balances in units; null for a guest. */
  readonly baseUnits: bigint | null;
  readonly quoteUnits: bigint | null;
}

/** What an order will do; amounts in units of their asset. */
export interface Preview {
  /** Ticks of the average price, times 10^4, rounded against the user; 0 when nothing fills. */
  readonly averageTenThousandthTicks: bigint;
  /** Distance of the average from the best price, in ppm; 0 for a resting order. */
  readonly impactPpm: number;
  /** Lots that would fill at once, and lots asked for (0n when asked by amount). */
  readonly fillsLots: bigint;
  readonly sizeLots: bigint;
  /** Quote paid or received before the fee, as the book stands: an estimate. */
  readonly valueUnits: bigint;
  /** The most that can be taken, in quote from a buyer and base from a seller; null = unknown. */
  readonly atMostUnits: bigint | null;
  /** Whether that counts from the price of the moment, which may move before it arrives. */
  readonly isMostMoving: boolean;
  /** What has to be free of the same when it is sent; null of a market order. */
  readonly holdUnits: bigint | null;
  /** Fee, of what is received: base for a buyer, quote for a seller. */
  readonly feeUnits: bigint;
  readonly feeRatePpm: number;
  /** Received after the fee, in the same asset as the fee. */
  readonly receivesUnits: bigint;
  readonly isTaker: boolean;
  readonly worst: WorstPrice;
  /** True when the book within the guard cannot fill it. */
  readonly isThin: boolean;
}

/** What is free of the asset that the order gives, now and once the order stands or has filled. */
export interface BalanceChange {
  readonly beforeUnits: bigint;
  readonly afterUnits: bigint;
}

/**
 * The balance before and after an order.
 *
 * @returns null for a guest, while balances are unknown, and without a size.
 */
export function changeBalance(
  side: 'buy' | 'sell',
  preview: Preview | null,
  facts: Pick<PreviewFacts, 'market' | 'baseUnits' | 'quoteUnits'>,
): BalanceChange | null {
  const beforeUnits = side === 'buy' ? facts.quoteUnits : facts.baseUnits;
  if (preview === null || beforeUnits === null) return null;
  if (side === 'buy') return leave(beforeUnits, preview.valueUnits);
  if (preview.sizeLots === 0n) return null;
  const unitsPerLot = calculateUnitsPerLot(facts.market.scales);
  return leave(beforeUnits, calculateBaseUnits(Number(preview.sizeLots), unitsPerLot));
}

function leave(beforeUnits: bigint, spentUnits: bigint): BalanceChange {
  const left = beforeUnits - spentUnits;
  return { beforeUnits, afterUnits: left < 0n ? 0n : left };
}

interface Sweep {
  readonly lots: bigint;
  /** Ticks times lots. */
  readonly value: bigint;
  readonly isWhole: boolean;
}

/** Walk the opposite side, best first, up to a price, a size and an amount. */
function sweep(
  levels: Levels,
  limits: { side: 'buy' | 'sell'; limitTicks: number; lots: bigint | null; value: bigint | null },
): Sweep {
  let lots = 0n;
  let value = 0n;
  for (const priceTicks of levels.pricesTicks) {
    const isBeyond =
      limits.side === 'buy' ? priceTicks > limits.limitTicks : priceTicks < limits.limitTicks;
    if (isBeyond) break;
    let take = BigInt(levels.readSize(priceTicks));
    if (limits.lots !== null && take > limits.lots - lots) take = limits.lots - lots;
    if (limits.value !== null) {
      const affordable = (limits.value - value) / BigInt(priceTicks);
      if (take > affordable) take = affordable;
    }
    lots += take;
    value += take * BigInt(priceTicks);
    const isDone = limits.lots !== null && lots === limits.lots;
    const isSpent = limits.value !== null && limits.value - value < BigInt(priceTicks);
    if (isDone || isSpent) return { lots, value, isWhole: true };
  }
  return { lots, value, isWhole: false };
}

/** How far a market order may slip: as asked for, or the market's guard. */
export function readGuardBps(state: FormState, market: Market): number {
  return readPercentBps(state.slippagePercent) || market.info.marketGuardBps;
}

/** Price that an order which waits is valued at: its limit or its stop, or the last trade. */
function restingTicks(state: FormState, facts: PreviewFacts): bigint {
  const { priceDecimals } = facts.market;
  if (hasPrice(state.kind)) return readTyped(state.price, priceDecimals) ?? 0n;
  if (state.kind === 'trailing_stop') return BigInt(firstStop(state, facts));
  const stop = readTyped(state.stopPrice, priceDecimals);
  return stop ?? BigInt(facts.lastTicks);
}

/** First stop of a trailing stop; the trigger of another kind of order does not count. */
function firstStop(state: FormState, facts: PreviewFacts): number {
  const start = Number(readTyped(state.activationPrice, facts.market.priceDecimals) ?? 0n);
  const from = start || facts.lastTicks;
  const deltaBps = readPercentBps(state.trailingPercent) || 0;
  return state.side === 'buy'
    ? calculateTrailingBuyStop(from, deltaBps)
    : calculateTrailingSellStop(from, deltaBps);
}

function previewAtOnce(state: FormState, facts: PreviewFacts, worst: WorstPrice): Sweep {
  const { market } = facts;
  const isMarket = state.kind === 'market';
  const limitTicks = isMarket
    ? worst.ticks
    : Number(readTyped(state.price, market.priceDecimals) ?? 0n);
  const isByQuote = isMarket && state.sizedBy === 'quote';
  // An amount that is not there, or is no number, spends nothing.
  const units = isByQuote ? (readTyped(state.total, market.scales.quoteScale) ?? 0n) : null;
  const levels = state.side === 'buy' ? facts.asks : facts.bids;
  return sweep(levels, {
    side: state.side,
    limitTicks,
    lots: isByQuote ? null : (readTyped(state.size, market.lotDecimals) ?? 0n),
    value: units === null ? null : units / calculateUnitsPerTickLot(market.scales),
  });
}

const ppm = 1_000_000n;

function impactOf(state: FormState, facts: PreviewFacts, found: Sweep): number {
  const best = state.side === 'buy' ? facts.asks.pricesTicks[0] : facts.bids.pricesTicks[0];
  if (best === undefined || found.lots === 0n) return 0;
  const ideal = BigInt(best) * found.lots;
  const gap = state.side === 'buy' ? found.value - ideal : ideal - found.value;
  return Number(ceilDivBig(gap * ppm, ideal));
}

/**
 * Preview the form's order.
 *
 * @returns null while there is no size or no price to count with.
 */
export function previewOrder(state: FormState, facts: PreviewFacts): Preview | null {
  const { market } = facts;
  const unitsPerTickLot = calculateUnitsPerTickLot(market.scales);
  const intent = makeIntent(state, market);
  const worst = worstPrice(intent, facts);
  // Of a list, the first order enters at once.
  const entersNow = state.kind === 'market' || state.kind === 'limit' || isList(state.kind);
  const found = entersNow
    ? previewAtOnce(state, facts, worst)
    : { lots: 0n, value: 0n, isWhole: false };
  const isByQuote = isMarketKind(state.kind) && state.sizedBy === 'quote';
  let sizeLots = isByQuote ? 0n : (readTyped(state.size, market.lotDecimals) ?? 0n);
  let value = found.value;
  let lots = found.lots;
  if (state.kind !== 'market') {
    const ticks = restingTicks(state, facts);
    if (ticks <= 0n) return null;
    const units = isByQuote ? (readTyped(state.total, market.scales.quoteScale) ?? 0n) : 0n;
    const wanted = isByQuote ? units / unitsPerTickLot / ticks : sizeLots;
    value += (wanted - found.lots) * ticks;
    lots = wanted;
  } else if (isByQuote) sizeLots = found.lots;
  if (lots <= 0n || value <= 0n) return null;
  const isTaker = isMarketKind(state.kind) || (found.lots > 0n && !isPostOnly(state));
  const feeRatePpm = isTaker ? facts.takerPpm : facts.makerPpm;
  const valueUnits = value * unitsPerTickLot;
  const unitsPerLot = calculateUnitsPerLot(market.scales);
  const received =
    state.side === 'buy' ? calculateBaseUnits(Number(lots), unitsPerLot) : valueUnits;
  const feeUnits = calculateFee(received, feeRatePpm);
  const scaled = value * 10_000n;
  return {
    averageTenThousandthTicks: state.side === 'buy' ? ceilDivBig(scaled, lots) : scaled / lots,
    impactPpm: impactOf(state, facts, found),
    fillsLots: found.lots,
    sizeLots,
    valueUnits,
    atMostUnits: boundIntent(intent, facts),
    isMostMoving: isBoundMoving(intent),
    holdUnits: holdIntent(intent, facts),
    feeUnits,
    feeRatePpm,
    receivesUnits: received - feeUnits,
    isTaker,
    worst,
    isThin: state.kind === 'market' && !found.isWhole,
  };
}
