// The life of an order, whatever its market's product: puts the parts together and answers the
// commands of orders. checks/ says yes or no, orders/ opens, closes and changes, matching/ trades,
// triggers/ fires what waits for a price, lists/ ties orders together, auction/ opens markets,
// state/ remembers. Not here: money (money.ts, given by the product). Made once by engine.ts.
import type { CoreContext, Handlers, WriteLine } from '../context.ts';
import type { InstrumentCommands } from '../instruments/commands.ts';
import type { Prefetch } from '../prefetch.ts';
import { createAuction } from './auction/auction.ts';
import { createOrderChecks } from './checks/check-order.ts';
import { createSizeChecks } from './checks/order-size.ts';
import type { FastPath, FastPathParts } from './fast-path.ts';
import { createUnitEnd } from './finish-unit.ts';
import { createGoLive } from './lists/go-live.ts';
import { createListEffects } from './lists/list-effects.ts';
import { createPairRules } from './lists/pair-rules.ts';
import { createListPlacer } from './lists/place-list.ts';
import { createOrderEntry } from './matching/enter-order.ts';
import { createPrevention } from './matching/prevention.ts';
import { createTrades } from './matching/trade.ts';
import type { Money, MoneyParts } from './money.ts';
import { createOrderAmender } from './orders/amend-order.ts';
import { createOrderCanceler } from './orders/cancel-order.ts';
import { createCombinedOrders } from './orders/cancel-replace.ts';
import { createOrderCloser } from './orders/close-order.ts';
import { createExpiry } from './orders/expiry.ts';
import { createOrderOpener } from './orders/open-order.ts';
import { createOrderRecords } from './orders/order-record.ts';
import { createOrderPlacer } from './orders/place-order.ts';
import { createOrderDump } from './state/dump-orders.ts';
import { createPrefetch } from './state/prefetch.ts';
import { createTradingContext } from './trading-context.ts';
import { createOrderFirer } from './triggers/fire-order.ts';
import { createTriggerScan } from './triggers/trigger-scan.ts';
import { createWaitingOrders } from './triggers/waiting-orders.ts';

/** What trading is made of. */
export interface TradingParts {
  readonly context: CoreContext;
  /** State changes of markets and the next indication, for the auction. */
  readonly instrumentCommands: InstrumentCommands;
  readonly createMoney: (parts: MoneyParts) => Money;
  readonly createFastPath: (parts: FastPathParts) => FastPath;
}

/** The commands of orders. */
export type OrderHandlers = Handlers<
  | 'placeOrder'
  | 'cancelOrder'
  | 'amendOrder'
  | 'cancelReplace'
  | 'placeOrderList'
  | 'cancelOrderList'
  | 'batchOrders'
  | 'cancelAllOrders'
  | 'setDeadMan'
>;

/** Trading of one engine. */
export type Trading = ReturnType<typeof createTrading>;

/** Everything that opens, changes and closes single orders and lets them meet. */
function createMatching({ context, createMoney }: TradingParts) {
  const tradingContext = createTradingContext(context);
  const records = createOrderRecords(tradingContext);
  const sizes = createSizeChecks(tradingContext);
  const money = createMoney({ tradingContext, records, sizes });
  const checks = createOrderChecks({ tradingContext, money, sizes });
  const waiting = createWaitingOrders(tradingContext, records);
  const closer = createOrderCloser({ tradingContext, records, money, waiting });
  const effects = createListEffects(tradingContext, records, closer);
  const common = { tradingContext, money, records, closer, effects };
  const trades = createTrades(common);
  const prevention = createPrevention(common);
  const entry = createOrderEntry({ ...common, trades, prevention });
  const opener = createOrderOpener(tradingContext, money);
  return { ...common, checks, waiting, trades, entry, opener };
}

/** What follows from fills: stops that fire, legs that go live. */
function createFollowing(parts: ReturnType<typeof createMatching>) {
  const firer = createOrderFirer(parts);
  const triggerScans = createTriggerScan(parts);
  const pairRules = createPairRules(parts.tradingContext, parts.money);
  const goLive = createGoLive({ ...parts, firer, pairRules });
  return { pairRules, finishUnit: createUnitEnd({ ...parts, triggerScans, firer, goLive }) };
}

/** Make trading with the money of a product. */
export function createTrading(given: TradingParts) {
  const matching = createMatching(given);
  const unit = { ...matching, ...createFollowing(matching) };
  const parts = { ...unit, fastPath: given.createFastPath(unit) };
  const placer = createOrderPlacer(parts);
  const canceler = createOrderCanceler(parts);
  const combined = createCombinedOrders({ ...parts, placer, canceler });
  const expiry = createExpiry({ ...parts, canceler });
  createAuction({ ...parts, instrumentCommands: given.instrumentCommands });
  const { tradingContext, checks } = parts;
  const { book, lists, lastOrderId } = tradingContext;
  const handlers: OrderHandlers = {
    placeOrder: placer.placeOrder,
    cancelOrder: canceler.cancelOrder,
    amendOrder: createOrderAmender({ ...parts, canceler }),
    cancelReplace: combined.cancelReplace,
    placeOrderList: createListPlacer(parts),
    cancelOrderList: canceler.cancelOrderList,
    batchOrders: combined.batchOrders,
    cancelAllOrders: canceler.cancelAllOrders,
    setDeadMan: expiry.setDeadMan,
  };
  const prefetch: Omit<Prefetch, 'recordKey'> = createPrefetch(tradingContext);
  return {
    tradingContext,
    records: parts.records,
    checks,
    /** Open an order whose checks have passed on a market, and let it act. */
    openChecked: placer.openOn,
    handlers,
    /** Reads ahead what orders will touch; keys are not its. */
    prefetch,
    /** How much of what orders fill is in use, for the look before each command. */
    capacity: {
      countOrders: book.pool.countOrders,
      /** Pages of prices in which orders rest. */
      countBookPages: book.ladder.countBookPages,
      /** Orders that wait for a price or for another order. */
      countWaiting: book.pool.countWaiting,
      countLists: lists.countLists,
    },
    /** The number that the next order will have. */
    readNextOrderId: (): number => lastOrderId[0] + 1,
    /** The number that the next order list will have. */
    readNextListId: lists.readNextListId,
    /** Sections 8 to 10 of the state dump: queues, orders, lists. */
    dumpOrders: createOrderDump(parts),
    /** Section 11: armed dead-man switches by account. */
    dumpDeadMen(writeLine: WriteLine): void {
      for (const row of expiry.listSwitches()) writeLine(`deadman ${row.join(' ')}`);
    },
  };
}
