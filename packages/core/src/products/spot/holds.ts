// What is held for an order now, and giving it back. A live limit order holds what its open lots
// cost, so nothing is stored for it; a dormant one remembers its hold. Fills take from holds in
// matching/ themselves. Called when orders close, shrink, are fired or dumped.
import * as orderPoolNames from '../../book/order-pool.ts';
import * as wordsNames from '../../words.ts';
import * as orderShapeNames from '../../trading/checks/order-shape.ts';
import type { TradingContext } from '../../trading/trading-context.ts';
import * as termsNames from '../../trading/state/terms.ts';
import type { OrderRecords } from '../../trading/orders/order-record.ts';
import * as orderRecordNames from '../../trading/orders/order-record.ts';

const { orderIntsStride, orderNumbersStride, orderOpenLots, orderPrice } = orderPoolNames;
const { Side } = wordsNames;
const { isLimitType } = orderShapeNames;
const { termsHold } = termsNames;
const { statusDormant, statusLive } = orderRecordNames;

/** Make the functions of holds. */
export function createHolds(
  { ledger, book, markets, terms }: TradingContext,
  records: OrderRecords,
) {
  const { units, balances } = ledger;
  const { calculate, quoteFactorAt, baseFactorAt } = units;
  const { orderInts, orderNumbers } = book.pool;

  /** Set scratch `amount` to what so many lots of a live limit order hold. */
  function calculateLive(slot: number, lots: number): void {
    const market = records.readMarket(slot);
    if (records.readSide(slot) === Side.buy) {
      calculate(orderInts[slot * orderIntsStride + orderPrice] * lots, quoteFactorAt(market));
    } else {
      calculate(lots, baseFactorAt(market));
    }
  }

  /** Set scratch `amount` to what is held for an order now. */
  function calculateHeld(slot: number): void {
    const status = records.readStatus(slot);
    if (status === statusLive && isLimitType(records.readOrderType(slot))) {
      calculateLive(slot, orderNumbers[slot * orderNumbersStride + orderOpenLots]);
    } else {
      units.setAmount(status === statusDormant ? terms.readUnits(slot, termsHold) : 0n);
    }
  }

  /** The row that holds for an order. */
  function findHoldRow(slot: number): number {
    const [account, market] = [records.readAccount(slot), records.readMarket(slot)];
    const isBuy = records.readSide(slot) === Side.buy;
    return isBuy ? markets.findQuoteRow(account, market) : markets.findBaseRow(account, market);
  }

  /** Give back all that is held for an order; scratch `amount` tells how much it was. */
  function releaseAll(slot: number): void {
    calculateHeld(slot);
    balances.release(findHoldRow(slot));
  }

  return { calculateLive, calculateHeld, findHoldRow, releaseAll };
}
