// Decides whether a fill-or-kill order can be filled whole: counts what it would meet, best price
// first, with the eyes of its self-trade mode. It fills nothing.
// Called when such an order enters its market (enter-order.ts).
import * as ladderNames from '../../book/ladder.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';

const { sidesPerMarket } = ladderNames;
const {
  metaSelfTradeShift,
  orderAccount,
  orderIntsStride,
  orderMeta,
  orderNext,
  orderNumbersStride,
  orderOpenLots,
} = orderPoolNames;
const { SelfTradeMode, Side } = wordsNames;

/** Could this much be filled at this limit by this account, meeting own orders so? */
export interface FillQuestion {
  readonly market: number;
  readonly side: number;
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly accountId: number;
  readonly mode: number;
}

/** What a level gives, and whether counting stops there. */
interface LevelCount {
  readonly lots: number;
  readonly isEnd: boolean;
}

/** Make the count for fill-or-kill orders. */
export function createFillableCount({ book, ledger }: TradingContext) {
  const { orderInts, orderNumbers } = book.pool;
  const { readBestPrice, readNextPrice, findLevel, readHead } = book.ladder;

  function isOwn(slot: number, accountId: number): boolean {
    const other = orderInts[slot * orderIntsStride + orderAccount];
    return ledger.owners.isSamePerson(other, accountId);
  }

  function readMode(slot: number): number {
    return (orderInts[slot * orderIntsStride + orderMeta] >> metaSelfTradeShift) & 7;
  }

  function countLevel(level: number, question: FillQuestion): LevelCount {
    let lots = 0;
    let visibleLots = 0;
    for (let slot = readHead(level); slot !== 0; slot = readNext(slot)) {
      const openLots = orderNumbers[slot * orderNumbersStride + orderOpenLots];
      const isMet = isOwn(slot, question.accountId) && question.mode !== SelfTradeMode.none;
      if (!isMet) {
        lots += openLots;
        visibleLots += book.readVisibleLots(slot);
      } else if (question.mode === SelfTradeMode.transfer) {
        if (readMode(slot) === SelfTradeMode.transfer) lots += openLots;
      } else if (question.mode !== SelfTradeMode.expireMaker) {
        return { lots: visibleLots, isEnd: true };
      }
    }
    return { lots, isEnd: false };
  }

  function readNext(slot: number): number {
    return orderInts[slot * orderIntsStride + orderNext];
  }

  /** Lots that could be filled; counting ends once they are enough. */
  function countFillable(question: FillQuestion): number {
    const isBuy = question.side === Side.buy;
    const side = question.market * sidesPerMarket + (isBuy ? Side.sell : Side.buy);
    let lots = 0;
    let price = readBestPrice(side);
    while (price !== 0 && lots < question.sizeLots) {
      if (isBuy ? price > question.priceTicks : price < question.priceTicks) break;
      const level = countLevel(findLevel(side, price), question);
      lots += level.lots;
      if (level.isEnd) break;
      price = readNextPrice(side, price);
    }
    return lots;
  }

  return countFillable;
}
