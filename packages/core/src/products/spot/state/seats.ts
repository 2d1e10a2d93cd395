// Seats: one row for each (account, market) that ever traded there, with everything an order of
// that account needs on that market: owner, balance rows, counts of open orders. An order knows its
// seat, so no fill looks anything up. Not state: a seat without open orders can be made again.
// Called by checks (to find or make one) and by every step that moves an order's money.
import { assert } from '../../../assert.ts';
import type { Memory } from '../../../memory.ts';
import type { Ledger } from '../../../ledger/ledger.ts';

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

const blockShift = 8;
const pagesCountMax = 131_072;
const blockMask = (1 << blockShift) - 1;

/** What createSeats needs. */
export interface SeatsOptions {
  readonly memory: Memory;
  readonly ledger: Ledger;
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
  const { memory, ledger, seatsCountMax, accountsMax, marketsCountMax } = options;
  const count = memory.int32('seatsCount', 1, () => 1);
  const seats = memory.int32(
    'seats',
    (seatsCountMax + 1) * seatStride,
    () => (count[0] + 1) * seatStride,
  );
  // Seats are found by market, then by blocks of accounts: no hashing, and accounts that are opened
  // one after another lie side by side.
  const blocksPerMarket = (accountsMax >> blockShift) + 1;
  const blocks = new Int32Array(marketsCountMax * blocksPerMarket);
  const pagesMax = Math.min(marketsCountMax * blocksPerMarket, pagesCountMax);
  const pages = new Int32Array((pagesMax + 1) << blockShift);
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
    enterSeat(seat);
    return seat;
  }

  return { seats, findSeat, makeSeat };
}
