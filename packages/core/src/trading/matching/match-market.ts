// A market order as a taker: by size or by quote amount, bounded by the guard read at its entry, by
// what its account can pay and by the amount left. It never rests. Limit orders: match-limit.ts.
// Called by enter-order.ts for placed and fired market types.
import * as ladderNames from '../../book/ladder.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import * as mathNames from '../../math/index.ts';
import * as scratchNames from '../../scratch.ts';
import * as wordsNames from '../../words.ts';
import type { Money } from '../money.ts';
import type { TradingContext } from '../trading-context.ts';
import type { OrderRecords } from '../orders/order-record.ts';
import * as termsNames from '../state/terms.ts';
import type { Admit } from './admission.ts';
import * as admissionNames from './admission.ts';
import type { Prevention } from './prevention.ts';
import * as preventionNames from './prevention.ts';
import type { Trades } from './trade.ts';

const { sidesPerMarket } = ladderNames;
const { orderNumbersStride, orderOpenLots } = orderPoolNames;
const { calculateBuyGuard, calculateSellGuard } = mathNames;
const { Scratch } = scratchNames;
const { Side, CloseReason, SelfTradeMode } = wordsNames;
const { termsAmount, termsSlippage } = termsNames;
const { meetsStranger } = preventionNames;
const { Admitted } = admissionNames;

/** Reason "none": prevention has closed the order already. */
export const isClosedAlready = 0;

/** What createMarketMatch needs. */
export interface MarketMatchParts {
  readonly tradingContext: TradingContext;
  readonly money: Money;
  readonly records: OrderRecords;
  readonly trades: Trades;
  readonly prevention: Prevention;
  readonly admit: Admit;
}

/** A market order under way. */
interface Run {
  readonly taker: number;
  readonly isBuy: boolean;
  readonly isByAmount: boolean;
  /** Quote units it may still spend (buy) or wants to receive (sell); undefined = no such bound. */
  amountLeft: bigint | undefined;
  /**
   * Whether nothing but the account's balance bounds the meeting. That is the last one: an owner
   * who trades with itself gets back what it pays, and would go on lot by lot for ever.
   */
  isLast: boolean;
}

/** Make the matching of market orders. */
export function createMarketMatch(parts: MarketMatchParts) {
  const { tradingContext, money, records, trades, prevention, admit } = parts;
  const { book, ledger, markets } = tradingContext;
  const { units } = ledger;
  const { readBestPrice, readBestLevel, readHead } = book.ladder;

  function readGuard(taker: number, market: number, best: number): number {
    const requested = records.readTerm(taker, termsSlippage);
    const bps = requested === 0 ? markets.readMarketGuardBps(market) : requested;
    const side = records.readSide(taker);
    const guard = side === Side.buy ? calculateBuyGuard(best, bps) : calculateSellGuard(best, bps);
    return money.boundGuard(guard, side, market);
  }

  /** Lots that an amount pays for at so many units a lot, at most `lotsMax`. */
  function countLots(amountUnits: bigint, perLotUnits: bigint, lotsMax: number): number {
    const lots = amountUnits / perLotUnits;
    return lots < BigInt(lotsMax) ? Number(lots) : lotsMax;
  }

  /** Set `takenLots` for a meeting; a close reason when not one lot is affordable. */
  function setLots(run: Run, market: number, maker: number): wordsNames.CloseReason | 0 {
    const price = records.readPrice(maker);
    let lots = book.readVisibleLots(maker);
    if (!run.isByAmount) lots = Math.min(lots, records.readOpenLots(run.taker));
    if (run.amountLeft !== undefined) {
      const perLot = BigInt(price) * units.readFactor(units.quoteFactorAt(market));
      lots = countLots(run.amountLeft, perLot, lots);
      if (lots === 0) return CloseReason.amountSpent;
    }
    const wanted = lots;
    const accountId = records.readAccount(run.taker);
    const offer = { accountId, isBuy: run.isBuy, market, priceTicks: price, lotsMax: wanted };
    lots = money.countAffordable(offer);
    run.isLast = lots < wanted;
    book.takenLots[0] = lots;
    return lots === 0 ? CloseReason.balanceExhausted : 0;
  }

  function isDone(run: Run): wordsNames.CloseReason | 0 {
    if (!run.isByAmount && records.readOpenLots(run.taker) === 0) return CloseReason.filled;
    return run.amountLeft === 0n ? CloseReason.amountSpent : 0;
  }

  /** Meet one order; a close reason when that ends the order, -1 when prevention closed it. */
  function meet(run: Run, market: number, level: number): number {
    const { taker } = run;
    const maker = readHead(level);
    const mode = prevention.decideMode(taker, maker) as wordsNames.SelfTradeMode;
    if (mode !== meetsStranger && mode !== SelfTradeMode.transfer) {
      return prevention.prevent({ taker, maker, mode }) ? -1 : 0;
    }
    const end = setLots(run, market, maker);
    if (end !== 0) return end;
    const admitted = markets.isContract(market) ? admit(taker, maker, market) : Admitted.trades;
    if (admitted !== Admitted.trades) return admitted === Admitted.takerIsClosed ? -1 : 0;
    if (mode === SelfTradeMode.transfer) trades.executeTransfer(taker, maker, level);
    else trades.executeTrade(taker, maker, level);
    if (run.isByAmount) keepAtZero(taker);
    if (run.amountLeft !== undefined) run.amountLeft -= trades.readScratch(Scratch.quote);
    return run.isLast ? CloseReason.balanceExhausted : 0;
  }

  /** An order by amount has no size, so no fill may count against it. */
  function keepAtZero(taker: number): void {
    book.pool.orderNumbers[taker * orderNumbersStride + orderOpenLots] = 0;
  }

  function runThrough(run: Run, market: number, guard: number): number {
    const other = market * sidesPerMarket + (run.isBuy ? Side.sell : Side.buy);
    for (;;) {
      const done = isDone(run);
      if (done !== 0) return done;
      const best = readBestPrice(other);
      if (best === 0) return CloseReason.expiredImmediate;
      if (run.isBuy ? best > guard : best < guard) return CloseReason.expiredAtGuard;
      const end = meet(run, market, readBestLevel(other));
      if (end !== 0) return end < 0 ? isClosedAlready : end;
    }
  }

  /**
   * Run a market order through the other side.
   *
   * @param taker - its record; live.
   * @param heldUnits - what was held for a fired buy, the most it may spend; undefined = no bound.
   * @returns why it ends, or `isClosedAlready`.
   */
  function matchMarket(taker: number, market: number, heldUnits: bigint | undefined): number {
    const isBuy = records.readSide(taker) === Side.buy;
    const best = readBestPrice(market * sidesPerMarket + (isBuy ? Side.sell : Side.buy));
    if (best === 0) return CloseReason.expiredImmediate;
    const isByAmount = records.isOrderByAmount(taker);
    const requested = isByAmount ? tradingContext.terms.readUnits(taker, termsAmount) : undefined;
    const run = { taker, isBuy, isByAmount, amountLeft: heldUnits ?? requested, isLast: false };
    return runThrough(run, market, readGuard(taker, market, best));
  }

  return matchMarket;
}
