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
import * as wordsNames from '../../../words.ts';
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
const { Side } = wordsNames;

/** A replace is two notes. */
const room = lookAheadMax * 2;
/** A core's second cache, and a little of what it shares with others. */
const cacheBytes = 2 ** 21;
const orderBytes = 64;
const balanceBytes = 32;
const stride = 8;
const noteAccount = 0;
const noteMarket = 1;
const noteSide = 2;
const notePrice = 3;
const noteOrderId = 4;
const noteSlot = 5;
const noteMaker = 6;

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
  const notes = makeInts(room * stride);
  const count = makeInts(1);
  /** Takes what is read: a read whose value is used nowhere is left out by the compiler. */
  const seenInts = makeInts(1);
  const seenNumbers = makeFloats(1);

  function isWorthwhile(): boolean {
    const ordersBytes = readSlotsEnd() * orderBytes;
    return ordersBytes + countAccounts() * countAssets() * balanceBytes > cacheBytes;
  }

  function notePlace({ accountId, instrumentId, side, priceTicks }: ComingOrder): void {
    const market = findSlot(instrumentId);
    if (count[0] >= room || market < 0 || !has(accountId)) return;
    const at = count[0] * stride;
    count[0] += 1;
    notes[at + noteAccount] = accountId;
    notes[at + noteMarket] = market;
    notes[at + noteSide] = side & 1;
    notes[at + notePrice] = priceTicks;
    notes[at + noteOrderId] = 0;
  }

  function noteCancel(account: number, orderId: number): void {
    if (count[0] >= room || !has(account)) return;
    const at = count[0] * stride;
    count[0] += 1;
    notes[at + noteAccount] = account;
    notes[at + noteOrderId] = orderId | 0 || 1;
  }

  function fetch(): void {
    const end = count[0] * stride;
    if (end === 0) return;
    count[0] = 0;
    for (let at = 0; at < end; at += stride) {
      if (notes[at + noteOrderId] === 0) seeAccount(at);
      else seeNumber(at);
    }
    for (let at = 0; at < end; at += stride) {
      if (notes[at + noteOrderId] === 0) seeOwner(at);
      else seeOrder(at);
    }
    for (let at = 0; at < end; at += stride) {
      if (notes[at + noteOrderId] === 0) seeMaker(at);
      else seeNeighbours(at);
    }
  }

  function quoteRow(account: number, market: number): number {
    return findRow(
      account,
      rows[(market & marketMask) * instrumentWords + InstrumentWord.quoteSlot],
    );
  }

  function baseRow(account: number, market: number): number {
    return findRow(
      account,
      rows[(market & marketMask) * instrumentWords + InstrumentWord.baseSlot],
    );
  }

  function seeAccount(at: number): void {
    const account = notes[at + noteAccount];
    const market = notes[at + noteMarket];
    const side = notes[at + noteSide];
    const price = notes[at + notePrice];
    const isBuy = side === Side.buy;
    const best = readBestPrice(market * sidesPerMarket + (side ^ 1));
    const crosses = best !== 0 && (isBuy ? best <= price : best >= price);
    notes[at + noteMaker] = crosses
      ? readHead(readBestLevel(market * sidesPerMarket + (side ^ 1)))
      : 0;
    const level = crosses ? 0 : peekLevel(market * sidesPerMarket + side, price);
    notes[at + noteSlot] = level;
    const pays = isBuy ? quoteRow(account, market) : baseRow(account, market);
    seenInts[0] =
      hotRows[(account & accountMask) * accountStride] +
      levelInts[(level & levelMask) * levelIntsStride];
    seenNumbers[0] = balanceRows[pays];
    if (crosses)
      seenNumbers[0] = balanceRows[isBuy ? baseRow(account, market) : quoteRow(account, market)];
  }

  function seeOwner(at: number): void {
    const row = (notes[at + noteAccount] & accountMask) * accountStride;
    const first = hotRows[row + accountFirstOrder] & slotMask;
    const maker = notes[at + noteMaker] & slotMask;
    const tail =
      levelInts[(notes[at + noteSlot] & levelMask) * levelIntsStride + levelTail] & slotMask;
    seenNumbers[0] = readVip(hotRows[row + accountOwner]);
    seenInts[0] =
      orderInts[first * orderIntsStride] +
      orderInts[maker * orderIntsStride] +
      orderInts[tail * orderIntsStride];
  }

  function seeMaker(at: number): void {
    const maker = notes[at + noteMaker] & slotMask;
    if (maker === 0) return;
    const account = orderInts[maker * orderIntsStride + orderAccount];
    const market = notes[at + noteMarket];
    const row = (account & accountMask) * accountStride;
    seenNumbers[0] =
      balanceRows[quoteRow(account, market)] +
      balanceRows[baseRow(account, market)] +
      readVip(hotRows[row + accountOwner]);
  }

  function seeNumber(at: number): void {
    const row = (notes[at + noteAccount] & accountMask) * accountStride;
    notes[at + noteSlot] = findNear(notes[at + noteOrderId]);
    seenInts[0] = hotRows[row];
  }

  function seeOrder(at: number): void {
    const slot = notes[at + noteSlot] & slotMask;
    const row = (notes[at + noteAccount] & accountMask) * accountStride;
    seenInts[0] = orderInts[slot * orderIntsStride];
    seenNumbers[0] = readVip(hotRows[row + accountOwner]);
  }

  function seeNeighbours(at: number): void {
    const slot = notes[at + noteSlot] & slotMask;
    const own = slot * orderIntsStride;
    if (slot === 0) return;
    const meta = orderInts[own + orderMeta];
    const market = meta >> metaMarketShift;
    const account = notes[at + noteAccount];
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
    seenNumbers[0] =
      balanceRows[
        (meta & metaSide) === Side.buy ? quoteRow(account, market) : baseRow(account, market)
      ];
  }

  return { isWorthwhile, notePlace, noteCancel, fetch };
}
