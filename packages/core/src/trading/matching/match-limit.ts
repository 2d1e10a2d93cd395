// A limit order as a taker: meets the best opposite orders within its limit until nothing is left
// of either. What happens to the rest is decided in enter-order.ts; market orders have
// match-market.ts. Called by enter-order.ts for placed, fired and released orders.
import * as orderPoolNames from '../../book/order-pool.ts';
import * as ladderNames from '../../book/ladder.ts';
import * as wordsNames from '../../words.ts';
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

/** Make the matching of limit orders. */
export function createLimitMatch(
  tradingContext: TradingContext,
  trades: Trades,
  prevention: Prevention,
) {
  const { book } = tradingContext;
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
    while (orderNumbers[openAt] > 0) {
      const best = readBestPrice(other);
      if (best === 0 || (isBuy ? best > limit : best < limit)) return false;
      const level = readBestLevel(other);
      const maker = readHead(level);
      const mode = decideMode(taker, maker);
      if (mode === meetsStranger) {
        setLots(taker, maker);
        executeTrade(taker, maker, level);
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
