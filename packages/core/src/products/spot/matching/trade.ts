// One fill between a taker and a resting order: money, TradeExecuted, the maker's place,
// LevelChanged, what lists ask for. Who meets whom and for how much is decided by the match files.
// Called by match-limit.ts and match-market.ts with the lots in `book.takenLots`.
import * as orderPoolNames from '../../../book/order-pool.ts';
import * as eventNames from '../../../event.ts';
import type { AccountId, InstrumentId, OrderId } from '../../../ids.ts';
import * as mathNames from '../../../math/index.ts';
import * as memoryNames from '../../../memory.ts';
import * as registersNames from '../../../registers.ts';
import * as wordsNames from '../../../words.ts';
import type { Desk } from '../desk.ts';
import type { ListEffects } from '../lists/list-effects.ts';
import type { OrderCloser } from '../orders/close-order.ts';

const {
  metaHasTerms,
  metaMarketShift,
  metaSide,
  metaTypeShift,
  orderAccount,
  orderIntsStride,
  orderMeta,
  orderNumbersStride,
  orderOpenLots,
  orderPrice,
  orderRates,
} = orderPoolNames;
const { EventKind } = eventNames;
const { joinLimbs } = mathNames;
const { makeFloats, makeInts } = memoryNames;
const { Register } = registersNames;
const { OrderType, Side } = wordsNames;

const { quote, makerHold, takerHold, makerFee, takerFee } = Register;
/** Bit n: type n pays from a hold when it takes. */
const heldTypes =
  (1 << OrderType.limit) | (1 << OrderType.stopLimit) | (1 << OrderType.takeProfitLimit);

/** Prices traded since the last look at triggers. */
export const Window = { low: 0, high: 1, last: 2 } as const;
const { low: windowLow, high: windowHigh, last: windowLast } = Window;

/** Places of the four rows of a fill. */
const takerBase = 0;
const takerQuote = 1;
const makerBase = 2;
const makerQuote = 3;

/** The fills of one engine. */
export type Trades = ReturnType<typeof createTrades>;

/** What createTrades needs. */
export interface TradeParts {
  readonly desk: Desk;
  readonly closer: OrderCloser;
  readonly effects: ListEffects;
}

