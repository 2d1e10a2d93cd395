// Fetches what commands that are about to come will touch, so that the processor waits for the rows
// of many of them at once and not for each row in turn. It only reads: no step comes out otherwise
// with it or without it. Not here: any rule. Called between steps by whoever has commands waiting.
//
// Records are gone through in stages. What a stage reads tells the next one where to look; within a
// stage nothing waits for anything else.
import * as ladderNames from '../../book/ladder.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import * as instrumentsNames from '../../instruments/instruments.ts';
import * as accountLinesNames from '../../ledger/account-lines.ts';
import type { ComingOrder, Prefetch } from '../../prefetch.ts';
import * as prefetchNames from '../../prefetch.ts';
import * as memoryNames from '../../memory.ts';
import type { TradingContext } from '../trading-context.ts';

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
  orderNumber,
  orderNumbersStride,
  orderOpenLots,
  orderPrev,
  orderPrice,
} = orderPoolNames;
const { InstrumentWord, instrumentWords } = instrumentsNames;
const { accountFirstOrder, accountStride } = accountLinesNames;
const { prefetchMax } = prefetchNames;
const { makeFloats, makeInts } = memoryNames;

/** A replace is two records. */
const capacity = prefetchMax * 2;
/** A core's second cache, and a little of what it shares with others. */
const cacheBytes = 2 ** 21;
const orderBytes = 64;
const balanceBytes = 32;
const quoteSlot = InstrumentWord.quoteSlot;
const toBaseSlot = InstrumentWord.baseSlot - quoteSlot;

/** A record of an order to be placed; level and maker are found on the way. */
const placeStride = 8;
const placeAccount = 0;
const placeMarket = 1;
const placeSide = 2;
const placePrice = 3;
const placeLots = 4;
const placeLevel = 5;
const placeMaker = 6;
const placeRow = 7;
/** How many of the orders that it would meet, one behind the other, are looked at. */
const makersMax = 4;
const lotsMax = 2 ** 31 - 1;
/** A record of an order to be cancelled; its record and row are found on the way. */
const cancelStride = 4;
const cancelAccount = 0;
const cancelOrder = 1;
const cancelSlot = 2;
const cancelRow = 3;
/** Places of the counts. */
const placesCount = 0;
const cancelsCount = 1;
const takersCount = 2;

