// The money of a fill on spot: the buyer pays the quote amount, the seller the base amount, each
// receives the other's less a fee. What is paid and kept stands in the scratch of ledger/
// settlement, where the event is read from. Not here: who meets whom (trading/matching).
// Called through money.ts for each fill.
import * as orderPoolNames from '../../book/order-pool.ts';
import * as memoryNames from '../../memory.ts';
import * as scratchNames from '../../scratch.ts';
import type { AuctionPair, Money } from '../../trading/money.ts';
import type { TradingContext } from '../../trading/trading-context.ts';
import * as wordsNames from '../../words.ts';

const {
  metaMarketShift,
  metaSide,
  metaTypeShift,
  orderAccount,
  orderIntsStride,
  orderMeta,
  orderPrice,
  orderRates,
} = orderPoolNames;
const { makeFloats, makeInts } = memoryNames;
const { Scratch } = scratchNames;
const { OrderType, Side } = wordsNames;

const { makerHold, takerHold, makerFee, takerFee } = Scratch;
/** Bit n: type n pays from a hold when it takes. */
const heldTypes =
  (1 << OrderType.limit) | (1 << OrderType.stopLimit) | (1 << OrderType.takeProfitLimit);

/** Places of the four rows of a fill. */
const takerBase = 0;
const takerQuote = 1;
const makerBase = 2;
const makerQuote = 3;

/** Make the money of fills. */
export function createFills(tradingContext: TradingContext): Pick<
  Money,
  'fillFree' | 'fillAuction'
> & {
  readonly fill: (taker: number, maker: number, market: number) => void;
} {
  const { book, markets, ledger, scratch } = tradingContext;
  const { orderInts } = book.pool;
  const { takenLots } = book;
  const { calculate, quoteFactorAt } = ledger.units;
  const { takerFeeAt, makerFeeAt } = ledger.fees;
  const { begin, payQuoteHeld, payQuoteImproved, payQuoteAvailable } = ledger.settlement;
  const { payBaseHeld, payBaseAvailable, receiveBase, receiveQuote } = ledger.settlement;
  const { receiveBaseFree, receiveQuoteFree } = ledger.settlement;
  const { findBaseRow, findQuoteRow, readBaseSlot, readQuoteSlot } = markets;
  const { rows: balanceRows, rowMask, ensureRow } = ledger.balances;
  /** The four rows of the fill at hand. */
  const fillRows = makeInts(4);
  /** Takes what is read only to be fetched early. */
  const touched = makeFloats(1);

  /** The buyer pays the quote amount: from its hold (improvement goes back) or from available. */
  function payQuote(slot: number, row: number, holdScratch: number): void {
    const at = slot * orderIntsStride;
    if (((heldTypes >> ((orderInts[at + orderMeta] >> metaTypeShift) & 7)) & 1) === 0) {
      payQuoteAvailable(row, holdScratch);
      return;
    }
    const lots = scratch[Scratch.tradeLots];
    const held = orderInts[at + orderPrice] * lots;
    if (held === scratch[Scratch.tradeTickLots]) {
      payQuoteHeld(row, holdScratch);
      return;
    }
    calculate(held, quoteFactorAt(orderInts[at + orderMeta] >> metaMarketShift));
    payQuoteImproved(row, holdScratch);
  }

  /** The seller pays the base amount: from its hold or from available. */
  function payBase(slot: number, row: number, holdScratch: number): void {
    const type = (orderInts[slot * orderIntsStride + orderMeta] >> metaTypeShift) & 7;
    if (((heldTypes >> type) & 1) === 0) payBaseAvailable(row, holdScratch);
    else payBaseHeld(row, holdScratch);
  }

  function readAccount(slot: number): number {
    return orderInts[slot * orderIntsStride + orderAccount];
  }

  function findTakerFee(taker: number): number {
    return takerFeeAt(orderInts[taker * orderIntsStride + orderRates]);
  }

  function findMakerFee(maker: number): number {
    return makerFeeAt(orderInts[maker * orderIntsStride + orderRates]);
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

  function fill(taker: number, maker: number, market: number): void {
    const makerAt = maker * orderIntsStride;
    findRows(taker, maker, market);
    begin(orderInts[makerAt + orderPrice] * takenLots[0], takenLots[0], market);
    if ((orderInts[makerAt + orderMeta] & metaSide) === Side.sell) settleBuy(taker, maker);
    else settleSell(taker, maker);
  }

  function fillFree(taker: number, maker: number, market: number): void {
    const isBuy = (orderInts[taker * orderIntsStride + orderMeta] & metaSide) === Side.buy;
    const [takerAccount, makerAccount] = [readAccount(taker), readAccount(maker)];
    begin(orderInts[maker * orderIntsStride + orderPrice] * takenLots[0], takenLots[0], market);
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

  /** The buyer's improvement goes back. */
  function fillAuction({ bid, ask, maker, market, priceTicks, lots }: AuctionPair): void {
    const isBidMaker = bid === maker;
    const [buyer, seller] = [readAccount(bid), readAccount(ask)];
    begin(priceTicks * lots, lots, market);
    calculate(orderInts[bid * orderIntsStride + orderPrice] * lots, quoteFactorAt(market));
    payQuoteImproved(findQuoteRow(buyer, market), isBidMaker ? makerHold : takerHold);
    payBaseHeld(findBaseRow(seller, market), isBidMaker ? takerHold : makerHold);
    receiveBase(findBaseRow(buyer, market), findTakerFee(bid), isBidMaker ? makerFee : takerFee);
    receiveQuote(findQuoteRow(seller, market), findTakerFee(ask), isBidMaker ? takerFee : makerFee);
  }

  return { fill, fillFree, fillAuction };
}
