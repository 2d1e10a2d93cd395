// One fill between a taker and a resting order: money, TradeExecuted, the maker's place,
// LevelChanged, what lists ask for. Who meets whom and for how much is decided by the match files.
// Called by match-limit.ts and match-market.ts with the lots in `book.takenLots`.
import * as orderPoolNames from '../../book/order-pool.ts';
import * as eventNames from '../../event.ts';
import type { AccountId, InstrumentId, OrderId } from '../../ids.ts';
import * as mathNames from '../../math/index.ts';
import * as memoryNames from '../../memory.ts';
import * as scratchNames from '../../scratch.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';
import type { ListEffects } from '../lists/list-effects.ts';
import type { Money } from '../money.ts';
import type { OrderCloser } from '../orders/close-order.ts';

const {
  metaHasTerms,
  metaMarketShift,
  metaSide,
  orderAccount,
  orderIntsStride,
  orderMeta,
  orderNumbersStride,
  orderOpenLots,
  orderPrice,
} = orderPoolNames;
const { EventKind } = eventNames;
const { joinWords } = mathNames;
const { makeInts } = memoryNames;
const { Scratch } = scratchNames;

const { quote, makerHold, takerHold } = Scratch;
/** Prices traded since the last trigger scan. */
export const Window = { low: 0, high: 1, last: 2 } as const;
const { low: windowLow, high: windowHigh, last: windowLast } = Window;

/** The fills of one engine. */
export type Trades = ReturnType<typeof createTrades>;

/** What createTrades needs. */
export interface TradeParts {
  readonly tradingContext: TradingContext;
  readonly money: Money;
  readonly closer: OrderCloser;
  readonly effects: ListEffects;
}

/** Make the fills. */
export function createTrades({ tradingContext, money, closer, effects }: TradeParts) {
  const { book, markets, ledger, events, scratch } = tradingContext;
  const { orderInts, orderNumbers } = book.pool;
  const { takenLots, tradeResting, readOrderId } = book;
  const { readTotal } = book.ladder;
  const { takeNumberOf } = ledger.owners;
  const { tradeExecuted, levelChanged } = events;
  const { readInstrumentId, takeTradeId, takeUpdateId, setLastTradeTicks } = markets;
  const { closeFilled } = closer;
  const { fill, fillFree } = money;
  /** Low, high and last price since the last look; all 0 without a trade. */
  const window = makeInts(3);

  function readAccount(slot: number): number {
    return orderInts[slot * orderIntsStride + orderAccount];
  }

  function readMarket(slot: number): number {
    return orderInts[slot * orderIntsStride + orderMeta] >> metaMarketShift;
  }

  function recordTrade(market: number, price: number): void {
    setLastTradeTicks(market, price);
    window[windowLast] = price;
    if (window[windowLow] === 0 || price < window[windowLow]) window[windowLow] = price;
    if (price > window[windowHigh]) window[windowHigh] = price;
  }

  function emitTrade(taker: number, maker: number, market: number): void {
    const makerNumber = takeNumberOf(readAccount(maker));
    tradeExecuted(
      readInstrumentId(market),
      takeTradeId(market),
      orderInts[maker * orderIntsStride + orderPrice],
      takenLots[0],
      orderInts[taker * orderIntsStride + orderMeta] & metaSide,
      0,
      readOrderId(maker),
      readOrderId(taker),
      readAccount(maker),
      readAccount(taker),
      makerNumber,
      takeNumberOf(readAccount(taker)),
    );
  }

  /** After the event: the maker's record and place, its close, LevelChanged, lists. */
  function finishFill(taker: number, maker: number, level: number): void {
    const makerAt = maker * orderIntsStride;
    const market = readMarket(maker);
    const makerMeta = orderInts[makerAt + orderMeta];
    const price = orderInts[makerAt + orderPrice];
    const hasLists =
      ((makerMeta | orderInts[taker * orderIntsStride + orderMeta]) & metaHasTerms) !== 0;
    const makerPlace = hasLists ? effects.readPlace(maker) : 0;
    orderNumbers[taker * orderNumbersStride + orderOpenLots] -= takenLots[0];
    tradeResting(market, maker, level);
    const isClosed = orderNumbers[maker * orderNumbersStride + orderOpenLots] === 0;
    if (isClosed) closeFilled(maker);
    levelChanged(
      readInstrumentId(market),
      takeUpdateId(market),
      makerMeta & metaSide,
      price,
      readTotal(level),
    );
    if (!hasLists) return;
    if (makerPlace !== 0) effects.afterExecution(makerPlace, isClosed);
    const takerPlace = effects.readPlace(taker);
    if (takerPlace !== 0) effects.afterExecution(takerPlace, false);
  }

  /**
   * Fill `book.takenLots` of both at the maker's price.
   *
   * @param level - the maker's level.
   */
  function executeTrade(taker: number, maker: number, level: number): void {
    const makerAt = maker * orderIntsStride;
    const market = readMarket(maker);
    const price = orderInts[makerAt + orderPrice];
    const isTold = fill(taker, maker, market);
    recordTrade(market, price);
    if (!isTold) emitTrade(taker, maker, market);
    finishFill(taker, maker, level);
  }

  function readScratch(place: number): bigint {
    return joinWords(scratch[place], scratch[place + 1]);
  }

  /** The TRANSFER mode of section 6: the same as a trade without fee, print and last price. */
  function executeTransfer(taker: number, maker: number, level: number): void {
    const makerAt = maker * orderIntsStride;
    const takerAt = taker * orderIntsStride;
    const market = readMarket(maker);
    const price = orderInts[makerAt + orderPrice];
    fillFree(taker, maker, market);
    events.write({
      kind: EventKind.selfTradeTransferred,
      instrumentId: readInstrumentId(market) as InstrumentId,
      makerOrderId: readOrderId(maker) as OrderId,
      takerOrderId: readOrderId(taker) as OrderId,
      makerAccountId: readAccount(maker) as AccountId,
      takerAccountId: readAccount(taker) as AccountId,
      priceTicks: price,
      sizeLots: takenLots[0],
      takerSide: (orderInts[takerAt + orderMeta] & metaSide) as wordsNames.Side,
      quoteUnits: readScratch(quote),
      makerHoldUnits: readScratch(makerHold),
      takerHoldUnits: readScratch(takerHold),
    });
    closer.emitChanged(maker);
    closer.emitChanged(taker);
    finishFill(taker, maker, level);
  }

  return { window, executeTrade, executeTransfer, recordTrade, readScratch };
}
