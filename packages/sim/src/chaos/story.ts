// What the engine's events tell of orders, fills and money, from the first command on: read as any
// reader of the bus reads, folded by hand and not by the product's own code. Rows and answers of
// the product are compared with it (stored-rows.ts, traders.ts). Used by rounds.ts.
import {
  AccountType,
  type ContractTraded,
  type CoreEvent,
  EventKind,
  type OrderOpened,
  type SelfTradeTransferred,
  type TradeExecuted,
} from '@isobath/core';
import { decodeClientOrderId } from '@isobath/core/math';
import type { EngineClient } from '@isobath/server/testing';
import { ContractStory } from './contract-story.ts';

/** Owners from here on are people; the others are the house and its traders. */
const FIRST_PERSON = 1_000_001;
/** Names of the crowd's transfers begin behind this, told apart from everybody else's. */
export const FIRST_REFERENCE = 500_000_000;
/** Status of an order that is over. */
export const CLOSED = 3;

/** An order as the events tell it. */
export interface ReportedOrder {
  readonly orderId: number;
  readonly accountId: number;
  readonly instrumentId: number;
  readonly side: number;
  readonly orderType: number;
  readonly timeInForce: number;
  readonly priceTicks: number;
  readonly sequence: number;
  readonly atMs: number;
  readonly tradeIds: number[];
  name: string;
  sizeLots: number;
  executedLots: number;
  preventedLots: number;
  quoteUnits: bigint;
  status: number;
  closeReason: number;
}

/** One side of a trade, as the person there sees it. */
export interface ReportedFill {
  readonly orderId: number;
  readonly accountId: number;
  readonly instrumentId: number;
  readonly tradeId: number;
  readonly side: number;
  readonly isMaker: boolean;
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly quoteUnits: bigint;
  readonly feeUnits: bigint;
  readonly atMs: number;
}

/** A candle, made from the trades in it. */
export interface ReportedCandle {
  readonly openTicks: number;
  highTicks: number;
  lowTicks: number;
  closeTicks: number;
  lots: number;
  quoteUnits: bigint;
  tradesCount: number;
}

interface Place {
  readonly sequence: number;
  readonly atMs: number;
}

/** Spans of candles, in seconds. */
const SPANS_S = [1, 60, 3_600];

/** Everything told so far. */
export class Story {
  /** Sequence up to which it goes. */
  lastSequence = 0;
  readonly owners = new Map<number, number>();
  readonly orders = new Map<number, ReportedOrder>();
  /** In the order they happened, the maker's side first. */
  readonly fills: ReportedFill[] = [];
  /** Orders of people's spot accounts of which something was told since the page was turned. */
  readonly touched = new Set<number>();
  /** Orders opened since then, and how many sides of trades there were before. */
  opened: ReportedOrder[] = [];
  oldFillsCount = 0;
  preventedCount = 0;
  /** By market, span and begin. */
  readonly candles = new Map<string, ReportedCandle>();
  /** Sequence by reference of every transfer of the crowd's. */
  readonly transfers = new Map<number, number>();
  /** Positions and prices of contracts. */
  readonly contracts: ContractStory = new ContractStory();
  readonly #contractAccounts = new Set<number>();
  readonly #ordersByName = new Map<string, ReportedOrder[]>();

  /** Read on to the newest step that is durable now. @errors when a step is missing or doubled. */
  async readOn(client: EngineClient): Promise<void> {
    const { durableSequence } = await client.readStatus();
    if (durableSequence <= this.lastSequence) return;
    await new Promise<void>((resolve, reject) => {
      const stop = client.subscribe({
        fromSequence: this.lastSequence + 1,
        read: ({ steps, lastSequence }) => {
          for (const step of steps) {
            if (this.lastSequence >= durableSequence) break;
            this.take(step.events, step);
          }
          if (lastSequence < durableSequence) return;
          stop();
          resolve();
        },
        failed: reject,
      });
    });
  }

  /** What was told so far has been compared: from here on is the next part. */
  turnPage(): void {
    this.touched.clear();
    this.opened = [];
    this.oldFillsCount = this.fills.length;
  }

  /** Sides of trades since the page was turned. */
  listFreshFills(): readonly ReportedFill[] {
    return this.fills.slice(this.oldFillsCount);
  }

  /** Every order that an account ever gave this name. */
  listNamed(accountId: number, name: string): readonly ReportedOrder[] {
    return this.#ordersByName.get(`${accountId} ${name}`) ?? [];
  }

  isPerson(accountId: number): boolean {
    return (this.owners.get(accountId) ?? 0) >= FIRST_PERSON;
  }

  /** Whether it is a person's account for spot: rows are kept of its orders. */
  isSpot(accountId: number): boolean {
    return this.isPerson(accountId) && !this.#contractAccounts.has(accountId);
  }

  /** Read one step. @errors when it is not the next one. */
  take(events: readonly CoreEvent[], place: Place): void {
    if (place.sequence !== this.lastSequence + 1) {
      throw new Error(`${place.sequence} came behind ${this.lastSequence}`);
    }
    this.lastSequence = place.sequence;
    for (const event of events) {
      this.contracts.take(event, place.atMs);
      this.#takeEvent(event, place);
    }
    this.contracts.endStep();
  }

