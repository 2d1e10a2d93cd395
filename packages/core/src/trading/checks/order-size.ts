// Limits of the market on prices, sizes and values of an order: off range, product too large,
// notional too low. Not the band (order-price.ts), not balances (money.ts).
// Called by check-order.ts for new orders and by amend-order.ts for smaller ones.
import type { OrderTerms } from '../../command.ts';
import * as mathNames from '../../math/index.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';
import * as orderShapeNames from './order-shape.ts';

const { calculateBuyGuard, calculateTrailingBuyStop, safeLimit } = mathNames;
const { OrderType, Side } = wordsNames;
const { hasStopPrice, isLimitType, isTrailing } = orderShapeNames;

/** The terms that value an order; all an amend has to give. */
export type ValueTerms = Pick<
  OrderTerms,
  'side' | 'orderType' | 'priceTicks' | 'sizeLots' | 'quoteAmountUnits' | 'stopPriceTicks'
> &
  Pick<OrderTerms, 'trailingDeltaBps' | 'activationPriceTicks' | 'slippageBps'>;

/** The checks of sizes. */
export type SizeChecks = ReturnType<typeof createSizeChecks>;

/** Make the checks of sizes. */
export function createSizeChecks({ markets, refusal, ledger, scratch }: TradingContext) {
  const { refuse } = refusal;
  const { units } = ledger;

  /** `price_off_range`: each price the type uses lies within the market's range. */
  function checkPriceRange(terms: OrderTerms, market: number): number {
    const min = markets.readPriceTicksMin(market);
    const max = markets.readPriceTicksMax(market);
    const price = terms.priceTicks;
    if (isLimitType(terms.orderType) && (price < min || price > max)) {
      return refuse('price_off_range', price, min, max);
    }
    const stop = terms.stopPriceTicks;
    if (hasStopPrice(terms) && (stop < min || stop > max)) {
      return refuse('price_off_range', stop, min, max);
    }
    const activation = terms.activationPriceTicks;
    if (activation !== 0 && (activation < min || activation > max)) {
      return refuse('price_off_range', activation, min, max);
    }
    return 0;
  }

  /** `size_off_range`: an order by size lies within the market's range for its type. */
  function checkSizeRange(terms: ValueTerms, market: number): number {
    if (terms.quoteAmountUnits !== 0n) return 0;
    const min = markets.readSizeLotsMin(market);
    const max = isLimitType(terms.orderType)
      ? markets.readSizeLotsMax(market)
      : markets.readMarketSizeLotsMax(market);
    const lots = terms.sizeLots;
    return lots < min || lots > max ? refuse('size_off_range', lots, min, max) : 0;
  }

  /**
   * The price that bounds what an order by size can cost: its limit, or for market types what its
   * stop or the reference makes of it; 0 when that needs a reference and there is none.
   */
  function readValuePrice(terms: ValueTerms, market: number): number {
    const { orderType, side } = terms;
    if (isLimitType(orderType)) return terms.priceTicks;
    const reference = markets.readReferenceTicks(market);
    if (orderType === OrderType.market) return reference;
    const isBuy = side === Side.buy;
    if (!isTrailing(terms)) {
      return isBuy ? readGuardOfStop(terms.stopPriceTicks, terms, market) : terms.stopPriceTicks;
    }
    if (!isBuy) return reference;
    const start = terms.activationPriceTicks === 0 ? reference : terms.activationPriceTicks;
    if (start === 0) return 0;
    const firstStop = calculateTrailingBuyStop(start, terms.trailingDeltaBps);
    return readGuardOfStop(firstStop, terms, market);
  }

  function readGuardOfStop(stopTicks: number, terms: ValueTerms, market: number): number {
    const bps = terms.slippageBps === 0 ? markets.readMarketGuardBps(market) : terms.slippageBps;
    return calculateBuyGuard(stopTicks, bps);
  }

  /** `product_too_large`: price times size, and what it is worth, stay exact. */
  function checkProduct(terms: ValueTerms, market: number): number {
    if (terms.quoteAmountUnits !== 0n) return 0;
    const price = readValuePrice(terms, market);
    const lots = terms.sizeLots;
    if (price === 0) return 0;
    const isTooLarge =
      price * lots >= safeLimit ||
      price * lots > markets.readTickLotsMax(market) ||
      lots > markets.readLotsMax(market);
    return isTooLarge ? refuse('product_too_large', price, lots) : 0;
  }

  /** `notional_too_low`: the order is worth the market's minimum. */
  function checkNotional(terms: ValueTerms, market: number): number {
    if (isLimitType(terms.orderType)) {
      units.calculate(terms.priceTicks * terms.sizeLots, units.quoteFactorAt(market));
      if (markets.isNotionalReached(market, scratch)) return 0;
      return refuse('notional_too_low', units.readAmount(), markets.readNotionalUnitsMin(market));
    }
    const notional = readMarketNotional(terms, market);
    const min = markets.readNotionalUnitsMin(market);
    if (notional === undefined || notional >= min) return 0;
    return refuse('notional_too_low', notional, min);
  }

  function readMarketNotional(terms: ValueTerms, market: number): bigint | undefined {
    if (terms.quoteAmountUnits !== 0n) return terms.quoteAmountUnits;
    const price = hasStopPrice(terms) ? terms.stopPriceTicks : markets.readReferenceTicks(market);
    if (price === 0) return undefined;
    const perTickLot = units.readFactor(units.quoteFactorAt(market));
    return BigInt(price) * BigInt(terms.sizeLots) * perTickLot;
  }

  return { checkPriceRange, checkSizeRange, readValuePrice, checkProduct, checkNotional };
}
