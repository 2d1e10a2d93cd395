// The sections of the state dump that belong to orders: queues, orders, lists (docs/rules/core.md
// 8). It only reads. Called by the engine's dump through trading.ts.
import * as ladderNames from '../../book/ladder.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import type { WriteLine } from '../../context.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';
import type { Money } from '../money.ts';
import type { OrderRecords } from '../orders/order-record.ts';
import * as orderRecordNames from '../orders/order-record.ts';

const { askSide, bidSide, sidesPerMarket } = ladderNames;
const { orderIntsStride, orderNext, orderRates } = orderPoolNames;
const { ListType } = wordsNames;
const { statusDormant, statusLive } = orderRecordNames;

/** What createOrderDump needs. */
export interface OrderDumpParts {
  readonly tradingContext: TradingContext;
  readonly records: OrderRecords;
  readonly money: Money;
}

/** Make the dump of orders. */
export function createOrderDump({ tradingContext, records, money }: OrderDumpParts) {
  const { book, markets, lists, ledger, instruments } = tradingContext;
  const { ladder } = book;
  const { orderInts, readAmendsCount } = book.pool;

  function dumpSide(side: number, writeLine: WriteLine): void {
    let price = ladder.readBestPrice(side);
    for (; price !== 0; price = ladder.readNextPrice(side, price)) {
      let slot = ladder.readHead(ladder.findLevel(side, price));
      for (; slot !== 0; slot = orderInts[slot * orderIntsStride + orderNext]) {
        writeLine(`resting ${records.readOrderId(slot)}`);
      }
    }
  }

  function dumpQueues(open: readonly number[], writeLine: WriteLine): void {
    for (const market of instruments.listSlots()) {
      dumpSide(market * sidesPerMarket + bidSide, writeLine);
      dumpSide(market * sidesPerMarket + askSide, writeLine);
      const waiting = open.filter(
        (slot) => records.readMarket(slot) === market && records.readStatus(slot) !== statusLive,
      );
      const isDormant = (slot: number): boolean => records.readStatus(slot) === statusDormant;
      for (const slot of waiting.filter((one) => isDormant(one))) {
        writeLine(`dormant ${records.readOrderId(slot)}`);
      }
      for (const slot of waiting.filter((one) => !isDormant(one))) {
        writeLine(`pending ${records.readOrderId(slot)}`);
      }
    }
  }

  function readTermsText(slot: number): string {
    const order = records.readOrderTerms(slot);
    const stop = records.readStop(slot);
    const activated = records.isActivated(slot) ? 1 : 0;
    const trigger = `${stop} ${order.trailingDeltaBps} ${order.activationPriceTicks} ${activated}`;
    const rest = `${order.visibleLots} ${order.slippageBps} ${order.expireAtMs}`;
    return `${order.quoteAmountUnits} ${trigger} ${rest} ${order.clientOrderId.join('.')}`;
  }

  function readSizesText(slot: number): string {
    const isLive = records.readStatus(slot) === statusLive;
    money.calculateHeld(slot);
    return [
      records.readSizeLots(slot),
      records.readExecutedLots(slot),
      records.readPreventedLots(slot),
      isLive ? book.readVisibleLots(slot) : 0,
      ledger.units.readAmount(),
    ].join(' ');
  }

  function readOrderLine(slot: number): string {
    const order = records.readOrderTerms(slot);
    const list = records.readList(slot);
    const plan = orderInts[slot * orderIntsStride + orderRates];
    return [
      'order',
      records.readOrderId(slot),
      order.accountId,
      order.instrumentId,
      order.side,
      order.orderType,
      order.timeInForce,
      order.selfTradeMode,
      records.readStatus(slot),
      order.priceTicks,
      readSizesText(slot),
      list === 0 ? 0 : lists.readListId(list),
      ledger.fees.readMakerPpm(plan),
      ledger.fees.readTakerPpm(plan),
      readAmendsCount(slot),
      readTermsText(slot),
    ].join(' ');
  }

  function readListLine(list: number): string {
    const count = lists.readListType(list) === ListType.otoco ? 3 : 2;
    const legs = Array.from({ length: count }, (_, leg) => lists.readLeg(list, leg));
    const instrumentId = markets.readInstrumentId(lists.readListMarket(list));
    const name = `${lists.readListId(list)} ${lists.readListAccount(list)} ${instrumentId}`;
    return `list ${name} ${lists.readListType(list)} ${legs.join('.')}`;
  }

  /** Write the sections. */
  function dumpOrders(writeLine: WriteLine): void {
    const open = book.listOpenSlots();
    dumpQueues(open, writeLine);
    for (const slot of open) writeLine(readOrderLine(slot));
    for (const list of lists.readOpenLists()) writeLine(readListLine(list));
  }

  return dumpOrders;
}