  #takeEvent(event: CoreEvent, place: Place): void {
    switch (event.kind) {
      case EventKind.accountOpened:
        this.owners.set(event.accountId, event.ownerId);
        if (event.accountType === AccountType.contract) this.#contractAccounts.add(event.accountId);
        return;
      case EventKind.transferPosted:
        if (event.reference <= FIRST_REFERENCE) return;
        if (this.transfers.has(event.reference)) throw new Error(`${event.reference} came twice`);
        this.transfers.set(event.reference, place.sequence);
        return;
      case EventKind.orderOpened:
        return this.#open(event, place);
      case EventKind.clientOrderIdSet:
        return this.#name(event.orderId, decodeClientOrderId(event.clientOrderId));
      case EventKind.tradeExecuted:
        return this.#trade(event, place);
      case EventKind.contractTraded:
        return this.#execute(event);
      case EventKind.selfTradeTransferred:
        return this.#execute(event);
      case EventKind.selfTradePrevented:
        this.preventedCount += this.#isOfPeople(event) ? 1 : 0;
        this.#edit(event.makerOrderId, (it) => (it.preventedLots += event.makerLots));
        return this.#edit(event.takerOrderId, (it) => (it.preventedLots += event.takerLots));
      case EventKind.orderTriggered:
        return this.#edit(event.orderId, (it) => (it.status = event.status));
      case EventKind.orderAmended:
        return this.#edit(event.orderId, (it) => (it.sizeLots = event.sizeLots));
      case EventKind.orderClosed:
        return this.#edit(event.orderId, (it) => {
          it.status = CLOSED;
          it.closeReason = event.reason;
        });
      default:
    }
  }

  #open(event: OrderOpened, { sequence, atMs }: Place): void {
    const { orderId, accountId, instrumentId, side, orderType, timeInForce } = event;
    if (this.orders.has(orderId)) throw new Error(`order ${orderId} was opened twice`);
    const terms = { orderId, accountId, instrumentId, side, orderType, timeInForce, sequence };
    const { priceTicks, sizeLots, status } = event;
    const none = { executedLots: 0, preventedLots: 0, quoteUnits: 0n, closeReason: 0, name: '' };
    const order: ReportedOrder = {
      ...terms,
      ...none,
      atMs,
      priceTicks,
      sizeLots,
      status,
      tradeIds: [],
    };
    this.orders.set(orderId, order);
    this.opened.push(order);
    this.#edit(orderId, () => {});
  }

  #name(orderId: number, name: string): void {
    this.#edit(orderId, (order) => {
      order.name = name;
      const key = `${order.accountId} ${name}`;
      this.#ordersByName.set(key, [...(this.#ordersByName.get(key) ?? []), order]);
    });
  }

  #edit(orderId: number, change: (order: ReportedOrder) => void): void {
    const order = this.orders.get(orderId);
    if (order === undefined) throw new Error(`of order ${orderId}, which is none, more is told`);
    change(order);
    if (this.isSpot(order.accountId)) this.touched.add(orderId);
  }

  #isOfPeople(event: { readonly makerOrderId: number; readonly takerOrderId: number }): boolean {
    const sides = [event.makerOrderId, event.takerOrderId].map((id) => this.orders.get(id));
    return sides.some((order) => order !== undefined && this.isSpot(order.accountId));
  }

  #trade(event: TradeExecuted, { atMs }: Place): void {
    const { instrumentId, tradeId, priceTicks, sizeLots, quoteUnits, takerSide } = event;
    const shared = { instrumentId, tradeId, priceTicks, sizeLots, quoteUnits, atMs };
    const maker = {
      orderId: event.makerOrderId,
      accountId: event.makerAccountId,
      feeUnits: event.makerFeeUnits,
    };
    const taker = {
      orderId: event.takerOrderId,
      accountId: event.takerAccountId,
      feeUnits: event.takerFeeUnits,
    };
    this.fills.push({ ...shared, ...maker, side: 1 - takerSide, isMaker: true });
    this.fills.push({ ...shared, ...taker, side: takerSide, isMaker: false });
    for (const { orderId } of [maker, taker]) {
      this.#edit(orderId, (order) => order.tradeIds.push(tradeId));
    }
    this.#execute(event);
    for (const spanS of SPANS_S) this.#draw(event, { spanS, atMs });
  }

  #execute(event: TradeExecuted | SelfTradeTransferred | ContractTraded): void {
    for (const orderId of [event.makerOrderId, event.takerOrderId]) {
      this.#edit(orderId, (order) => {
        order.executedLots += event.sizeLots;
        order.quoteUnits += event.quoteUnits;
      });
    }
  }

  #draw(event: TradeExecuted, { spanS, atMs }: { spanS: number; atMs: number }): void {
    const { instrumentId, priceTicks, sizeLots, quoteUnits } = event;
    const key = `${instrumentId} ${spanS} ${atMs - (atMs % (spanS * 1_000))}`;
    const none = { lots: 0, quoteUnits: 0n, tradesCount: 0 };
    const prices = { openTicks: priceTicks, highTicks: priceTicks, lowTicks: priceTicks };
    const candle = this.candles.get(key) ?? { ...prices, ...none, closeTicks: priceTicks };
    candle.highTicks = Math.max(candle.highTicks, priceTicks);
    candle.lowTicks = Math.min(candle.lowTicks, priceTicks);
    candle.closeTicks = priceTicks;
    candle.lots += sizeLots;
    candle.quoteUnits += quoteUnits;
    candle.tradesCount += 1;
    this.candles.set(key, candle);
  }
}
