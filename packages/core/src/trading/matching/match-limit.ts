// A limit order as a taker: meets the best opposite orders within its limit until nothing is left
// of either. What happens to the rest is decided in enter-order.ts; market orders have
// match-market.ts. Called by enter-order.ts for placed, fired and released orders.
import * as orderPoolNames from '../../book/order-pool.ts';
import * as ladderNames from '../../book/ladder.ts';
import * as wordsNames from '../../words.ts';
import type { Admit } from './admission.ts';
import * as admissionNames from './admission.ts';
import type { TradingContext } from '../trading-context.ts';
import type { Prevention } from './prevention.ts';
import * as preventionNames from './prevention.ts';
import type { Trades } from './trade.ts';

const {
  metaIsIceberg,
  metaSide,
  orderIntsStride,
  orderMeta,
  orderNumbersStride,
  orderOpenLots,
  orderPrice,
} = orderPoolNames;
const { sidesPerMarket } = ladderNames;
const { Side, SelfTradeMode } = wordsNames;
const { meetsStranger } = preventionNames;
const { Admitted } = admissionNames;

/** What createLimitMatch needs. */
export interface LimitMatchParts {
  readonly tradingContext: TradingContext;
  readonly trades: Trades;
  readonly prevention: Prevention;
  readonly admit: Admit;
}

/** Make the matching of limit orders. */
export function createLimitMatch(parts: LimitMatchParts) {
  const { tradingContext, trades, prevention, admit } = parts;
  const { book, markets } = tradingContext;
  const { isContract } = markets;
  const { orderInts, orderNumbers } = book.pool;
  const { readBestPrice, readBestLevel, readHead } = book.ladder;
  const { takenLots, readVisibleLots } = book;
  const { executeTrade, executeTransfer } = trades;
  const { decideMode, prevent } = prevention;

  /** Set `takenLots` to what taker and maker can exchange now. */
  function setLots(taker: number, maker: number): void {
    const open = orderNumbers[taker * orderNumbersStride + orderOpenLots];
    const isIceberg = (orderInts[maker * orderIntsStride + orderMeta] & metaIsIceberg) !== 0;
    const shown = isIceberg
      ? readVisibleLots(maker)
      : orderNumbers[maker * orderNumbersStride + orderOpenLots];
    takenLots[0] = open < shown ? open : shown;
  }

  /**
   * Match a live limit order against the other side.
   *
   * @returns true when prevention closed the taker.
   */
  function matchLimit(taker: number, market: number): boolean {
    const at = taker * orderIntsStride;
    const limit = orderInts[at + orderPrice];
    const isBuy = (orderInts[at + orderMeta] & metaSide) === Side.buy;
    const other = market * sidesPerMarket + (isBuy ? Side.sell : Side.buy);
    const openAt = taker * orderNumbersStride + orderOpenLots;
    const isAsked = isContract(market);
    while (orderNumbers[openAt] > 0) {
      const best = readBestPrice(other);
      if (best === 0 || (isBuy ? best > limit : best < limit)) return false;
      const level = readBestLevel(other);
      const maker = readHead(level);
      const mode = decideMode(taker, maker);
      if (mode === meetsStranger) {
        setLots(taker, maker);
        const admitted = isAsked ? admit(taker, maker, market) : Admitted.trades;
        if (admitted === Admitted.trades) executeTrade(taker, maker, level);
        else if (admitted === Admitted.takerIsClosed) return true;
      } else if (mode === SelfTradeMode.transfer) {
        setLots(taker, maker);
        executeTransfer(taker, maker, level);
      } else if (prevent({ taker, maker, mode: mode as wordsNames.SelfTradeMode })) {
        return true;
      }
    }
    return false;
  }

  return matchLimit;
}
