// An opened order enters its market: it matches, and what is left rests or closes. In a call
// auction nothing matches; only own crossing orders are prevented. It opens nothing and looks at no
// trigger. Called for placed orders, for fired stops and for legs that go live.
import * as ladderNames from '../../book/ladder.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import * as wordsNames from '../../words.ts';
import { createFillableCount } from '../checks/fill-or-kill.ts';
import * as orderShapeNames from '../checks/order-shape.ts';
import type { Money } from '../money.ts';
import type { TradingContext } from '../trading-context.ts';
import type { ListEffects } from '../lists/list-effects.ts';
import type { OrderCloser } from '../orders/close-order.ts';
import type { OrderRecords } from '../orders/order-record.ts';
import { createAdmission } from './admission.ts';
import { createLimitMatch } from './match-limit.ts';
import { createMarketMatch } from './match-market.ts';
import * as matchMarketNames from './match-market.ts';
import type { Prevention } from './prevention.ts';
import type { Trades } from './trade.ts';

const { sidesPerMarket } = ladderNames;
const {
  metaHasTerms,
  metaSide,
  metaTimeInForceShift,
  metaTypeShift,
  orderIntsStride,
  orderMeta,
  orderNext,
  orderNumbersStride,
  orderOpenLots,
  orderPrice,
} = orderPoolNames;
const { Side, TimeInForce, CloseReason, SelfTradeMode } = wordsNames;
const { isLimitType } = orderShapeNames;
const { isClosedAlready } = matchMarketNames;

/** Lets orders enter. */
export type OrderEntry = ReturnType<typeof createOrderEntry>;

/** What createOrderEntry needs. */
export interface EntryParts {
  readonly tradingContext: TradingContext;
  readonly money: Money;
  readonly records: OrderRecords;
  readonly closer: OrderCloser;
  readonly effects: ListEffects;
  readonly trades: Trades;
  readonly prevention: Prevention;
}

/** Make the entry of orders. */
export function createOrderEntry(parts: EntryParts) {
  const { tradingContext, records, closer, effects, trades, prevention } = parts;
  const { book, markets } = tradingContext;
  const { orderInts, orderNumbers } = book.pool;
  const { ladder, restOrder } = book;
  const { emitLevel, closeFilled, closeUnqueued } = closer;
  const admit = createAdmission(parts.money, closer);
  const matchLimit = createLimitMatch({ tradingContext, trades, prevention, admit });
  const matchMarket = createMarketMatch({ ...parts, admit });
  const countFillable = createFillableCount(tradingContext);

  /** Close a taker and inform its list. */
  function closeTaker(slot: number, reason: wordsNames.CloseReason): void {
    const hasTerms = (orderInts[slot * orderIntsStride + orderMeta] & metaHasTerms) !== 0;
    const place = hasTerms ? effects.readPlace(slot) : 0;
    if (reason === CloseReason.filled) closeFilled(slot);
    else closeUnqueued(slot, reason);
    if (place === 0) return;
    if (reason === CloseReason.filled) effects.afterExecution(place, true);
    else effects.afterClose(place);
  }

  function restTaker(slot: number, market: number): void {
    const at = slot * orderIntsStride;
    restOrder(market, slot);
    emitLevel(market, orderInts[at + orderMeta] & metaSide, orderInts[at + orderPrice]);
  }

  /** Whether a fill-or-kill order finds its whole size. */
  function isFillable(slot: number, market: number): boolean {
    const question = {
      market,
      side: records.readSide(slot),
      priceTicks: records.readPrice(slot),
      sizeLots: records.readOpenLots(slot),
      accountId: records.readAccount(slot),
      mode: records.readSelfTradeMode(slot),
    };
    return countFillable(question) >= question.sizeLots;
  }

  /** A limit order matches, then rests or expires; fill-or-kill is asked before it matches. */
  function enterLimit(slot: number, market: number): void {
    const timeInForce = (orderInts[slot * orderIntsStride + orderMeta] >> metaTimeInForceShift) & 7;
    if (timeInForce === TimeInForce.fok && !isFillable(slot, market)) {
      closeTaker(slot, CloseReason.expiredImmediate);
      return;
    }
    if (matchLimit(slot, market)) return;
    if (orderNumbers[slot * orderNumbersStride + orderOpenLots] === 0) {
      closeTaker(slot, CloseReason.filled);
      return;
    }
    const isImmediate = timeInForce === TimeInForce.ioc || timeInForce === TimeInForce.fok;
    if (isImmediate) closeTaker(slot, CloseReason.expiredImmediate);
    else restTaker(slot, market);
  }

  /** The first own order on the other side that this one crosses, 0 when there is none. */
  function findOwnCrossed(slot: number, market: number): number {
    const isBuy = records.readSide(slot) === Side.buy;
    const limit = records.readPrice(slot);
    const other = market * sidesPerMarket + (isBuy ? Side.sell : Side.buy);
    let price = ladder.readBestPrice(other);
    while (price !== 0 && (isBuy ? price <= limit : price >= limit)) {
      let maker = ladder.readHead(ladder.findLevel(other, price));
      for (; maker !== 0; maker = orderInts[maker * orderIntsStride + orderNext]) {
        if (prevention.isSamePerson(slot, maker)) return maker;
      }
      price = ladder.readNextPrice(other, price);
    }
    return 0;
  }

  /** No trade and no transfer happens in an auction, so those modes expire the resting order. */
  function readAuctionMode(slot: number): wordsNames.SelfTradeMode {
    const mode = records.readSelfTradeMode(slot) as wordsNames.SelfTradeMode;
    const isTrading = mode === SelfTradeMode.none || mode === SelfTradeMode.transfer;
    return isTrading ? SelfTradeMode.expireMaker : mode;
  }

  /** In a call auction an order only rests; before that its own crossing orders are prevented. */
  function enterAuction(slot: number, market: number): void {
    const mode = readAuctionMode(slot);
    for (;;) {
      const maker = findOwnCrossed(slot, market);
      if (maker === 0) break;
      if (prevention.prevent({ taker: slot, maker, mode })) return;
    }
    restTaker(slot, market);
  }

  function enterMarket(slot: number, market: number, heldUnits: bigint | undefined): void {
    const reason = matchMarket(slot, market, heldUnits);
    if (reason !== isClosedAlready) closeTaker(slot, reason as wordsNames.CloseReason);
  }

  /** Let a live order enter its market. */
  function enter(slot: number, market: number): void {
    const type = (orderInts[slot * orderIntsStride + orderMeta] >> metaTypeShift) & 7;
    if (markets.isInAuction(market)) enterAuction(slot, market);
    else if (isLimitType(type)) enterLimit(slot, market);
    else enterMarket(slot, market, undefined);
  }

  return { enter, enterLimit, enterMarket, restTaker, closeTaker };
}
