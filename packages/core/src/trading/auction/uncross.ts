// The uncross of a call auction: bids and asks that reach the opening price pair off at that price,
// first of the best bid level with first of the best ask level, until the volume is done.
// It decides no price (opening-price.ts) and no state (auction.ts, which calls it).
import * as ladderNames from '../../book/ladder.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';
import type { ListEffects } from '../lists/list-effects.ts';
import type { Trades } from '../matching/trade.ts';
import type { AuctionPair, Money } from '../money.ts';
import type { OrderCloser } from '../orders/close-order.ts';
import type { Opening } from './opening-price.ts';

const { askSide, bidSide, sidesPerMarket } = ladderNames;
const { orderIntsStride, orderNumbersStride, orderOpenLots, orderPrice, orderAccount } =
  orderPoolNames;
const { Side } = wordsNames;

/** What createUncross needs. */
export interface UncrossParts {
  readonly tradingContext: TradingContext;
  readonly money: Money;
  readonly trades: Trades;
  readonly closer: OrderCloser;
  readonly effects: ListEffects;
}

/** Make the uncross. */
export function createUncross(parts: UncrossParts) {
  const { tradingContext, money, trades, closer, effects } = parts;
  const { book, markets, ledger, events } = tradingContext;
  const { orderInts, orderNumbers } = book.pool;
  const { ladder } = book;
  const { owners } = ledger;

  function readAccount(slot: number): number {
    return orderInts[slot * orderIntsStride + orderAccount];
  }

  function emitTrade({ market, bid, maker, taker, priceTicks, lots }: AuctionPair): void {
    const makerNumber = owners.takeNumberOf(readAccount(maker));
    events.tradeExecuted(
      markets.readInstrumentId(market),
      markets.takeTradeId(market),
      priceTicks,
      lots,
      taker === bid ? Side.buy : Side.sell,
      1,
      book.readOrderId(maker),
      book.readOrderId(taker),
      readAccount(maker),
      readAccount(taker),
      makerNumber,
      owners.takeNumberOf(readAccount(taker)),
    );
  }

  function takeLots(market: number, slot: number, side: number): void {
    const price = orderInts[slot * orderIntsStride + orderPrice];
    const level = ladder.findLevel(market * sidesPerMarket + side, price);
    book.tradeResting(market, slot, level);
  }

  /** After the event: places, closes (maker first), both levels, lists (maker's first). */
  function finish({ market, bid, ask, maker, taker, lots }: AuctionPair): void {
    const bidPrice = orderInts[bid * orderIntsStride + orderPrice];
    const askPrice = orderInts[ask * orderIntsStride + orderPrice];
    const [makerPlace, takerPlace] = [effects.readPlace(maker), effects.readPlace(taker)];
    book.takenLots[0] = lots;
    takeLots(market, bid, bidSide);
    takeLots(market, ask, askSide);
    const isMakerGone = isExhausted(maker);
    const isTakerGone = isExhausted(taker);
    if (isMakerGone) closer.closeFilled(maker);
    if (isTakerGone) closer.closeFilled(taker);
    closer.emitLevel(market, Side.buy, bidPrice);
    closer.emitLevel(market, Side.sell, askPrice);
    if (makerPlace !== 0) effects.afterExecution(makerPlace, isMakerGone);
    if (takerPlace !== 0) effects.afterExecution(takerPlace, isTakerGone);
  }

  function isExhausted(slot: number): boolean {
    return orderNumbers[slot * orderNumbersStride + orderOpenLots] === 0;
  }

  /** Pair off until the volume is done. */
  function uncross(market: number, { priceTicks, volumeLots }: Opening): void {
    const side = market * sidesPerMarket;
    for (let left = volumeLots; left > 0; ) {
      const bid = ladder.readHead(ladder.readBestLevel(side + bidSide));
      const ask = ladder.readHead(ladder.readBestLevel(side + askSide));
      const isBidFirst = book.readOrderId(bid) < book.readOrderId(ask);
      const [maker, taker] = isBidFirst ? [bid, ask] : [ask, bid];
      const lots = Math.min(left, book.readVisibleLots(bid), book.readVisibleLots(ask));
      const pairing = { market, bid, ask, maker, taker, priceTicks, lots };
      money.fillAuction(pairing);
      trades.recordTrade(market, priceTicks);
      emitTrade(pairing);
      finish(pairing);
      left -= lots;
    }
  }

  return uncross;
}
