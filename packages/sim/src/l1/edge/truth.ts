// What the edge may tell, made from the judged journal alone: every state of each book by its
// number, every trade, every private event by owner and number. Written from the specification of
// the socket, not from the product's feeds. Used by listener.ts and crowd.ts.
import type { CoreEvent } from '@isobath/core';
import { EventKind } from '@isobath/core/event';
import { AccountType } from '@isobath/core/words';
import type { JudgedStep } from '../judge.ts';

/** A book: sizes in lots by side and price, and the fingerprint of every state it ever had. */
export interface TrueBook {
  readonly levels: Map<string, number>;
  /** Of the state after the change with the number that is the place; 0 = empty. */
  readonly fingerprints: number[];
}

/** Where the points of a market's prices and sizes are. */
export interface Decimals {
  readonly priceDecimals: number;
  readonly lotDecimals: number;
}

/** A trade as everybody may see it. */
export interface TrueTrade extends Decimals {
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly isBuy: boolean;
  readonly atMs: number;
}

/** One private event, with the decimals that its market had then. */
export interface PrivateTruth extends Decimals {
  readonly kind: 'order' | 'fill' | 'balance' | 'account';
  readonly atMs: number;
  /** The order it is about, and of a fill the trade; "" otherwise. */
  readonly orderId: string;
  readonly tradeId: string;
  readonly priceTicks: number;
  readonly sizeLots: number;
  /** Lots the order had filled when the step was over. */
  executedLots: number;
}

/** Private news are kept so long; what is older may have to be loaded anew. */
export const NEWS_KEPT_MS: number = 26 * 3_600_000;

/** What is needed to read a market's texts. */
export interface TrueMarket extends Decimals {
  readonly book: TrueBook;
  /** By number, from 1. */
  readonly trades: TrueTrade[];
}

