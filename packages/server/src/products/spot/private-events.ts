// What a committed step says to each person it touches: their orders and fills as rows, numbered by
// the engine without gaps. Pure. The projection stores it, the private channel sends it.
import { AccountType, type CoreEvent, EventKind, Side, type TradeExecuted } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { FillRow, PrivateEvent } from '@isobath/wire';
import { type AccountDirectory, PERSON_ID_MIN } from '../../base/accounts/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { Market, MarketRegistry } from '../../base/market/index.ts';
import type { CommittedStep } from '../../base/product/index.ts';
import { createTermsBook, type FeeTerms, showFeeTerms } from './orders/fee-terms.ts';
import type { OrderRecord } from './orders/order-rows.ts';
import { packOrder, type PackedOrder, showPackedOrder } from './orders/packed-order.ts';
import { showOrderRow } from './orders/show-order.ts';

/** One event of one person; most are never read, so it is written when it is asked for. */
export interface OwnedEvent {
  readonly ownerId: number;
  /** Number of the event. */
  readonly seq: number;
  /** The event, as of the rows it was told with. */
  readonly write: () => PrivateEvent;
  /** The same to be stored; `writeStored` reads it again. */
  readonly pack: () => StoredEvent;
}

/** Kinds of stored events. Numbers are never used again for something else. */
const Stored = { balance: 1, order: 2, fill: 3 } as const;

/** An event as it is stored: the frequent ones as lists, the others in words, as once all were. */
export type StoredEvent =
  | PrivateEvent
  | readonly [kind: typeof Stored.balance, seq: number, atMs: number]
  | readonly [kind: typeof Stored.order, seq: number, atMs: number, order: PackedOrder | null]
  | readonly [
      kind: typeof Stored.fill,
      seq: number,
      atMs: number,
      fill: FillRow,
      order: PackedOrder | null,
    ];

/** A stored event in words. */
export function writeStored(stored: StoredEvent, markets: MarketRegistry): PrivateEvent {
  if (!isPacked(stored)) return stored;
  const [kind, seq, at] = stored;
  const show = (order: PackedOrder | null) => order && showPackedOrder(order, markets);
  switch (kind) {
    case Stored.balance:
      return { seq, kind: 'balance', at, data: null };
    case Stored.order:
      return { seq, kind: 'order', at, data: show(stored[3]) };
    case Stored.fill: {
      const order = show(stored[4]);
      return { seq, kind: 'fill', at, data: stored[3], ...(order === null ? {} : { order }) };
    }
  }
}

function isPacked(stored: StoredEvent): stored is Exclude<StoredEvent, PrivateEvent> {
  return Array.isArray(stored);
}

/** Number of a stored event. */
export function readStoredNumber(stored: StoredEvent): number {
  return isPacked(stored) ? stored[1] : stored.seq;
}

/** What naming needs. */
export interface PrivateEventParts {
  readonly accounts: AccountDirectory;
  readonly markets: MarketRegistry;
}

/** Rows as they are after the step, by order number. */
type RowsAfter = ReadonlyMap<number, OrderRecord>;

function showFill(
  trade: TradeExecuted,
  isMaker: boolean,
  { atMs, market, terms }: { atMs: number; market: Market; terms: FeeTerms | undefined },
): FillRow {
  const isBuyer = isMaker === (trade.takerSide === Side.sell);
  const coin = isBuyer ? market.base : market.quote;
  const feeUnits = isMaker ? trade.makerFeeUnits : trade.takerFeeUnits;
  const baseUnits = BigInt(trade.sizeLots) * market.unitsPerLot;
  const receivedUnits = isBuyer ? baseUnits : trade.quoteUnits;
  return {
    orderId: String(isMaker ? trade.makerOrderId : trade.takerOrderId),
    symbol: market.symbol,
    side: isBuyer ? 'buy' : 'sell',
    tradeId: String(trade.tradeId),
    price: formatDecimal(BigInt(trade.priceTicks), market.priceDecimals),
    quantity: formatDecimal(BigInt(trade.sizeLots), market.lotDecimals),
    quoteAmount: formatDecimal(trade.quoteUnits, market.quote.scale),
    fee: formatDecimal(feeUnits, coin.scale),
    feeAsset: coin.shortName,
    isMaker,
    at: atMs,
    ...(terms === undefined ? {} : showFeeTerms(terms, { isMaker, receivedUnits, feeUnits })),
  };
}

/** Whether a person is to be told; asked of each whom an event touches. */
type Hears = (ownerId: number) => boolean;

const everybody: Hears = () => true;

