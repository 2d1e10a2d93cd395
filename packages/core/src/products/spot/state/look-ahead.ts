// Fetches what commands that are about to come will touch, so that the processor waits for the rows
// of many of them at once and not for each row in turn. It only reads: no step comes out otherwise
// with it or without it. Not here: any rule. Called between steps by whoever has commands waiting.
//
// Notes are gone through in stages. What a stage reads tells the next one where to look; within a
// stage nothing waits for anything else.
import * as ladderNames from '../../../book/ladder.ts';
import * as orderPoolNames from '../../../book/order-pool.ts';
import * as instrumentsNames from '../../../instruments/instruments.ts';
import * as accountsNames from '../../../ledger/accounts.ts';
import type { ComingOrder, LookAhead } from '../../../look-ahead.ts';
import * as lookAheadNames from '../../../look-ahead.ts';
import * as memoryNames from '../../../memory.ts';
import type { Desk } from '../desk.ts';

const { levelIntsStride, levelTail, sidesPerMarket } = ladderNames;
const {
  metaMarketShift,
  metaSide,
  orderAccount,
  orderAccountNext,
  orderAccountPrev,
  orderIntsStride,
  orderLevel,
  orderMeta,
  orderNext,
  orderPrev,
} = orderPoolNames;
const { InstrumentWord, instrumentWords } = instrumentsNames;
const { accountFirstOrder, accountOwner, accountStride } = accountsNames;
const { lookAheadMax } = lookAheadNames;
const { makeFloats, makeInts } = memoryNames;

/** A replace is two notes. */
const room = lookAheadMax * 2;
/** A core's second cache, and a little of what it shares with others. */
const cacheBytes = 2 ** 21;
const orderBytes = 64;
const balanceBytes = 32;
const quoteSlot = InstrumentWord.quoteSlot;
const toBaseSlot = InstrumentWord.baseSlot - quoteSlot;

/** A note of an order to be placed; the last two are found on the way. */
const placeStride = 8;
const placeAccount = 0;
const placeMarket = 1;
const placeSide = 2;
const placePrice = 3;
const placeLevel = 4;
const placeMaker = 5;
/** A note of an order to be cancelled; its record is found on the way. */
const cancelStride = 4;
const cancelAccount = 0;
const cancelOrder = 1;
const cancelSlot = 2;
/** Places of both counts. */
const placesCount = 0;
const cancelsCount = 1;

