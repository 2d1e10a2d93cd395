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

const { orderIntsStride, orderSeatNext, orderSeatPrev } = orderPoolNames;
const { powerAbove } = memoryNames;

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

const blockShift = 8;
const pagesCountMax = 131_072;
const blockMask = (1 << blockShift) - 1;

/** What createSeats needs. */
export interface SeatsOptions {
  readonly memory: Memory;
  readonly ledger: Ledger;
  readonly pool: OrderPool;
  readonly seatsCountMax: number;
  readonly accountsMax: number;
  readonly marketsCountMax: number;
}

/** Which asset slots a market trades. */
export interface SeatAssets {
  readonly baseSlot: number;
  readonly quoteSlot: number;
}

/** Make the seats of one engine; seat 0 is nobody's. */
export function createSeats(options: SeatsOptions) {
  const { memory, ledger, pool, seatsCountMax, accountsMax, marketsCountMax } = options;
  const count = memory.int32('seatsCount', 1, () => 1);
  const seats = memory.int32(
    'seats',
    powerAbove(seatsCountMax + 1) * seatStride,
    () => (count[0] + 1) * seatStride,
  );
  // Seats are found by market, then by blocks of accounts: no hashing, and accounts that are opened
  // one after another lie side by side.
  const blocksPerMarket = (accountsMax >> blockShift) + 1;
  const blocks = new Int32Array(marketsCountMax * blocksPerMarket);
  const pagesMax = Math.min(marketsCountMax * blocksPerMarket, pagesCountMax);
  const pages = new Int32Array((pagesMax + 1) << blockShift);
  const { orderInts, slotMask } = pool;
  // Under its mask a seat needs no other check of its range.
  const seatMask = powerAbove(seatsCountMax + 1) - 1;
  const used = new Int32Array(1);
  const free: number[] = [];
  memory.onLoad(rebuildTable);

  /** Fill the table anew; seats without open orders are given up on the way. */
  function rebuildTable(): void {
    blocks.fill(0);
    pages.fill(0, 0, (used[0] + 1) << blockShift);
    used[0] = 0;
    free.length = 0;
    for (let seat = 1; seat <= count[0]; seat += 1) {
      if (seats[seat * seatStride + seatOpenCount] === 0) free.push(seat);
      else enterSeat(seat);
    }
  }

  function takeSeat(): number {
    if (free.length === 0 && count[0] === seatsCountMax) rebuildTable();
    const seat = free.pop();
    if (seat !== undefined) return seat;
    assert(count[0] < seatsCountMax, 'there is a seat for every open order');
    count[0] += 1;
    return count[0];
  }

  function enterSeat(seat: number): void {
    const account = seats[seat * seatStride];
    const block = seats[seat * seatStride + seatMarket] * blocksPerMarket + (account >> blockShift);
    if (blocks[block] === 0) {
      used[0] += 1;
      assert(used[0] <= pagesMax, 'accounts of one market lie in few blocks');
      blocks[block] = used[0];
    }
    pages[(blocks[block] << blockShift) + (account & blockMask)] = seat;
  }

  /** The seat of an account on a market, 0 when it has none. */
  function findSeat(account: number, market: number): number {
    const page = blocks[market * blocksPerMarket + (account >> blockShift)];
    return pages[(page << blockShift) + (account & blockMask)];
  }

  /** Make the seat of an account that has none on this market. */
  function makeSeat(account: number, market: number, assets: SeatAssets): number {
    const seat = takeSeat();
    const at = seat * seatStride;
    seats[at + seatAccount] = account;
    seats[at + seatMarket] = market;
    seats[at + seatOwner] = ledger.accounts.readOwnerSlot(account);
    seats[at + seatBaseRow] = ledger.balances.ensureRow(account, assets.baseSlot);
    seats[at + seatQuoteRow] = ledger.balances.ensureRow(account, assets.quoteSlot);
    seats[at + seatOpenCount] = 0;
    seats[at + seatStopCount] = 0;
    seats[at + seatFirstOrder] = 0;
    enterSeat(seat);
    return seat;
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
