// Seats: one row for each (account, market) that ever traded there, with everything an order of
// that account needs on that market: owner, balance rows, counts of open orders. An order knows its
// seat, so no fill looks anything up. Not state: a seat without open orders can be made again.
// Called by checks (to find or make one) and by every step that moves an order's money.
import { assert } from '../../../assert.ts';
import type { OrderPool } from '../../../book/order-pool.ts';
import * as orderPoolNames from '../../../book/order-pool.ts';
import type { Memory } from '../../../memory.ts';
import * as memoryNames from '../../../memory.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import * as orderShapeNames from '../checks/order-shape.ts';

const {
  marketsRoom,
  metaMarketShift,
  metaStatusShift,
  metaTypeShift,
  orderAccount,
  orderIntsStride,
  orderMeta,
  orderSeat,
  orderSeatNext,
  orderSeatPrev,
} = orderPoolNames;
const { clearWords, makeInts, powerAbove } = memoryNames;
const { isDormantType } = orderShapeNames;

/** Words of 32 bits of a seat. */
export const seatStride = 8;
/** Account number. */
export const seatAccount = 0;
/** Slot of the instrument. */
export const seatMarket = 1;
/** Slot of the owner. */
export const seatOwner = 2;
/** Balance row of the base asset. */
export const seatBaseRow = 3;
/** Balance row of the quote asset. */
export const seatQuoteRow = 4;
/** Open orders: live, dormant and pending. */
export const seatOpenCount = 5;
/** Dormant and pending orders of the types that wait for a price. */
export const seatStopCount = 6;
/** The order opened last of those that are open; the others follow by `orderSeatNext`. */
const seatFirstOrder = 7;

/** Factors of the hash: odd, without a pattern. */
const accountMix = 0x9e3779b1;
const marketMix = 0x85ebca6b;

/** What createSeats needs. */
export interface SeatsOptions {
  readonly memory: Memory;
  readonly ledger: Ledger;
  readonly pool: OrderPool;
  /** The table's places; seats with open orders must never fill more than half of them. */
  readonly seatsCountMax: number;
  readonly marketsCountMax: number;
  /** The assets of a market. */
  readonly readAssets: (market: number) => SeatAssets;
}

/** Which asset slots a market trades. */
export interface SeatAssets {
  readonly baseSlot: number;
  readonly quoteSlot: number;
}

/**
 * Make the seats of one engine; seat 0 is nobody's. They are one open-addressing table, and are
 * made again from the open orders after a load and when the table has become too full.
 */
export function createSeats(options: SeatsOptions) {
  const { memory, ledger, pool, seatsCountMax, marketsCountMax, readAssets } = options;
  const { orderInts, slotMask } = pool;
  assert(marketsCountMax <= marketsRoom, 'the slot of a market fits into the bits of an order');
  const room = powerAbove(seatsCountMax);
  // Under its mask a seat needs no other check of its range.
  const seatMask = room - 1;
  const usedMax = room - (room >> 2);
  const seats = makeInts(room * seatStride);
  const used = makeInts(1);
  memory.onLoad(layAgain);

  /** Empty the table and seat every open order anew: seats without one are given up on the way. */
  function layAgain(): void {
    if (used[0] !== 0) clearWords(seats);
    used[0] = 0;
    for (let slot = 1; slot < pool.readSlotsEnd(); slot += 1) {
      if (orderInts[slot * orderIntsStride + orderSeat] !== 0) seatOrder(slot);
    }
  }

  function seatOrder(slot: number): void {
    const own = slot * orderIntsStride;
    const meta = orderInts[own + orderMeta];
    const [account, market] = [orderInts[own + orderAccount], meta >> metaMarketShift];
    const seat = findSeat(account, market) || addSeat(account, market);
    orderInts[own + orderSeat] = seat;
    enterOrder(seat, slot);
    const isWaiting = ((meta >> metaStatusShift) & 3) !== 0;
    if (isWaiting && isDormantType((meta >> metaTypeShift) & 7)) {
      seats[seat * seatStride + seatStopCount] += 1;
    }
  }

  function readHome(account: number, market: number): number {
    const hash = Math.imul(account, accountMix) ^ Math.imul(market, marketMix);
    return (hash ^ (hash >>> 15)) & seatMask || 1;
  }

  /** The seat of an account on a market, 0 when it has none. */
  function findSeat(account: number, market: number): number {
    let seat = readHome(account, market);
    for (;;) {
      const at = (seat & seatMask) * seatStride;
      const found = seats[at + seatAccount];
      if (found === account && seats[at + seatMarket] === market) return seat;
      if (found === 0) return 0;
      seat = (seat + 1) & seatMask || 1;
    }
  }

  function addSeat(account: number, market: number): number {
    let seat = readHome(account, market);
    while (seats[seat * seatStride + seatAccount] !== 0) seat = (seat + 1) & seatMask || 1;
    used[0] += 1;
    const at = seat * seatStride;
    const assets = readAssets(market);
    seats[at + seatAccount] = account;
    seats[at + seatMarket] = market;
    seats[at + seatOwner] = ledger.accounts.readOwnerSlot(account);
    seats[at + seatBaseRow] = ledger.balances.ensureRow(account, assets.baseSlot);
    seats[at + seatQuoteRow] = ledger.balances.ensureRow(account, assets.quoteSlot);
    return seat;
  }

  /** Make the seat of an account that has none on this market. */
  function makeSeat(account: number, market: number): number {
    if (used[0] >= usedMax) layAgain();
    assert(used[0] < usedMax, 'there is a seat for every open order');
    return addSeat(account, market);
  }

  /** Count an order in: it has just opened. */
  function enterOrder(seat: number, slot: number): void {
    const at = (seat & seatMask) * seatStride;
    const own = (slot & slotMask) * orderIntsStride;
    const next = seats[at + seatFirstOrder] & slotMask;
    orderInts[own + orderSeatNext] = next;
    orderInts[own + orderSeatPrev] = 0;
    if (next !== 0) orderInts[next * orderIntsStride + orderSeatPrev] = slot;
    seats[at + seatFirstOrder] = slot;
    seats[at + seatOpenCount] += 1;
  }

  /** Count an order out: it closes. */
  function leaveOrder(seat: number, slot: number): void {
    const at = (seat & seatMask) * seatStride;
    const own = (slot & slotMask) * orderIntsStride;
    const next = orderInts[own + orderSeatNext] & slotMask;
    const prev = orderInts[own + orderSeatPrev] & slotMask;
    if (prev === 0) seats[at + seatFirstOrder] = next;
    else orderInts[prev * orderIntsStride + orderSeatNext] = next;
    if (next !== 0) orderInts[next * orderIntsStride + orderSeatPrev] = prev;
    seats[at + seatOpenCount] -= 1;
  }

  /** The open orders of an account on a market, the latest first, added to a list. */
  function collectOrders(account: number, market: number, into: number[]): void {
    let slot = seats[findSeat(account, market) * seatStride + seatFirstOrder];
    for (; slot !== 0; slot = orderInts[slot * orderIntsStride + orderSeatNext]) into.push(slot);
  }

  return { seats, seatMask, findSeat, makeSeat, enterOrder, leaveOrder, collectOrders };
}
