// All checks of placing an order, in the order of docs/rules/spot.md 4; the first that fails is the
// answer. Each check stands in a file of its own name (post-only.ts, fill-or-kill.ts, order-*.ts).
// It changes nothing. Called by place-order.ts and lists/.
import * as ladderNames from '../../book/ladder.ts';
import type { OrderTerms } from '../../command.ts';
import * as wordsNames from '../../words.ts';
import type { Money } from '../money.ts';
import type { TradingContext } from '../trading-context.ts';
import { createCountChecks } from './order-counts.ts';
import type { EarlierLegs } from './order-counts.ts';
import * as orderCountsNames from './order-counts.ts';
import { createPriceChecks } from './order-price.ts';
import * as orderShapeNames from './order-shape.ts';
import type { SizeChecks } from './order-size.ts';
import { createPostOnlyCheck } from './post-only.ts';

const { sidesPerMarket } = ladderNames;
const { MarketState, OrderType, Side } = wordsNames;
const { noEarlierLegs } = orderCountsNames;
const { findFieldOutOfRange, findWrongField, isAuctionOrder } = orderShapeNames;

/** Place of the market's slot in `found`. */
export const foundMarket = 0;

/** Who trades where. */
export type Parties = Pick<OrderTerms, 'accountId' | 'instrumentId'>;

/** What createOrderChecks needs. */
export interface OrderCheckParts {
  readonly tradingContext: TradingContext;
  readonly money: Money;
  readonly sizes: SizeChecks;
}

/** All checks of orders. */
export type OrderChecks = ReturnType<typeof createOrderChecks>;

/** Make the checks of orders. */
export function createOrderChecks({ tradingContext, money, sizes }: OrderCheckParts) {
  const { markets, refusal } = tradingContext;
  const { ladder } = tradingContext.book;
  const { refuse } = refusal;
  const prices = createPriceChecks(tradingContext);
  const counts = createCountChecks(tradingContext);
  const checkPostOnly = createPostOnlyCheck(tradingContext);
  /** Market slot that the latest `checkParties` found. */
  const found = new Int32Array(1);

  /** `value_out_of_range`: every number within what its field can hold. */
  function checkRanges(terms: OrderTerms): number {
    const field = findFieldOutOfRange(terms);
    return field < 0 ? 0 : refuse('value_out_of_range', field);
  }

  /** `instrument_not_found`, `account_not_found`: leaves the market in `found`. */
  function checkParties(terms: Parties, actorId: number): number {
    const market = markets.findSlot(terms.instrumentId);
    if (market < 0) return refuse('instrument_not_found', terms.instrumentId);
    if (!money.mayTrade(terms.accountId, actorId, market)) return refuseParties(terms, market);
    markets.derive(market);
    found[foundMarket] = market;
    return 0;
  }

  /** No order of spot enters a contract, whoever sends it. */
  function refuseParties({ accountId, instrumentId }: Parties, market: number): number {
    if (markets.isContract(market)) return refuse('product_mismatch', instrumentId);
    return refuse('account_not_found', accountId);
  }

  /** `market_state_forbids`: orders are taken in TRADING and in both auction states. */
  function checkState(market: number): number {
    const state = markets.readState(market);
    if (state === MarketState.trading || markets.isInAuction(market)) return 0;
    return refuse('market_state_forbids', state);
  }

  /** `order_terms_wrong`. */
  function checkShape(terms: OrderTerms, market: number): number {
    const field = findWrongField(terms, markets.readMarketGuardBps(market));
    if (field < 0) return 0;
    return refuse('order_terms_wrong', terms.orderType, terms.timeInForce, field);
  }

  /** `order_type_not_in_auction`. */
  function checkAuctionType(terms: OrderTerms, market: number): number {
    if (!markets.isInAuction(market) || isAuctionOrder(terms)) return 0;
    return refuse('order_type_not_in_auction', terms.orderType, terms.timeInForce);
  }

  /** From `price_outside_band` to `activation_wrong_side`, with `no_reference_price` before. */
  function checkAgainstLast(terms: OrderTerms, market: number): number {
    return (
      prices.checkReference(terms, market) ||
      prices.checkBand(terms, market) ||
      prices.checkStopSide(terms, market) ||
      prices.checkTrailingDelta(terms, market) ||
      prices.checkActivation(terms, market)
    );
  }

  /** From `iceberg_parts_too_many` to `stop_orders_too_many`. */
  function checkCounts(terms: OrderTerms, market: number, earlier: EarlierLegs): number {
    return (
      counts.checkIcebergParts(terms, market) ||
      counts.checkSelfTradeMode(terms, market) ||
      counts.checkExpiry(terms) ||
      counts.checkClientId(terms, market, earlier) ||
      counts.checkOpenCount(terms, market, earlier) ||
      counts.checkStopCount(terms, market, earlier)
    );
  }

  function checkSizes(terms: OrderTerms, market: number): number {
    return (
      sizes.checkPriceRange(terms, market) ||
      sizes.checkSizeRange(terms, market) ||
      sizes.checkProduct(terms, market) ||
      sizes.checkNotional(terms, market)
    );
  }

  /** Everything from `market_state_forbids` to `stop_orders_too_many`; parties are found. */
  function checkTerms(terms: OrderTerms, earlier: EarlierLegs): number {
    const market = found[foundMarket];
    return (
      checkState(market) ||
      checkShape(terms, market) ||
      checkAuctionType(terms, market) ||
      checkSizes(terms, market) ||
      checkAgainstLast(terms, market) ||
      checkCounts(terms, market, earlier)
    );
  }

  /** The same for a leg that does not enter yet: nothing that depends on the last price. */
  function checkPendingTerms(terms: OrderTerms, earlier: EarlierLegs): number {
    const market = found[foundMarket];
    return (
      checkState(market) ||
      checkShape(terms, market) ||
      checkSizes(terms, market) ||
      prices.checkTrailingDelta(terms, market) ||
      checkCounts(terms, market, earlier)
    );
  }

  /** `no_liquidity`: a market order needs somebody to trade with. */
  function checkLiquidity(terms: OrderTerms, market: number): number {
    if (terms.orderType !== OrderType.market) return 0;
    const other = terms.side === Side.buy ? Side.sell : Side.buy;
    if (ladder.readBestPrice(market * sidesPerMarket + other) !== 0) return 0;
    return refuse('no_liquidity', terms.instrumentId);
  }

  /** All checks of one order. */
  function checkOrder(terms: OrderTerms, actorId: number): number {
    const code =
      checkRanges(terms) || checkParties(terms, actorId) || checkTerms(terms, noEarlierLegs);
    if (code !== 0) return code;
    const market = found[foundMarket];
    const entry = checkLiquidity(terms, market) || money.check(terms, market);
    if (entry !== 0) return entry;
    return checkPostOnly(terms, market);
  }

  return {
    found,
    sizes,
    prices,
    checkRanges,
    checkParties,
    checkTerms,
    checkPendingTerms,
    checkPostOnly,
    checkOrder,
  };
}
