// Whether an order's prices fit the market's last price: band, side of the stop, side of the
// activation, trailing delta. Not the fixed range of prices (order-size.ts).
// Called by check-order.ts for new orders and by lists/ for legs that go live.
import type { OrderTerms } from '../../command.ts';
import * as mathNames from '../../math/index.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';
import * as orderShapeNames from './order-shape.ts';

const { calculateBandHigh, calculateBandLow } = mathNames;
const { OrderType, Side } = wordsNames;
const { hasStopPrice, isLimitType, isTrailing } = orderShapeNames;

/** True when what an order of this type and side waits for comes with a rise of the price. */
export function firesOnRise(orderType: number, side: number): boolean {
  const isStop = orderType === OrderType.stopLimit || orderType === OrderType.stopMarket;
  return isStop === (side === Side.buy);
}

/** Make the checks of prices. */
export function createPriceChecks({ markets, refusal }: TradingContext) {
  const { refuse } = refusal;

  /** `no_reference_price`: all but plain limit orders are measured from a price. */
  function checkReference(terms: OrderTerms, market: number): number {
    if (terms.orderType === OrderType.limit || markets.readReferenceTicks(market) !== 0) return 0;
    return refuse('no_reference_price', terms.instrumentId);
  }

  /** `price_outside_band`: a limit price is not absurdly far from the reference. */
  function checkBand(terms: OrderTerms, market: number): number {
    const reference = markets.readReferenceTicks(market);
    if (reference === 0 || !isLimitType(terms.orderType)) return 0;
    const low = calculateBandLow(reference, markets.readBandLowPpm(market));
    const high = calculateBandHigh(reference, markets.readBandHighPpm(market));
    const price = terms.priceTicks;
    return price < low || price > high ? refuse('price_outside_band', price, low, high) : 0;
  }

  /** `stop_would_trigger`: a stop lies on the side of last from which it can still be reached. */
  function checkStopSide(terms: OrderTerms, market: number): number {
    if (!hasStopPrice(terms)) return 0;
    const last = markets.readReferenceTicks(market);
    const stop = terms.stopPriceTicks;
    const canFire = firesOnRise(terms.orderType, terms.side) ? stop > last : stop < last;
    return canFire ? 0 : refuse('stop_would_trigger', stop, last);
  }

  /** `trailing_delta_off_range`. */
  function checkTrailingDelta(terms: OrderTerms, market: number): number {
    if (!isTrailing(terms)) return 0;
    const min = markets.readTrailingDeltaBpsMin(market);
    const max = markets.readTrailingDeltaBpsMax(market);
    const delta = terms.trailingDeltaBps;
    return delta < min || delta > max ? refuse('trailing_delta_off_range', delta, min, max) : 0;
  }

  /** `activation_wrong_side`: it lies where the price still has to go, or is now. */
  function checkActivation(terms: OrderTerms, market: number): number {
    const activation = terms.activationPriceTicks;
    if (activation === 0) return 0;
    const last = markets.readReferenceTicks(market);
    const isRise = firesOnRise(terms.orderType, terms.side);
    const isRight = isRise ? activation >= last : activation <= last;
    return isRight ? 0 : refuse('activation_wrong_side', activation, last);
  }

  return { checkReference, checkBand, checkStopSide, checkTrailingDelta, checkActivation };
}