/** Make the teller. */
export function createPrivatePublisher(parts: PrivateEventParts) {
  const { accounts, markets } = parts;
  const termsBook = createTermsBook();
  // An order says several things to somebody who does not listen: none of them makes an object.
  let published: OwnedEvent[] = [];
  let hears = everybody;

  function isPublished(ownerId: number): boolean {
    return ownerId >= PERSON_ID_MIN && hears(ownerId);
  }

  function publishOrder(
    event: CoreEvent & { orderId: number; accountId: number; ownerNumber: number },
    atMs: number,
    rows: RowsAfter,
  ): void {
    const ownerId = accounts.readOwner(event.accountId);
    if (!isPublished(ownerId)) return;
    const row = rows.get(event.orderId);
    const market = row && markets.marketById(row.instrument_id);
    const seq = event.ownerNumber;
    const write = (): PrivateEvent => {
      const data = row && market ? showOrderRow(row, market) : null;
      return { seq, kind: 'order', at: atMs, data };
    };
    const pack = () =>
      [Stored.order, seq, atMs, row && market ? packOrder(row, market) : null] as const;
    published.push({ ownerId, seq, write, pack });
  }

  function publishTrade(trade: TradeExecuted, atMs: number, rows: RowsAfter): void {
    const market = markets.marketById(trade.instrumentId);
    if (market === undefined) return;
    for (const isMaker of [true, false]) {
      const ownerId = accounts.readOwner(isMaker ? trade.makerAccountId : trade.takerAccountId);
      if (!isPublished(ownerId)) continue;
      const row = rows.get(isMaker ? trade.makerOrderId : trade.takerOrderId);
      const seq = isMaker ? trade.makerOwnerNumber : trade.takerOwnerNumber;
      const show = () =>
        showFill(trade, isMaker, { atMs, market, terms: row && termsBook.find(row) });
      const write = (): PrivateEvent => ({
        seq,
        kind: 'fill',
        at: atMs,
        data: show(),
        ...(row === undefined ? {} : { order: showOrderRow(row, market) }),
      });
      const pack = () => {
        const order = row === undefined ? null : packOrder(row, market);
        return [Stored.fill, seq, atMs, show(), order] as const;
      };
      published.push({ ownerId, seq, write, pack });
    }
  }

  function publishBalance(accountId: number, seq: number, atMs: number): void {
    const ownerId = accounts.readOwner(accountId);
    if (!isPublished(ownerId)) return;
    published.push({
      ownerId,
      seq,
      write: () => ({ seq, kind: 'balance', at: atMs, data: null }),
      pack: () => [Stored.balance, seq, atMs],
    });
  }

  function publishAccount(ownerId: number, seq: number, rest: { at: number; data: object }): void {
    if (!isPublished(ownerId)) return;
    const write = () => ({ seq, kind: 'account', ...rest }) as PrivateEvent;
    published.push({ ownerId, seq, write, pack: write });
  }

  /** Of contracts only that balances may have changed: their news are not of this product. */
  function publishContract(event: CoreEvent, atMs: number): boolean {
    switch (event.kind) {
      case EventKind.contractTraded:
        publishBalance(event.makerAccountId, event.makerOwnerNumber, atMs);
        publishBalance(event.takerAccountId, event.takerOwnerNumber, atMs);
        return true;
      case EventKind.positionChanged:
      case EventKind.settingsChanged:
        publishBalance(event.accountId, event.ownerNumber, atMs);
        return true;
      case EventKind.orderOpened:
      case EventKind.orderAmended:
      case EventKind.orderChanged:
      case EventKind.orderClosed: {
        const { accountType } = accounts.readPlace(event.accountId) ?? {};
        if (accountType !== AccountType.contract) return false;
        publishBalance(event.accountId, event.ownerNumber, atMs);
        return true;
      }
      default:
        return false;
    }
  }

  function publish(event: CoreEvent, atMs: number, rows: RowsAfter): void {
    if (publishContract(event, atMs)) return;
    switch (event.kind) {
      case EventKind.orderOpened:
      case EventKind.orderTriggered:
      case EventKind.orderAmended:
      case EventKind.orderChanged:
      case EventKind.orderClosed:
        return publishOrder(event, atMs, rows);
      case EventKind.tradeExecuted:
        return publishTrade(event, atMs, rows);
      case EventKind.transferPosted:
        publishBalance(event.fromAccountId, event.fromOwnerNumber, atMs);
        return publishBalance(event.toAccountId, event.toOwnerNumber, atMs);
      case EventKind.amountHeld:
      case EventKind.amountReleased:
        return publishBalance(event.accountId, event.ownerNumber, atMs);
      case EventKind.accountOpened: {
        const { accountId, accountType, ownerNumber } = event;
        const data = { accountId, accountType };
        return publishAccount(accounts.readOwner(accountId), ownerNumber, { at: atMs, data });
      }
      case EventKind.vipLevelSet: {
        const { ownerId, ownerNumber, vipLevel } = event;
        return publishAccount(ownerId, ownerNumber, { at: atMs, data: { vipLevel } });
      }
      default:
    }
  }

  return {
    /** Read the terms of fees so far. Call before the first step. */
    load: (session: Session) => termsBook.load(session),
    /**
     * What a step says to people.
     *
     * @param rows - orders it touched, as they are after it.
     * @param whom - asked for each whom it touches; absent: everybody is told.
     */
    publishStep(step: CommittedStep, rows: RowsAfter, whom: Hears = everybody): OwnedEvent[] {
      published = [];
      hears = whom;
      for (const event of step.events) {
        termsBook.take(event, step.sequence);
        publish(event, step.atMs, rows);
      }
      return published;
    },
  };
}
