// The uncross of a call auction: bids and asks that reach the opening price pair off at that price,
// first of the best bid level with first of the best ask level, until the volume is done.
// It decides no price (opening-price.ts) and no state (auction.ts, which calls it).
import * as ladderNames from '../../../book/ladder.ts';
import * as orderPoolNames from '../../../book/order-pool.ts';
import * as registersNames from '../../../registers.ts';
import * as wordsNames from '../../../words.ts';
import type { Desk } from '../desk.ts';
import type { ListEffects } from '../lists/list-effects.ts';
import type { Trades } from '../matching/trade.ts';
import type { OrderCloser } from '../orders/close-order.ts';
import type { Opening } from './opening-price.ts';

const { askSide, bidSide, sidesPerMarket } = ladderNames;
const { orderIntsStride, orderNumbersStride, orderOpenLots, orderPrice, orderRates, orderAccount } =
  orderPoolNames;
const { Register } = registersNames;
const { Side } = wordsNames;

/** What createUncross needs. */
export interface UncrossParts {
  readonly desk: Desk;
  readonly trades: Trades;
  readonly closer: OrderCloser;
  readonly effects: ListEffects;
}

/** One pairing of the uncross. */
interface Pairing {
  readonly market: number;
  readonly bid: number;
  readonly ask: number;
  /** The order with the lower number. */
  readonly maker: number;
  readonly taker: number;
  readonly priceTicks: number;
  readonly lots: number;
}

/** Make the uncross. */
export function createUncross({ desk, trades, closer, effects }: UncrossParts) {
  const { book, markets, ledger, events } = desk;
  const { orderInts, orderNumbers } = book.pool;
  const { ladder } = book;
  const { settlement, fees, owners, units } = ledger;

  function readAccount(slot: number): number {
    return orderInts[slot * orderIntsStride + orderAccount];
  }

  function readFeeAt(slot: number): number {
    return fees.takerFeeAt(orderInts[slot * orderIntsStride + orderRates]);
  }

  /** Both pay from their holds and at the taker's rate; the buyer's improvement goes back. */
  function settle({ bid, ask, maker, market, priceTicks, lots }: Pairing): void {
    const isBidMaker = bid === maker;
    const [buyer, seller] = [readAccount(bid), readAccount(ask)];
    settlement.begin(priceTicks * lots, lots, market);
    units.calculate(
      orderInts[bid * orderIntsStride + orderPrice] * lots,
      units.quoteFactorAt(market),
    );
    settlement.payQuoteImproved(
      markets.findQuoteRow(buyer, market),
      isBidMaker ? Register.makerHold : Register.takerHold,
    );
    settlement.payBaseHeld(
      markets.findBaseRow(seller, market),
      isBidMaker ? Register.takerHold : Register.makerHold,
    );
    settlement.receiveBase(
      markets.findBaseRow(buyer, market),
      readFeeAt(bid),
      isBidMaker ? Register.makerFee : Register.takerFee,
    );
    settlement.receiveQuote(
      markets.findQuoteRow(seller, market),
      readFeeAt(ask),
      isBidMaker ? Register.takerFee : Register.makerFee,
    );
  }

  function emitTrade({ market, bid, maker, taker, priceTicks, lots }: Pairing): void {
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
  function finish({ market, bid, ask, maker, taker, lots }: Pairing): void {
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
      settle(pairing);
      trades.noteTrade(market, priceTicks);
      emitTrade(pairing);
      finish(pairing);
      left -= lots;
    }
  }

  return uncross;
}
