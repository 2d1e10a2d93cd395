// The order books of one engine: records, ladders, order numbers and client ids under one roof, and
// what happens to a resting order's place: it rests, shrinks, shows its next part, leaves. It moves
// no money and emits nothing. Called by trading/.
import type { Memory } from '../memory.ts';
import * as memoryNames from '../memory.ts';
import { createClientIds } from './client-ids.ts';
import { createLadder } from './ladder.ts';
import type { Ladder } from './ladder.ts';
import * as ladderNames from './ladder.ts';
import { createOrderIds } from './order-ids.ts';
import { createOrderPool } from './order-pool.ts';
import * as orderPoolNames from './order-pool.ts';

const { makeFloats } = memoryNames;
const { levelNumbersStride, levelTotal, sidesPerMarket } = ladderNames;
const {
  icebergStride,
  icebergVisibleLeftLots,
  icebergVisibleLots,
  metaHasClientId,
  metaIsIceberg,
  metaSide,
  orderIntsStride,
  orderIsOpen,
  orderLevel,
  orderMeta,
  orderNumber,
  orderNumbersStride,
  orderOpenLots,
  orderPrice,
} = orderPoolNames;

/** How much capacity an engine reserves; memory is touched only when used. */
export interface BookCapacity {
  readonly ordersCountMax: number;
  readonly marketsCountMax: number;
  readonly pagesCountMax: number;
}

/** Everything that is open on all markets. */
export type Book = ReturnType<typeof createBook>;

const always = (): boolean => true;