/** Make it for one engine. */
export function createPrefetch(tradingContext: TradingContext): Omit<Prefetch, 'recordKey'> {
  const { book, ledger, instruments } = tradingContext;
  const { orderInts, orderNumbers, slotMask, readSlotsEnd } = book.pool;
  const { findNear } = book.orderIds;
  const { levelInts, levelMask, peekLevel, peekNextLevel } = book.ladder;
  const { readBestPrice, readBestLevel, readHead } = book.ladder;
  const { countAssets } = ledger.assets;
  const { hotRows, accountMask, countAccounts, has } = ledger.accounts;
  const { findRow, rows: balanceRows, rowMask } = ledger.balances;
  const { findSlot, rows, slotMask: marketMask } = instruments;
  // Two lists: one of both kinds would let the processor guess at each record which it is.
  const places = makeInts(capacity * placeStride);
  const cancels = makeInts(capacity * cancelStride);
  /** Places of the records of orders that would meet others. */
  const takers = makeInts(capacity);
  const counts = makeInts(3);
  /** Takes what is read: a read whose value is used nowhere is left out by the compiler. */
  const prefetchedInts = makeInts(1);
  const prefetchedNumbers = makeFloats(1);

  function isWorthwhile(): boolean {
    const ordersBytes = readSlotsEnd() * orderBytes;
    return ordersBytes + countAccounts() * countAssets() * balanceBytes > cacheBytes;
  }

  function recordPlace({ accountId, instrumentId, side, priceTicks, sizeLots }: ComingOrder): void {
    const market = findSlot(instrumentId);
    if (counts[placesCount] >= capacity || market < 0 || !has(accountId)) return;
    const at = counts[placesCount] * placeStride;
    counts[placesCount] += 1;
    places[at + placeAccount] = accountId;
    places[at + placeMarket] = market & marketMask;
    places[at + placeSide] = side & 1;
    places[at + placePrice] = priceTicks;
    places[at + placeLots] = sizeLots < lotsMax ? sizeLots : lotsMax;
    places[at + placeRow] = payRow(accountId, market & marketMask, side & 1);
  }

  function recordCancel(accountId: number, orderId: number): void {
    if (counts[cancelsCount] >= capacity || !has(accountId)) return;
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
    for (let at = 0; at < placesEnd; at += placeStride) prefetchTrader(at);
    for (let at = 0; at < cancelsEnd; at += cancelStride) prefetchNumber(at);
    for (let at = 0; at < placesEnd; at += placeStride) prefetchLevel(at);
    for (let at = 0; at < cancelsEnd; at += cancelStride) prefetchOrder(at);
    for (let at = 0; at < placesEnd; at += placeStride) prefetchQueue(at);
    for (let at = 0; at < cancelsEnd; at += cancelStride) findCancelRow(at);
    for (let at = 0; at < cancelsEnd; at += cancelStride) prefetchCancelRow(at);
    fetchMakers();
    for (let at = 0; at < cancelsEnd; at += cancelStride) prefetchNeighbours(at);
    for (let left = makersMax; left > 1 && counts[takersCount] > 0; left -= 1) fetchMakers();
    counts[takersCount] = 0;
  }

  /** The row that an order of a side (0 buy, 1 sell) pays from, without a branch. */
  function payRow(account: number, market: number, side: number): number {
    const slot = rows[market * instrumentWords + quoteSlot + side * toBaseSlot];
    return findRow(account, slot) & rowMask;
  }

  // What is farthest away is read in loops that do nothing else: the processor has only so many
  // instructions under way, and the fewer lie between two reads, the more of them wait together.

  /** Row and line of who places. */
  function prefetchTrader(at: number): void {
    prefetchedNumbers[0] = balanceRows[places[at + placeRow] & rowMask];
    prefetchedInts[0] = hotRows[(places[at + placeAccount] & accountMask) * accountStride];
  }

  /** The level, and whom the order would meet. */
  function prefetchLevel(at: number): void {
    const market = places[at + placeMarket];
    const side = places[at + placeSide];
    const price = places[at + placePrice];
    const own = market * sidesPerMarket + side;
    const best = readBestPrice(own ^ 1);
    const crosses = best !== 0 && (side === 0 ? best - price : price - best) <= 0;
    const level = peekLevel(own, price) & levelMask;
    places[at + placeLevel] = level;
    places[at + placeMaker] = crosses ? readHead(readBestLevel(own ^ 1)) : 0;
    prefetchedInts[0] = levelInts[level * levelIntsStride];
  }

  /** The orders that the new one is linked with or meets, and what it receives if it does. */
  function prefetchQueue(at: number): void {
    const row = (places[at + placeAccount] & accountMask) * accountStride;
    const first = hotRows[row + accountFirstOrder] & slotMask;
    const maker = places[at + placeMaker] & slotMask;
    const level = (places[at + placeLevel] & levelMask) * levelIntsStride;
    const tail = levelInts[level + levelTail] & slotMask;
    prefetchedInts[0] =
      orderInts[first * orderIntsStride] +
      orderInts[maker * orderIntsStride] +
      orderInts[tail * orderIntsStride];
    if (maker === 0) return;
    const side = places[at + placeSide] ^ 1;
    takers[counts[takersCount]] = at;
    counts[takersCount] += 1;
    prefetchedNumbers[0] =
      balanceRows[payRow(places[at + placeAccount], places[at + placeMarket], side)];
  }

  /** What the fills of one maker each move; who has enough by then is off the list. */
  function fetchMakers(): void {
    const count = counts[takersCount];
    counts[takersCount] = 0;
    for (let place = 0; place < count; place += 1) {
      const at = takers[place];
      if (prefetchMaker(at) === 0) continue;
      takers[counts[takersCount]] = at;
      counts[takersCount] += 1;
    }
  }

  /** What a fill with the maker moves; gives the next order that is met, 0 = none. */
  function prefetchMaker(at: number): number {
    const maker = places[at + placeMaker] & slotMask;
    const own = maker * orderIntsStride;
    const ownNumbers = maker * orderNumbersStride;
    const account = orderInts[own + orderAccount];
    const market = places[at + placeMarket];
    prefetchedNumbers[0] =
      balanceRows[payRow(account, market, 0)] + balanceRows[payRow(account, market, 1)];
    prefetchedInts[0] =
      hotRows[(account & accountMask) * accountStride] +
      findNear(orderNumbers[ownNumbers + orderNumber]);
    const lots = places[at + placeLots] - orderNumbers[ownNumbers + orderOpenLots];
    const next = lots > 0 ? orderInts[own + orderNext] || findNextHead(at, own) : 0;
    places[at + placeLots] = lots;
    places[at + placeMaker] = next;
    prefetchedInts[0] = orderInts[(next & slotMask) * orderIntsStride];
    return next;
  }

  /** The first order of the next price that a taker reaches, 0 when none is near. */
  function findNextHead(at: number, own: number): number {
    const side = places[at + placeSide];
    const level = orderInts[own + orderLevel];
    const next = peekNextLevel(side ^ 1, level);
    const price = orderInts[own + orderPrice] + next - level;
    const limit = places[at + placePrice];
    const isReached = next !== 0 && (side === 0 ? price <= limit : price >= limit);
    return isReached ? readHead(next) : 0;
  }

  function prefetchNumber(at: number): void {
    const row = (cancels[at + cancelAccount] & accountMask) * accountStride;
    cancels[at + cancelSlot] = findNear(cancels[at + cancelOrder]);
    prefetchedInts[0] = hotRows[row];
  }

  function prefetchOrder(at: number): void {
    const slot = cancels[at + cancelSlot] & slotMask;
    prefetchedInts[0] = orderInts[slot * orderIntsStride];
  }

  function findCancelRow(at: number): void {
    const meta = orderInts[(cancels[at + cancelSlot] & slotMask) * orderIntsStride + orderMeta];
    const market = (meta >> metaMarketShift) & marketMask;
    cancels[at + cancelRow] = payRow(cancels[at + cancelAccount], market, meta & metaSide);
  }

  function prefetchCancelRow(at: number): void {
    prefetchedNumbers[0] = balanceRows[cancels[at + cancelRow] & rowMask];
  }

  /** The level, and the orders that will be linked with each other. */
  function prefetchNeighbours(at: number): void {
    const own = (cancels[at + cancelSlot] & slotMask) * orderIntsStride;
    const next = orderInts[own + orderNext] & slotMask;
    const prev = orderInts[own + orderPrev] & slotMask;
    const accountNext = orderInts[own + orderAccountNext] & slotMask;
    const accountPrev = orderInts[own + orderAccountPrev] & slotMask;
    const level = orderInts[own + orderLevel] & levelMask;
    prefetchedInts[0] =
      orderInts[next * orderIntsStride] +
      orderInts[prev * orderIntsStride] +
      orderInts[accountNext * orderIntsStride] +
      orderInts[accountPrev * orderIntsStride] +
      levelInts[level * levelIntsStride];
  }

  return { isWorthwhile, recordPlace, recordCancel, fetch };
}