/** Make it for one engine. */
export function createLookAhead(desk: Desk): Omit<LookAhead, 'noteKey'> {
  const { book, ledger, instruments } = desk;
  const { orderInts, slotMask, readSlotsEnd } = book.pool;
  const { findNear } = book.orderIds;
  const { levelInts, levelMask, peekLevel, readBestPrice, readBestLevel, readHead } = book.ladder;
  const { countAssets } = ledger.assets;
  const { hotRows, accountMask, countAccounts, has } = ledger.accounts;
  const { readVip } = ledger.owners;
  const { findRow, rows: balanceRows } = ledger.balances;
  const { findSlot, rows, slotMask: marketMask } = instruments;
  // Two lists: one of both kinds would let the processor guess at each note which it is.
  const places = makeInts(room * placeStride);
  const cancels = makeInts(room * cancelStride);
  const counts = makeInts(2);
  /** Takes what is read: a read whose value is used nowhere is left out by the compiler. */
  const seenInts = makeInts(1);
  const seenNumbers = makeFloats(1);

  function isWorthwhile(): boolean {
    const ordersBytes = readSlotsEnd() * orderBytes;
    return ordersBytes + countAccounts() * countAssets() * balanceBytes > cacheBytes;
  }

  function notePlace({ accountId, instrumentId, side, priceTicks }: ComingOrder): void {
    const market = findSlot(instrumentId);
    if (counts[placesCount] >= room || market < 0 || !has(accountId)) return;
    const at = counts[placesCount] * placeStride;
    counts[placesCount] += 1;
    places[at + placeAccount] = accountId;
    places[at + placeMarket] = market & marketMask;
    places[at + placeSide] = side & 1;
    places[at + placePrice] = priceTicks;
  }

  function noteCancel(accountId: number, orderId: number): void {
    if (counts[cancelsCount] >= room || !has(accountId)) return;
    const at = counts[cancelsCount] * cancelStride;
    counts[cancelsCount] += 1;
    cancels[at + cancelAccount] = accountId;
    cancels[at + cancelOrder] = orderId;
  }

  function fetch(): void {
    const placesEnd = counts[placesCount] * placeStride;
    const cancelsEnd = counts[cancelsCount] * cancelStride;
    counts[placesCount] = 0;
    counts[cancelsCount] = 0;
    for (let at = 0; at < placesEnd; at += placeStride) seeAccount(at);
    for (let at = 0; at < cancelsEnd; at += cancelStride) seeNumber(at);
    for (let at = 0; at < placesEnd; at += placeStride) seeOwner(at);
    for (let at = 0; at < cancelsEnd; at += cancelStride) seeOrder(at);
    for (let at = 0; at < placesEnd; at += placeStride) seeMaker(at);
    for (let at = 0; at < cancelsEnd; at += cancelStride) seeNeighbours(at);
  }

  /** The row that an order of a side (0 buy, 1 sell) pays from, without a branch. */
  function payRow(account: number, market: number, side: number): number {
    return findRow(account, rows[market * instrumentWords + quoteSlot + side * toBaseSlot]);
  }

  /** The row, the level, and whom the order would meet. */
  function seeAccount(at: number): void {
    const account = places[at + placeAccount];
    const market = places[at + placeMarket];
    const side = places[at + placeSide];
    const price = places[at + placePrice];
    const own = market * sidesPerMarket + side;
    const best = readBestPrice(own ^ 1);
    const crosses = best !== 0 && (side === 0 ? best - price : price - best) <= 0;
    const level = peekLevel(own, price) & levelMask;
    places[at + placeLevel] = level;
    places[at + placeMaker] = crosses ? readHead(readBestLevel(own ^ 1)) : 0;
    seenInts[0] =
      hotRows[(account & accountMask) * accountStride] + levelInts[level * levelIntsStride];
    seenNumbers[0] = balanceRows[payRow(account, market, side)];
  }

  /** The owner, and the orders that will be linked with the new one. */
  function seeOwner(at: number): void {
    const row = (places[at + placeAccount] & accountMask) * accountStride;
    const first = hotRows[row + accountFirstOrder] & slotMask;
    const maker = places[at + placeMaker] & slotMask;
    const level = (places[at + placeLevel] & levelMask) * levelIntsStride;
    const tail = levelInts[level + levelTail] & slotMask;
    seenNumbers[0] = readVip(hotRows[row + accountOwner]);
    seenInts[0] =
      orderInts[first * orderIntsStride] +
      orderInts[maker * orderIntsStride] +
      orderInts[tail * orderIntsStride];
  }

  /** What a fill moves: what both receive and what the other one pays. */
  function seeMaker(at: number): void {
    const maker = places[at + placeMaker] & slotMask;
    if (maker === 0) return;
    const account = orderInts[maker * orderIntsStride + orderAccount];
    const market = places[at + placeMarket];
    const row = (account & accountMask) * accountStride;
    seenNumbers[0] =
      balanceRows[payRow(places[at + placeAccount], market, places[at + placeSide] ^ 1)] +
      balanceRows[payRow(account, market, 0)] +
      balanceRows[payRow(account, market, 1)] +
      readVip(hotRows[row + accountOwner]);
  }

  function seeNumber(at: number): void {
    const row = (cancels[at + cancelAccount] & accountMask) * accountStride;
    cancels[at + cancelSlot] = findNear(cancels[at + cancelOrder]);
    seenInts[0] = hotRows[row];
  }

  function seeOrder(at: number): void {
    const slot = cancels[at + cancelSlot] & slotMask;
    const row = (cancels[at + cancelAccount] & accountMask) * accountStride;
    seenInts[0] = orderInts[slot * orderIntsStride];
    seenNumbers[0] = readVip(hotRows[row + accountOwner]);
  }

  /** The row, the level, and the orders that will be linked with each other. */
  function seeNeighbours(at: number): void {
    const own = (cancels[at + cancelSlot] & slotMask) * orderIntsStride;
    const meta = orderInts[own + orderMeta];
    const market = (meta >> metaMarketShift) & marketMask;
    const next = orderInts[own + orderNext] & slotMask;
    const prev = orderInts[own + orderPrev] & slotMask;
    const accountNext = orderInts[own + orderAccountNext] & slotMask;
    const accountPrev = orderInts[own + orderAccountPrev] & slotMask;
    const level = orderInts[own + orderLevel] & levelMask;
    seenInts[0] =
      orderInts[next * orderIntsStride] +
      orderInts[prev * orderIntsStride] +
      orderInts[accountNext * orderIntsStride] +
      orderInts[accountPrev * orderIntsStride] +
      levelInts[level * levelIntsStride];
    seenNumbers[0] = balanceRows[payRow(cancels[at + cancelAccount], market, meta & metaSide)];
  }

  return { isWorthwhile, notePlace, noteCancel, fetch };
}