/** Reserve empty books. */
export function createBook(memory: Memory, capacity: BookCapacity) {
  const pool = createOrderPool(memory, capacity.ordersCountMax);
  const ladder: Ladder = createLadder({ memory, pool, ...capacity });
  const orderIds = createOrderIds(pool);
  const clientIds = createClientIds(memory, pool, capacity.ordersCountMax);
  const { orderInts, orderNumbers, icebergNumbers } = pool;
  const { levelNumbers, append, remove, findLevel } = ladder;

  memory.onLoad(() => {
    orderIds.clear();
    clientIds.clear();
    for (const slot of listOpenSlots()) {
      orderIds.addId(readOrderId(slot), slot);
      const meta = orderInts[slot * orderIntsStride + orderMeta];
      if ((meta & metaHasClientId) !== 0) clientIds.enterRow(slot);
    }
  });

  /** The records of open orders, all or those that are meant, by rising order number. */
  function listOpenSlots(isMeant: (slot: number) => boolean = always): number[] {
    const slots: number[] = [];
    for (let slot = 1; slot < pool.readSlotsEnd(); slot += 1) {
      const isOpen = orderInts[slot * orderIntsStride + orderIsOpen] !== 0;
      if (isOpen && isMeant(slot)) slots.push(slot);
    }
    return slots.sort((left, right) => readOrderId(left) - readOrderId(right));
  }

  function readBookSide(market: number, slot: number): number {
    return market * sidesPerMarket + (orderInts[slot * orderIntsStride + orderMeta] & metaSide);
  }

  /** Lots that the public book shows of an order. */
  function readVisibleLots(slot: number): number {
    if ((orderInts[slot * orderIntsStride + orderMeta] & metaIsIceberg) !== 0) {
      return icebergNumbers[slot * icebergStride + icebergVisibleLeftLots];
    }
    return orderNumbers[slot * orderNumbersStride + orderOpenLots];
  }

  function showNextPart(slot: number): void {
    icebergNumbers[slot * icebergStride + icebergVisibleLeftLots] = Math.min(
      icebergNumbers[slot * icebergStride + icebergVisibleLots],
      orderNumbers[slot * orderNumbersStride + orderOpenLots],
    );
  }

  /** Put an order's open lots at the end of its price's queue; an iceberg shows its first part. */
  function restOrder(market: number, slot: number): void {
    if ((orderInts[slot * orderIntsStride + orderMeta] & metaIsIceberg) !== 0) showNextPart(slot);
    const price = orderInts[slot * orderIntsStride + orderPrice];
    const level = append(readBookSide(market, slot), price, slot);
    levelNumbers[level * levelNumbersStride + levelTotal] += readVisibleLots(slot);
  }

  /** Take a resting order out of its queue, whatever is left of it. */
  function unrestOrder(market: number, slot: number): void {
    const side = readBookSide(market, slot);
    const price = orderInts[slot * orderIntsStride + orderPrice];
    const level = orderInts[slot * orderIntsStride + orderLevel];
    levelNumbers[level * levelNumbersStride + levelTotal] -= readVisibleLots(slot);
    remove(side, price, slot);
  }

  /**
   * Take traded lots from a resting order. An order with nothing left leaves its queue; an iceberg
   * whose part is used up shows the next one at the end of the queue.
   *
   * @param level - the order's level.
   */
  function tradeResting(market: number, slot: number, level: number): void {
    const lots = takenLots[0];
    const openAt = slot * orderNumbersStride + orderOpenLots;
    orderNumbers[openAt] -= lots;
    levelNumbers[level * levelNumbersStride + levelTotal] -= lots;
    if ((orderInts[slot * orderIntsStride + orderMeta] & metaIsIceberg) !== 0) {
      tradeIceberg(market, slot, level);
    } else if (orderNumbers[openAt] === 0) {
      remove(readBookSide(market, slot), orderInts[slot * orderIntsStride + orderPrice], slot);
    }
  }

  function tradeIceberg(market: number, slot: number, level: number): void {
    const leftAt = slot * icebergStride + icebergVisibleLeftLots;
    icebergNumbers[leftAt] -= takenLots[0];
    if (icebergNumbers[leftAt] > 0) return;
    const side = readBookSide(market, slot);
    const price = orderInts[slot * orderIntsStride + orderPrice];
    if (orderNumbers[slot * orderNumbersStride + orderOpenLots] === 0) {
      remove(side, price, slot);
      return;
    }
    moveToEnd(side, price, slot);
    showNextPart(slot);
    levelNumbers[level * levelNumbersStride + levelTotal] += icebergNumbers[leftAt];
  }

  function moveToEnd(side: number, price: number, slot: number): void {
    const isAlone = ladder.readHead(findLevel(side, price)) === slot && readNext(slot) === 0;
    if (isAlone) return;
    remove(side, price, slot);
    append(side, price, slot);
  }

  function readNext(slot: number): number {
    return orderInts[slot * orderIntsStride];
  }

  /**
   * Take lots from a resting order without a trade (an amend or a prevention): hidden lots first,
   * the place is kept. At 0 the order leaves its queue.
   */
  function shrinkResting(market: number, slot: number, lots: number): void {
    const visible = readVisibleLots(slot);
    const openAt = slot * orderNumbersStride + orderOpenLots;
    const cut = Math.max(0, lots - (orderNumbers[openAt] - visible));
    const side = readBookSide(market, slot);
    const price = orderInts[slot * orderIntsStride + orderPrice];
    levelNumbers[findLevel(side, price) * levelNumbersStride + levelTotal] -= cut;
    orderNumbers[openAt] -= lots;
    if ((orderInts[slot * orderIntsStride + orderMeta] & metaIsIceberg) !== 0) {
      icebergNumbers[slot * icebergStride + icebergVisibleLeftLots] -= cut;
    }
    if (orderNumbers[openAt] === 0) remove(side, price, slot);
  }

  /** Lots shown at a price, 0 when the level is not in use. */
  function readLevelTotal(market: number, side: number, price: number): number {
    const level = findLevel(market * sidesPerMarket + side, price);
    return level === 0 ? 0 : levelNumbers[level * levelNumbersStride + levelTotal];
  }

  /** The number of the order in a record. */
  function readOrderId(slot: number): number {
    return orderNumbers[slot * orderNumbersStride + orderNumber];
  }

  /** How many lots `tradeResting` takes; a register, since a float argument would be boxed. */
  const takenLots = makeFloats(1);

  return {
    pool,
    ladder,
    orderIds,
    clientIds,
    takenLots,
    readVisibleLots,
    restOrder,
    unrestOrder,
    tradeResting,
    shrinkResting,
    readLevelTotal,
    readOrderId,
    listOpenSlots,
  };
}