/** Make the fills. */
export function createTrades({ desk, closer, effects }: TradeParts) {
  const { book, markets, ledger, events, registers } = desk;
  const { orderInts, orderNumbers } = book.pool;
  const { takenLots, tradeResting, readOrderId } = book;
  const { readTotal } = book.ladder;
  const { calculate, quoteFactorAt } = ledger.units;
  const { takerFeeAt, makerFeeAt } = ledger.fees;
  const { takeNumberOf } = ledger.owners;
  const { begin, payQuoteHeld, payQuoteImproved, payQuoteAvailable } = ledger.settlement;
  const { payBaseHeld, payBaseAvailable, receiveBase, receiveQuote } = ledger.settlement;
  const { receiveBaseFree, receiveQuoteFree } = ledger.settlement;
  const { tradeExecuted, levelChanged } = events;
  const {
    findBaseRow,
    findQuoteRow,
    readBaseSlot,
    readInstrumentId,
    readQuoteSlot,
    takeTradeId,
    takeUpdateId,
    setLastTradeTicks,
  } = markets;
  const { closeFilled } = closer;
  const { rows: balanceRows, rowMask, ensureRow } = ledger.balances;
  /** The four rows of the fill at hand. */
  const fillRows = makeInts(4);
  /** Takes what is read only to be fetched early. */
  const touched = makeFloats(1);
  /** Low, high and last price since the last look; all 0 without a trade. */
  const window = makeInts(3);

  /** The buyer pays the quote amount: from his hold (improvement goes back) or from available. */
  function payQuote(slot: number, row: number, holdRegister: number): void {
    const at = slot * orderIntsStride;
    if (((heldTypes >> ((orderInts[at + orderMeta] >> metaTypeShift) & 7)) & 1) === 0) {
      payQuoteAvailable(row, holdRegister);
      return;
    }
    const lots = registers[Register.tradeLots];
    const held = orderInts[at + orderPrice] * lots;
    if (held === registers[Register.tradeTickLots]) {
      payQuoteHeld(row, holdRegister);
      return;
    }
    calculate(held, quoteFactorAt(orderInts[at + orderMeta] >> metaMarketShift));
    payQuoteImproved(row, holdRegister);
  }

  /** The seller pays the base amount: from his hold or from available. */
  function payBase(slot: number, row: number, holdRegister: number): void {
    const type = (orderInts[slot * orderIntsStride + orderMeta] >> metaTypeShift) & 7;
    if (((heldTypes >> type) & 1) === 0) payBaseAvailable(row, holdRegister);
    else payBaseHeld(row, holdRegister);
  }

  function readAccount(slot: number): number {
    return orderInts[slot * orderIntsStride + orderAccount];
  }

  function readMarket(slot: number): number {
    return orderInts[slot * orderIntsStride + orderMeta] >> metaMarketShift;
  }

  /**
   * Find all four rows, and read them at once, so that they are fetched together and not one after
   * the other.
   */
  function findRows(taker: number, maker: number, market: number): void {
    const baseSlot = readBaseSlot(market);
    const quoteSlot = readQuoteSlot(market);
    const takerAccount = readAccount(taker);
    const makerAccount = readAccount(maker);
    fillRows[takerBase] = ensureRow(takerAccount, baseSlot);
    fillRows[takerQuote] = ensureRow(takerAccount, quoteSlot);
    fillRows[makerBase] = ensureRow(makerAccount, baseSlot);
    fillRows[makerQuote] = ensureRow(makerAccount, quoteSlot);
    touched[0] =
      balanceRows[fillRows[takerBase] & rowMask] +
      balanceRows[fillRows[takerQuote] & rowMask] +
      balanceRows[fillRows[makerBase] & rowMask] +
      balanceRows[fillRows[makerQuote] & rowMask];
  }

  function findTakerFee(taker: number): number {
    return takerFeeAt(orderInts[taker * orderIntsStride + orderRates]);
  }

  function findMakerFee(maker: number): number {
    return makerFeeAt(orderInts[maker * orderIntsStride + orderRates]);
  }

  /** Money of a fill where the taker buys. */
  function settleBuy(taker: number, maker: number): void {
    payQuote(taker, fillRows[takerQuote], takerHold);
    payBaseHeld(fillRows[makerBase], makerHold);
    receiveBase(fillRows[takerBase], findTakerFee(taker), takerFee);
    receiveQuote(fillRows[makerQuote], findMakerFee(maker), makerFee);
  }

  /** Money of a fill where the taker sells. */
  function settleSell(taker: number, maker: number): void {
    payQuoteHeld(fillRows[makerQuote], makerHold);
    payBase(taker, fillRows[takerBase], takerHold);
    receiveBase(fillRows[makerBase], findMakerFee(maker), makerFee);
    receiveQuote(fillRows[takerQuote], findTakerFee(taker), takerFee);
  }

  function noteTrade(market: number, price: number): void {
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
    findRows(taker, maker, market);
    begin(price * takenLots[0], takenLots[0], market);
    if ((orderInts[makerAt + orderMeta] & metaSide) === Side.sell) settleBuy(taker, maker);
    else settleSell(taker, maker);
    noteTrade(market, price);
    emitTrade(taker, maker, market);
    finishFill(taker, maker, level);
  }

  /** Money of a transfer between two orders of one person: no fee, no rebate. */
  function settleFree(taker: number, maker: number, market: number): void {
    const isBuy = (orderInts[taker * orderIntsStride + orderMeta] & metaSide) === Side.buy;
    const [takerAccount, makerAccount] = [readAccount(taker), readAccount(maker)];
    if (isBuy) {
      payQuote(taker, findQuoteRow(takerAccount, market), takerHold);
      payBaseHeld(findBaseRow(makerAccount, market), makerHold);
    } else {
      payQuoteHeld(findQuoteRow(makerAccount, market), makerHold);
      payBase(taker, findBaseRow(takerAccount, market), takerHold);
    }
    receiveBaseFree(findBaseRow(isBuy ? takerAccount : makerAccount, market));
    receiveQuoteFree(findQuoteRow(isBuy ? makerAccount : takerAccount, market));
  }

  function readRegister(place: number): bigint {
    return joinLimbs(registers[place], registers[place + 1]);
  }

  /** The TRANSFER mode of section 6: the same as a trade without fee, print and last price. */
  function executeTransfer(taker: number, maker: number, level: number): void {
    const makerAt = maker * orderIntsStride;
    const takerAt = taker * orderIntsStride;
    const market = readMarket(maker);
    const price = orderInts[makerAt + orderPrice];
    begin(price * takenLots[0], takenLots[0], market);
    settleFree(taker, maker, market);
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
      quoteUnits: readRegister(quote),
      makerHoldUnits: readRegister(makerHold),
      takerHoldUnits: readRegister(takerHold),
    });
    closer.emitChanged(maker);
    closer.emitChanged(taker);
    finishFill(taker, maker, level);
  }

  return { window, executeTrade, executeTransfer, noteTrade, payQuote, readRegister };
}
