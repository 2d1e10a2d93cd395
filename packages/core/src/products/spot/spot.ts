// The spot product: puts its parts together and answers the commands of orders. Which file does
// what: checks/ says yes or no, orders/ opens, closes and changes orders, matching/ trades,
// triggers/ fires what waits for a price, lists/ ties orders together, auction/ opens markets,
// state/ remembers. Called by engine.ts; it knows no other product.
import type { ProductContext, SpotProduct } from '../../product.ts';
import { createAuction } from './auction/auction.ts';
import { createOrderChecks } from './checks/check-order.ts';
import { createDesk } from './desk.ts';
import { createUnitEnd } from './finish-unit.ts';
import { createGoLive } from './lists/go-live.ts';
import { createListEffects } from './lists/list-effects.ts';
import { createPairRules } from './lists/pair-rules.ts';
import { createListPlacer } from './lists/place-list.ts';
import { createOrderEntry } from './matching/enter-order.ts';
import { createPrevention } from './matching/prevention.ts';
import { createTrades } from './matching/trade.ts';
import { createOrderAmender } from './orders/amend-order.ts';
import { createOrderCanceler } from './orders/cancel-order.ts';
import { createCombinedOrders } from './orders/cancel-replace.ts';
import { createCloseOut } from './orders/close-out.ts';
import { createOrderCloser } from './orders/close-order.ts';
import { createExpiry } from './orders/expiry.ts';
import { createHolds } from './orders/holds.ts';
import { createOrderOpener } from './orders/open-order.ts';
import { createOrderRecords } from './orders/order-record.ts';
import { createOrderPlacer } from './orders/place-order.ts';
import { createOrderDump } from './state/dump-orders.ts';
import { createLookAhead } from './state/look-ahead.ts';
import { createOrderFirer } from './triggers/fire-order.ts';
import { createLook } from './triggers/look.ts';
import { createWaitingOrders } from './triggers/waiting-orders.ts';

/** Everything that opens, changes and closes single orders and lets them meet. */
function createMatching(context: ProductContext) {
  const desk = createDesk(context);
  const checks = createOrderChecks(desk);
  const records = createOrderRecords(desk);
  const holds = createHolds(desk, records);
  const waiting = createWaitingOrders(desk, records);
  const closer = createOrderCloser({ desk, records, holds, waiting });
  const effects = createListEffects(desk, records, closer);
  const trades = createTrades({ desk, closer, effects });
  const prevention = createPrevention({ desk, records, holds, closer, effects });
  const entry = createOrderEntry({ desk, records, closer, effects, trades, prevention });
  const opener = createOrderOpener(desk, checks);
  return {
    context,
    desk,
    checks,
    records,
    holds,
    waiting,
    closer,
    effects,
    trades,
    entry,
    opener,
  };
}

/** What follows from fills: stops that fire, legs that go live. */
function createFollowing(parts: ReturnType<typeof createMatching>) {
  const firer = createOrderFirer(parts);
  const looks = createLook(parts);
  const pairRules = createPairRules(parts.desk, parts.checks);
  const goLive = createGoLive({ ...parts, firer, pairRules });
  return { pairRules, finishUnit: createUnitEnd({ ...parts, looks, firer, goLive }) };
}

/** Make the spot product of an engine. */
export function createSpot(context: ProductContext): SpotProduct {
  const matching = createMatching(context);
  const parts = { ...matching, ...createFollowing(matching) };
  const placer = createOrderPlacer(parts);
  const canceler = createOrderCanceler(parts);
  const combined = createCombinedOrders({ ...parts, placer, canceler });
  const expiry = createExpiry({ ...parts, canceler });
  const closeOut = createCloseOut(parts);
  createAuction(parts);
  return {
    handlers: {
      placeOrder: placer.placeOrder,
      cancelOrder: canceler.cancelOrder,
      amendOrder: createOrderAmender({ ...parts, canceler }),
      cancelReplace: combined.cancelReplace,
      placeOrderList: createListPlacer(parts),
      cancelOrderList: canceler.cancelOrderList,
      batchOrders: combined.batchOrders,
      cancelAllOrders: canceler.cancelAllOrders,
      setDeadMan: expiry.setDeadMan,
      closeOutDust: closeOut.closeOutDust,
    },
    lookAhead: createLookAhead(parts.desk),
    rooms: {
      countOrders: parts.desk.book.pool.countOrders,
      countBookPages: parts.desk.book.ladder.countBookPages,
      countWaiting: parts.desk.book.pool.countWaiting,
      countLists: parts.desk.lists.countLists,
      countCloseOuts: closeOut.countToday,
      closeOutsMax: closeOut.rowsMax,
    },
    readNextOrderId: () => parts.desk.lastOrderId[0] + 1,
    readNextListId: parts.desk.lists.readNextListId,
    dumpOrders: createOrderDump(parts),
    dumpDeadMen(writeLine) {
      for (const row of expiry.listSwitches()) writeLine(`deadman ${row.join(' ')}`);
    },
    dumpCloseOuts(writeLine) {
      for (const row of closeOut.listToday()) writeLine(`closeout ${row.join(' ')}`);
    },
  };
}
