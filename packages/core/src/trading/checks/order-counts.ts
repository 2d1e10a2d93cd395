// Limits on how an order may be hidden, prevented, dated and named, and on how many an account may
// have open. Not prices, not money. Called by check-order.ts.
import type { OrderTerms } from '../../command.ts';
import * as clientIdsNames from '../../book/client-ids.ts';
import * as contextNames from '../../context.ts';
import * as mathNames from '../../math/index.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';
import * as orderShapeNames from './order-shape.ts';

const { isNoClientId } = clientIdsNames;
const { StepWord } = contextNames;
const { ceilDiv } = mathNames;
const { OrderType, TimeInForce } = wordsNames;
const { isDormantType } = orderShapeNames;

/** Earlier legs of the same list, which count as open. */
export interface EarlierLegs {
  readonly openCount: number;
  readonly stopCount: number;
  readonly legs: readonly OrderTerms[];
}

/** No list: nothing before this order. */
export const noEarlierLegs: EarlierLegs = { openCount: 0, stopCount: 0, legs: [] };

function mayStayOpen(terms: OrderTerms): boolean {
  if (terms.orderType === OrderType.market) return false;
  const isSimpleLimit = terms.orderType === OrderType.limit;
  const isImmediate =
    terms.timeInForce === TimeInForce.ioc || terms.timeInForce === TimeInForce.fok;
  return !(isSimpleLimit && isImmediate);
}

function hasSameClientId(left: OrderTerms, right: OrderTerms): boolean {
  return left.clientOrderId.every((word, at) => word === right.clientOrderId[at]);
}

/** Make the checks of counts. */
export function createCountChecks({ markets, refusal, step, book, accountOrders }: TradingContext) {
  const { refuse } = refusal;
  const { clientIds, readOrderId } = book;

  /** `iceberg_parts_too_many`. */
  function checkIcebergParts(terms: OrderTerms, market: number): number {
    if (terms.visibleLots === 0) return 0;
    const parts = ceilDiv(terms.sizeLots, terms.visibleLots);
    const max = markets.readIcebergPartsCountMax(market);
    return parts > max ? refuse('iceberg_parts_too_many', parts, max) : 0;
  }

  /** `self_trade_mode_not_allowed`. */
  function checkSelfTradeMode(terms: OrderTerms, market: number): number {
    const mode = terms.selfTradeMode;
    if (mode === 0) return 0;
    const mask = markets.readSelfTradeModesMask(market);
    return ((mask >> mode) & 1) === 1 ? 0 : refuse('self_trade_mode_not_allowed', mode, mask);
  }

  /** `expiry_in_past`. */
  function checkExpiry(terms: OrderTerms): number {
    const expireAtMs = terms.expireAtMs;
    if (expireAtMs === 0 || expireAtMs > step[StepWord.atMs]) return 0;
    return refuse('expiry_in_past', expireAtMs, step[StepWord.atMs]);
  }

  /** `client_order_id_taken`: among the account's open orders of the market and earlier legs. */
  function checkClientId(terms: OrderTerms, market: number, earlier: EarlierLegs): number {
    const words = terms.clientOrderId;
    if (isNoClientId(words)) return 0;
    const slot = clientIds.findClientId(terms.accountId, market, words);
    if (slot !== 0) return refuse('client_order_id_taken', readOrderId(slot));
    const isTwice = earlier.legs.some((leg) => hasSameClientId(leg, terms));
    return isTwice ? refuse('client_order_id_taken', 0) : 0;
  }

  /** `open_orders_too_many`: the account's open orders on the market, this one included. */
  function checkOpenCount(terms: OrderTerms, market: number, earlier: EarlierLegs): number {
    if (!mayStayOpen(terms)) return 0;
    const max = markets.readOpenOrdersCountMax(market);
    if (accountOrders.readTotalCount(terms.accountId) + earlier.openCount < max) return 0;
    const count = accountOrders.readOpenCount(terms.accountId, market) + earlier.openCount + 1;
    return count > max ? refuse('open_orders_too_many', count, max) : 0;
  }

  /** `stop_orders_too_many`: those that wait for a price, this one included. */
  function checkStopCount(terms: OrderTerms, market: number, earlier: EarlierLegs): number {
    if (!isDormantType(terms.orderType)) return 0;
    const max = markets.readStopOrdersCountMax(market);
    if (accountOrders.readTotalCount(terms.accountId) + earlier.stopCount < max) return 0;
    const count = accountOrders.readStopCount(terms.accountId, market) + earlier.stopCount + 1;
    return count > max ? refuse('stop_orders_too_many', count, max) : 0;
  }

  return {
    checkIcebergParts,
    checkSelfTradeMode,
    checkExpiry,
    checkClientId,
    checkOpenCount,
    checkStopCount,
  };
}
