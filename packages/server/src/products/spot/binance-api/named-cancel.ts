// Cancels with the names that programs give them, or one that is made: answer and stream tell the
// same. It decides nothing. Called by the calls that cancel.
import { showCanceledRow } from '../../../base/binance-api/index.ts';
import type { Market } from '../../../base/market/index.ts';
import type { Caller } from '../../../base/product/index.ts';
import type { OrderRecord } from '../orders/order-rows.ts';
import { showBinanceRow } from '../orders/show-order.ts';
import { makeClientOrderId } from './new-order.ts';
import type { SpotBinanceParts } from './parts.ts';

type Parts = Pick<SpotBinanceParts, 'openOrders' | 'orderTags'>;

/** Names of cancels by number of the order. */
type CancelNames = ReadonlyMap<number, string>;

/** Names for the cancels of orders: the given one for each, else one of its own for each. */
export function nameCancels(
  rows: readonly OrderRecord[],
  name?: string | undefined,
): Map<number, string> {
  return new Map(rows.map((row) => [row.order_id, name ?? makeClientOrderId()]));
}

/** Names for the cancel of one order; others of its list close with it by names of their own. */
export function nameCancel(
  { openOrders }: Parts,
  row: OrderRecord,
  name: string | undefined,
): CancelNames {
  const own = name ?? makeClientOrderId();
  if (row.list_id === 0) return new Map([[row.order_id, own]]);
  const open = openOrders.list(row.owner_id, row.instrument_id);
  const legs = open.filter((one) => one.list_id === row.list_id);
  return nameCancels(legs).set(row.order_id, own);
}

/** Make ready to cancel: what is told of the orders is read while they are open. */
export function prepareCancel({ openOrders, orderTags }: Parts, names: CancelNames) {
  const marks = new Map([...names.keys()].map((orderId) => [orderId, orderTags.read(orderId)]));
  return {
    /** Cancel, and wait until the stream has told it. */
    async send<TAnswer>(caller: Caller, cancel: () => Promise<TAnswer>): Promise<TAnswer> {
      const endWaiting = orderTags.expectCancels(names);
      try {
        return await cancel();
      } finally {
        await openOrders.tryCatchUp(caller.ownerId);
        endWaiting();
      }
    },
    /** A row that was just cancelled, as the dialect answers it. */
    show(row: OrderRecord, { market, at }: { readonly market: Market; readonly at: number }) {
      return showCanceledRow(showBinanceRow(row, market, marks.get(row.order_id)), {
        transactTime: at,
        clientOrderId: names.get(row.order_id) ?? makeClientOrderId(),
      });
    },
  };
}
