// Placing orders that programs have marked with a strategy: the mark is known before the stream
// tells of the order, and kept before the answer goes out. Called by the calls that place.
import type { Caller } from '../../../base/product/index.ts';
import { type ExpectedMark, isMarked, type OrderTag } from '../orders/order-tags.ts';
import type { OrderWords } from './new-order.ts';
import type { SpotBinanceParts } from './parts.ts';

/** Orders as placing answers them. */
type PlacedNames = readonly { readonly orderId: string; readonly clientOrderId: string }[];

/** What a program wrote on a new order. */
export function readMark({ strategyId, strategyType }: OrderWords): OrderTag {
  return { strategyId, strategyType };
}

interface Placing<TAnswer> {
  readonly place: () => Promise<TAnswer>;
  readonly listPlaced: (answer: TAnswer) => PlacedNames;
}

interface Expecting {
  readonly caller: Caller;
  readonly expected: readonly ExpectedMark[];
}

type Parts = Pick<SpotBinanceParts, 'openOrders' | 'orderTags'>;

/**
 * Place orders. Not async: most have no mark, and wait for one promise less.
 *
 * @param expecting.expected - marks of the orders, all of one market, by their names.
 * @param act.listPlaced - the orders that an answer says were placed.
 */
export function placeMarked<TAnswer>(
  parts: Parts,
  expecting: Expecting,
  act: Placing<TAnswer>,
): Promise<TAnswer> {
  const hasMarks = expecting.expected.some(({ mark }) => isMarked(mark));
  return hasMarks ? placeWithMarks(parts, expecting, act) : act.place();
}

async function placeWithMarks<TAnswer>(
  { openOrders, orderTags }: Parts,
  { caller, expected }: Expecting,
  act: Placing<TAnswer>,
): Promise<TAnswer> {
  const awaited = expected.filter(({ mark }) => isMarked(mark));
  const marked = new Map(awaited.map((one) => [one.clientOrderId, one.mark]));
  const { ownerId } = caller;
  const endWaiting = orderTags.expect(ownerId, awaited);
  try {
    const answer = await act.place();
    const placed = act.listPlaced(answer).flatMap(({ orderId, clientOrderId }) => {
      const mark = marked.get(clientOrderId);
      return mark === undefined ? [] : [[Number(orderId), mark] as const];
    });
    await orderTags.store(ownerId, new Map(placed));
    return answer;
  } finally {
    await openOrders.tryCatchUp(ownerId);
    endWaiting();
  }
}
