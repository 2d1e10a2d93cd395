// Placing orders that programs have marked with a strategy: the mark is known before the stream
// tells of the order, and kept before the answer goes out. Called by the calls that place.
import type { Caller } from '../../../base/product/index.ts';
import { type ExpectedMark, isMarked, type OrderMark } from '../orders/order-marks.ts';
import type { OrderWords } from './new-order.ts';
import type { SpotDialectParts } from './parts.ts';

/** Orders as placing answers them. */
type PlacedNames = readonly { readonly orderId: string; readonly clientOrderId: string }[];

/** What a program wrote on a new order. */
export function readMark({ strategyId, strategyType }: OrderWords): OrderMark {
  return { strategyId, strategyType };
}

/**
 * Place orders.
 *
 * @param expected - marks of the orders by their names.
 * @param listPlaced - the orders that an answer says were placed.
 */
export async function placeMarked<TAnswer>(
  { openOrders, orderMarks }: Pick<SpotDialectParts, 'openOrders' | 'orderMarks'>,
  { caller, expected }: { readonly caller: Caller; readonly expected: readonly ExpectedMark[] },
  act: {
    readonly place: () => Promise<TAnswer>;
    readonly listPlaced: (answer: TAnswer) => PlacedNames;
  },
): Promise<TAnswer> {
  if (!expected.some(({ mark }) => isMarked(mark))) return act.place();
  const marked = new Map(
    expected.filter(({ mark }) => isMarked(mark)).map((one) => [one.clientOrderId, one.mark]),
  );
  const { ownerId } = caller;
  const endWaiting = orderMarks.expect(ownerId, marked);
  try {
    const answer = await act.place();
    const placed = act.listPlaced(answer).flatMap(({ orderId, clientOrderId }) => {
      const mark = marked.get(clientOrderId);
      return mark === undefined ? [] : [[Number(orderId), mark] as const];
    });
    await orderMarks.store(ownerId, new Map(placed));
    return answer;
  } finally {
    await openOrders.tryCatchUp(ownerId);
    endWaiting();
  }
}
