// The open orders of contracts in the sums of their accounts: an order adds its value and reserve
// when it opens and takes them out as it shrinks, trades or closes (docs/rules/contracts.md 9).
// Not here: whether it may open (checks.ts), positions (fills.ts).
import type { OrderTerms } from '../../command.ts';
import { ContractWord } from '../../prices/contract-table.ts';
import { termsMark } from '../../trading/state/terms.ts';
import type { Trading } from '../../trading/trading.ts';
import { OrderType, Side } from '../../words.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import type { MarginParts, Margin } from './margin.ts';
import { calculateCost, calculateValue, type PricedOrder } from './risk.ts';

const { orderIntsStride, orderRates } = orderPoolNames;
const subticks = 100;

/** What this is made from. */
export interface OrderMarginParts extends MarginParts {
  readonly margin: Margin;
  readonly trading: Pick<Trading, 'tradingContext' | 'records'>;
}

/** The orders of one engine. */
export type OrderMargin = ReturnType<typeof createOrderMargin>;

/** Make it. */
export function createOrderMargin({
  context,
  prices,
  positions,
  margin,
  trading,
}: OrderMarginParts) {
  const { records, tradingContext } = trading;
  const { terms } = tradingContext;
  const { pool } = tradingContext.book;
  const { fees } = context.ledger;
  const { contracts } = prices;
  function readContract(slot: number): number {
    return contracts.findOfMarket(records.readMarket(slot));
  }

  /** An order's reserve with so many open lots. */
  function describe(slot: number, lots: number): PricedOrder {
    return {
      side: records.readSide(slot),
      lots,
      priceTicks: records.readPrice(slot),
      markSub: terms.read(slot, termsMark),
      takerPpm: fees.readTakerPpm(pool.orderInts[slot * orderIntsStride + orderRates]),
    };
  }

  /** Change what a limit order counts for; market orders are in no sum. */
  function change(slot: number, fromLots: number, toLots: number): void {
    if (records.readOrderType(slot) !== OrderType.limit) return;
    const contract = readContract(slot);
    const row = positions.ensure(records.readAccount(slot), contract);
    const risk = margin.readTerms(contract);
    const orders = margin.readOrders(row);
    const lots = toLots - fromLots;
    const valueUnits = calculateValue(risk, lots, records.readPrice(slot) * subticks);
    if (records.readSide(slot) === Side.buy) {
      orders.bidLots += lots;
      orders.bidUnits += valueUnits;
    } else {
      orders.askLots += lots;
      orders.askUnits += valueUnits;
    }
    orders.count += Number(toLots > 0) - Number(fromLots > 0);
    const before = calculateCost(risk, describe(slot, fromLots));
    margin.addCost(row, calculateCost(risk, describe(slot, toLots)) - before);
    margin.revalue(row);
  }

  /** An order opens at the mark of now. */
  function open(_order: OrderTerms, market: number, slot: number): void {
    const markSub = contracts.read(contracts.findOfMarket(market), ContractWord.markSub);
    terms.set(slot, termsMark, markSub);
    change(slot, 0, records.readOpenLots(slot));
  }

  /** An order loses open lots, by a trade or otherwise; its record still has them. */
  function shrink(slot: number, lots: number): void {
    const openLots = records.readOpenLots(slot);
    change(slot, openLots, openLots - lots);
  }

  function releaseRow(slot: number): void {
    const row = positions.find(records.readAccount(slot), readContract(slot));
    if (row !== 0) margin.release(row);
  }

  return {
    open,
    shrink,
    describe,
    readContract,
    releaseRow,
    /** The mark when an order was placed. */
    readMark: (slot: number): number => terms.read(slot, termsMark),
    /** Count all open orders anew, after a load. */
    restore(): void {
      for (const slot of tradingContext.book.listOpenSlots()) {
        if (readContract(slot) >= 0) change(slot, 0, records.readOpenLots(slot));
      }
    },
  };
}
