// The most that an order or list can take of what it gives: quote from a buyer, base from a seller;
// and the price that no fill of it is worse than. Both are counted from what will be sent, with the
// engine's own formulas. A market order's guard begins at the best price when the order arrives,
// here at the best price now; the receipt says so (isBoundMoving, WorstPrice). Not the estimate
// (preview.ts), which fills nothing worse than the book shows. Used by the preview.
import {
  calculateBaseUnits,
  calculateBuyBound,
  calculateBuyGuard,
  calculateSellGuard,
  calculateUnitsPerLot,
  calculateUnitsPerTickLot,
} from '@isobath/core/math';
import type { PlaceOrderBody } from '@isobath/wire';
import type { Levels } from '../book/levels.ts';
import { type Market, readTyped } from '../market/market.ts';
import type { OrderIntent } from './order-terms.ts';

/** What the bound looks at. */
export interface BoundFacts {
  readonly market: Market;
  readonly bids: Levels;
  readonly asks: Levels;
  /** Last trade's price, 0 without one. */
  readonly lastTicks: number;
}

interface Look {
  readonly body: PlaceOrderBody;
  readonly facts: BoundFacts;
  /** It comes to life after another one: nothing says now where the market will be. */
  readonly isLater: boolean;
}

const readTicks = ({ facts }: Look, text: string | undefined) =>
  Number(readTyped(text ?? '', facts.market.priceDecimals) ?? 0n);

const readGuard = (body: PlaceOrderBody, market: Market) =>
  body.slippageBps ?? market.info.marketGuardBps;

/** Where an order at market begins; 0 while nothing says it. */
function readStart(look: Look): number {
  const { body, facts, isLater } = look;
  if (body.stopPrice !== undefined) return readTicks(look, body.stopPrice);
  if (body.type === 'trailing_stop') {
    return readTicks(look, body.activationPrice) || (isLater ? 0 : facts.lastTicks);
  }
  const best = (body.side === 'buy' ? facts.asks : facts.bids).pricesTicks[0];
  return isLater ? 0 : (best ?? 0);
}

/** Quote units that a buy order takes at most; null while nothing says it. */
function boundBuy(look: Look): bigint | null {
  const { body, facts } = look;
  const { market } = facts;
  if (body.quoteAmount !== undefined) return readTyped(body.quoteAmount, market.scales.quoteScale);
  const lots = readTyped(body.quantity ?? '', market.lotDecimals);
  const priceTicks = calculateBuyBound({
    limitTicks: readTicks(look, body.price),
    startTicks: readStart(look),
    trailingDeltaBps: body.trailingDeltaBps ?? 0,
    guardBps: readGuard(body, market),
  });
  if (lots === null || priceTicks === 0) return null;
  return BigInt(priceTicks) * lots * calculateUnitsPerTickLot(market.scales);
}

/** Base units that a sell order takes at most; null while nothing says it. */
function boundSell({ body, facts, isLater }: Look): bigint | null {
  const { market } = facts;
  const unitsPerLot = calculateUnitsPerLot(market.scales);
  if (body.quoteAmount === undefined) {
    const lots = readTyped(body.quantity ?? '', market.lotDecimals);
    return lots === null ? null : calculateBaseUnits(Number(lots), unitsPerLot);
  }
  // Sold until the amount has come in, at no price below the guard.
  const best = facts.bids.pricesTicks[0];
  const amount = readTyped(body.quoteAmount, market.scales.quoteScale);
  if (body.type !== 'market' || isLater || best === undefined || amount === null) return null;
  const guard = calculateSellGuard(best, readGuard(body, market));
  return (amount / (BigInt(guard) * calculateUnitsPerTickLot(market.scales))) * unitsPerLot;
}

const bound = (look: Look) => (look.body.side === 'buy' ? boundBuy(look) : boundSell(look));

/**
 * The most that what is sent can take, in units of what its first order gives.
 *
 * @returns null while nothing says it.
 */
export function boundIntent(intent: OrderIntent, facts: BoundFacts): bigint | null {
  if (intent.form === 'order') return bound({ body: intent.body, facts, isLater: false });
  const isPair = intent.type === 'OCO';
  const side = intent.legs[0]?.side;
  let most = 0n;
  for (const [index, body] of intent.legs.entries()) {
    // What comes in by the first order is given by those that follow on the other side.
    if (body.side !== side) continue;
    const units = bound({ body, facts, isLater: index > 0 && !isPair });
    if (units === null) return null;
    // Of a pair one is taken, and both hold what the dearer one needs.
    most = isPair ? (units > most ? units : most) : most + units;
  }
  return most;
}

/** Whether the bound begins at the price of the moment, which may be another when it arrives. */
export function isBoundMoving(intent: OrderIntent): boolean {
  // What follows another order has no such bound at all.
  if (intent.form === 'list') return false;
  const { side, type, quoteAmount, activationPrice } = intent.body;
  const isByAmount = quoteAmount !== undefined;
  if (type === 'market') return isByAmount === (side === 'sell');
  return type === 'trailing_stop' && side === 'buy' && !isByAmount && !activationPrice;
}

/**
 * What has to be free when it is sent, in the same units: all that a buyer's order holds. What
 * follows another one is asked for when it comes to life; a market order holds nothing beforehand.
 */
export function holdIntent(intent: OrderIntent, facts: BoundFacts): bigint | null {
  if (intent.form === 'order')
    return intent.body.type === 'market' ? null : boundIntent(intent, facts);
  if (intent.type === 'OCO') return boundIntent(intent, facts);
  const [body] = intent.legs;
  return body === undefined ? null : bound({ body, facts, isLater: false });
}

/** The price that no fill is worse than, and what it is counted from. */
export interface WorstPrice {
  /** 0 while nothing says it. */
  readonly ticks: number;
  /**
   * Its limit, which stays; the best price, of the moment; or what is best once it is triggered or
   * follows, which nothing says before: `ticks` is 0 then.
   */
  readonly from: 'limit' | 'best' | 'trigger';
}

function readWorst(look: Look): WorstPrice {
  const { body, facts, isLater } = look;
  if (body.price !== undefined) return { ticks: readTicks(look, body.price), from: 'limit' };
  // A guard counts from the best price when the order enters the book, not from its stop.
  if (isLater || body.type !== 'market') return { ticks: 0, from: 'trigger' };
  const isBuy = body.side === 'buy';
  const best = (isBuy ? facts.asks : facts.bids).pricesTicks[0];
  if (best === undefined) return { ticks: 0, from: 'best' };
  const calculate = isBuy ? calculateBuyGuard : calculateSellGuard;
  return { ticks: calculate(best, readGuard(body, facts.market)), from: 'best' };
}

/** The price that no fill on the side of the first order is worse than. */
export function worstPrice(intent: OrderIntent, facts: BoundFacts): WorstPrice {
  if (intent.form === 'order') return readWorst({ body: intent.body, facts, isLater: false });
  const side = intent.legs[0]?.side;
  let worst: WorstPrice = { ticks: 0, from: 'limit' };
  for (const [index, body] of intent.legs.entries()) {
    if (body.side !== side) continue;
    const found = readWorst({ body, facts, isLater: index > 0 });
    if (found.ticks === 0) return found;
    const isWorse = side === 'buy' ? found.ticks > worst.ticks : found.ticks < worst.ticks;
    if (index === 0 || isWorse) worst = found;
  }
  return worst;
}