/** A level as a part of a fingerprint: the sum of all of them stands for the book. */
export function hashLevel(level: string, lots: number): number {
  let hash = 0x811c9dc5;
  const text = `${level} ${lots}`;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/** The fingerprint of a book in which one level is another. */
export function changeFingerprint(
  fingerprint: number,
  level: string,
  lots: { readonly before: number; readonly after: number },
): number {
  let sum = fingerprint;
  if (lots.before > 0) sum -= hashLevel(level, lots.before);
  if (lots.after > 0) sum += hashLevel(level, lots.after);
  return sum >>> 0;
}

const nothing = {
  orderId: '',
  tradeId: '',
  priceTicks: 0,
  sizeLots: 0,
  executedLots: 0,
  priceDecimals: 0,
  lotDecimals: 0,
};

/** What every event of an order says. */
interface OrderEvent {
  readonly orderId: number;
  readonly accountId: number;
  readonly ownerNumber: number;
}

/** Everything that may be told so far. */
export class Truth {
  readonly markets = new Map<number, TrueMarket>();
  /** Nobody outside sees their books yet. */
  readonly #contracts = new Map<number, TrueMarket>();
  readonly #contractAccounts = new Set<number>();
  readonly #news = new Map<number, PrivateTruth[]>();
  readonly #owners = new Map<number, number>();
  readonly #executed = new Map<number, number>();
  /** The market of each order; not every event names it. */
  readonly #marketsOf = new Map<number, number>();
  #told: [orderId: number, news: PrivateTruth][] = [];
  #count = 0;

  /** A person's private events; the one with number n at place n - 1. */
  newsOf(ownerId: number): readonly PrivateTruth[] {
    return this.#news.get(ownerId) ?? [];
  }

  /** Take in what was committed since the last time. */
  readOn(steps: readonly JudgedStep[]): void {
    for (; this.#count < steps.length; this.#count += 1) {
      const { events, atMs } = steps[this.#count] as JudgedStep;
      for (const event of events) this.#take(event, atMs);
      for (const [orderId, news] of this.#told) {
        news.executedLots = this.#executed.get(orderId) ?? 0;
      }
      this.#told = [];
    }
  }

  #take(event: CoreEvent, atMs: number): void {
    switch (event.kind) {
      case EventKind.instrumentDefined:
        return this.#define(this.markets, event.instrumentId, event);
      case EventKind.contractDefined:
        return this.#define(this.#contracts, event.instrumentId, event);
      case EventKind.levelChanged:
        return this.#changeLevel(event);
      case EventKind.tradeExecuted:
        return this.#trade(event, atMs);
      case EventKind.contractTraded:
        return this.#tradeContract(event, atMs);
      case EventKind.selfTradeTransferred:
        return this.#execute(event);
      default:
        this.#tell(event, atMs);
    }
  }

  /** Also anew: an empty market may get other decimals; what was told before keeps those it had. */
  #define(
    markets: Map<number, TrueMarket>,
    instrumentId: number,
    { priceDecimals, lotDecimals }: Decimals,
  ): void {
    const market = markets.get(instrumentId);
    if (market !== undefined) Object.assign(market, { priceDecimals, lotDecimals });
    else {
      const book = { levels: new Map<string, number>(), fingerprints: [0] };
      markets.set(instrumentId, { priceDecimals, lotDecimals, book, trades: [] });
    }
  }

  #find(instrumentId: number): TrueMarket {
    return (this.markets.get(instrumentId) ?? this.#contracts.get(instrumentId)) as TrueMarket;
  }

  #readDecimals(instrumentId: number): Decimals {
    const { priceDecimals, lotDecimals } = this.#find(instrumentId);
    return { priceDecimals, lotDecimals };
  }

  #changeLevel(event: CoreEvent & { kind: typeof EventKind.levelChanged }): void {
    const { book } = this.#find(event.instrumentId);
    const { levels, fingerprints } = book;
    if (event.updateId !== fingerprints.length) throw new Error('changes of a book have a gap');
    const level = `${event.side} ${event.priceTicks}`;
    const lots = { before: levels.get(level) ?? 0, after: event.totalLots };
    fingerprints.push(changeFingerprint(fingerprints.at(-1) as number, level, lots));
    if (lots.after > 0) levels.set(level, lots.after);
    else levels.delete(level);
  }

  #execute(event: { makerOrderId: number; takerOrderId: number; sizeLots: number }): void {
    for (const orderId of [event.makerOrderId, event.takerOrderId]) {
      this.#executed.set(orderId, (this.#executed.get(orderId) ?? 0) + event.sizeLots);
    }
  }

  #trade(event: CoreEvent & { kind: typeof EventKind.tradeExecuted }, atMs: number): void {
    const { priceTicks, sizeLots, tradeId } = event;
    const { trades } = this.markets.get(event.instrumentId) as TrueMarket;
    const decimals = this.#readDecimals(event.instrumentId);
    trades.push({ priceTicks, sizeLots, isBuy: event.takerSide === 0, atMs, ...decimals });
    if (tradeId !== trades.length) throw new Error('numbers of trades have a gap');
    this.#execute(event);
    const traded = { priceTicks, sizeLots, executedLots: 0, ...decimals };
    const shared = { kind: 'fill', atMs, ...traded } as const;
    const sides = [
      [event.makerAccountId, event.makerOrderId, event.makerOwnerNumber],
      [event.takerAccountId, event.takerOrderId, event.takerOwnerNumber],
    ] as const;
    for (const [accountId, orderId, number] of sides) {
      const news = { ...shared, orderId: String(orderId), tradeId: String(tradeId) };
      this.#add(this.#owners.get(accountId) ?? 0, number, news);
      this.#told.push([orderId, news]);
    }
  }

  /** Of contracts people are told that their balances may have changed, and nothing else yet. */
  #tradeContract(event: CoreEvent & { kind: typeof EventKind.contractTraded }, atMs: number): void {
    const { trades } = this.#find(event.instrumentId);
    const { priceTicks, sizeLots, tradeId } = event;
    const decimals = this.#readDecimals(event.instrumentId);
    trades.push({ priceTicks, sizeLots, isBuy: event.takerSide === 0, atMs, ...decimals });
    if (tradeId !== trades.length) throw new Error('numbers of trades have a gap');
    this.#execute(event);
    this.#tellBalance(event.makerAccountId, event.makerOwnerNumber, atMs);
    this.#tellBalance(event.takerAccountId, event.takerOwnerNumber, atMs);
  }

  #tellBalance(accountId: number, number: number, atMs: number): void {
    this.#add(this.#owners.get(accountId) ?? 0, number, { ...nothing, kind: 'balance', atMs });
  }

  #tell(event: CoreEvent, atMs: number): void {
    switch (event.kind) {
      case EventKind.accountOpened:
        this.#owners.set(event.accountId, event.ownerId);
        if (event.accountType === AccountType.contract) this.#contractAccounts.add(event.accountId);
        return this.#add(event.ownerId, event.ownerNumber, { ...nothing, kind: 'account', atMs });
      case EventKind.vipLevelSet:
        return this.#add(event.ownerId, event.ownerNumber, { ...nothing, kind: 'account', atMs });
      case EventKind.transferPosted: {
        const { fromAccountId, fromOwnerNumber, toAccountId, toOwnerNumber } = event;
        this.#tellBalance(fromAccountId, fromOwnerNumber, atMs);
        return this.#tellBalance(toAccountId, toOwnerNumber, atMs);
      }
      case EventKind.amountHeld:
      case EventKind.amountReleased:
      case EventKind.positionChanged:
      case EventKind.settingsChanged:
        return this.#tellBalance(event.accountId, event.ownerNumber, atMs);
      case EventKind.orderOpened:
        this.#marketsOf.set(event.orderId, event.instrumentId);
        return this.#tellOrder(event, atMs);
      case EventKind.orderTriggered:
      case EventKind.orderAmended:
      case EventKind.orderChanged:
      case EventKind.orderClosed:
        return this.#tellOrder(event, atMs);
      default:
    }
  }

  #tellOrder({ orderId, accountId, ownerNumber }: OrderEvent, atMs: number): void {
    if (this.#contractAccounts.has(accountId)) {
      return this.#tellBalance(accountId, ownerNumber, atMs);
    }
    const decimals = this.#readDecimals(this.#marketsOf.get(orderId) as number);
    const order = { orderId: String(orderId), ...decimals };
    const news: PrivateTruth = { ...nothing, kind: 'order', atMs, ...order };
    this.#told.push([orderId, news]);
    this.#add(this.#owners.get(accountId) ?? 0, ownerNumber, news);
  }

  #add(ownerId: number, number: number, news: PrivateTruth): void {
    const all = this.#news.get(ownerId);
    if (all === undefined) this.#news.set(ownerId, [news]);
    else all.push(news);
    if (number !== (all?.length ?? 1))
      throw new Error(`news of ${ownerId} have a gap at ${number}`);
  }
}
