// Balances and public books rebuilt from events alone, as a reader of the event log would: proves
// that the events tell everything. Not here: any rule. Called by comparison.ts.
import type {
  AccountOpened,
  AssetDefined,
  CoreEvent,
  InstrumentDefined,
  OrderOpened,
  SelfTradeTransferred,
  TradeExecuted,
} from '@isobath/core';
import { EventKind } from '@isobath/core/event';
import { readLevel } from './model/match.ts';
import type { Model } from './model/state.ts';

interface FoldedOrder {
  readonly opened: OrderOpened;
  holdUnits: bigint;
}

/** What one side of a pairing paid and got. */
interface Part {
  readonly orderId: number;
  readonly isBuy: boolean;
  readonly holdUnits: bigint;
  readonly feeUnits: bigint;
}

/** One number for an account and an asset. */
function nameOf(accountId: number, assetId: number): number {
  return accountId * 1024 + assetId;
}

/** One number for a price on a side of a market. */
function nameLevel(instrumentId: number, side: number, priceTicks: number): number {
  return (instrumentId * 2 + side) * 2 ** 32 + priceTicks;
}

/** State as the events tell it. */
export class Fold {
  private readonly assets = new Map<number, AssetDefined>();
  private readonly accounts: AccountOpened[] = [];
  private readonly instruments = new Map<number, InstrumentDefined>();
  private readonly orders = new Map<number, FoldedOrder>();
  private readonly available = new Map<number, bigint>();
  private readonly held = new Map<number, bigint>();
  private readonly levels = new Map<number, number>();

  private add(to: Map<number, bigint>, place: readonly [number, number], units: bigint): void {
    const name = nameOf(place[0], place[1]);
    to.set(name, (to.get(name) ?? 0n) + units);
  }

  private paidAsset(order: FoldedOrder): number {
    const instrument = this.instruments.get(order.opened.instrumentId) as InstrumentDefined;
    return order.opened.side === 0 ? instrument.quoteAssetId : instrument.baseAssetId;
  }

  private setHold(orderId: number, holdUnits: bigint): void {
    const order = this.orders.get(orderId) as FoldedOrder;
    // Orders of contracts hold nothing.
    if (holdUnits === order.holdUnits) return;
    const place = [order.opened.accountId, this.paidAsset(order)] as const;
    this.add(this.held, place, holdUnits - order.holdUnits);
    this.add(this.available, place, order.holdUnits - holdUnits);
    order.holdUnits = holdUnits;
  }

  private release(orderId: number, units: bigint): void {
    this.setHold(orderId, (this.orders.get(orderId) as FoldedOrder).holdUnits - units);
  }

  private findFeeAccount(assetId: number): number {
    const isMock = this.assets.get(assetId)?.isMock;
    const found = this.accounts.find(
      (it) => it.ownerId === 1 && it.accountType === 201 && it.scope === 0 && it.isMock === isMock,
    );
    return found?.accountId ?? 0;
  }

  private pair(it: TradeExecuted | SelfTradeTransferred): void {
    const { baseAssetId, quoteAssetId, lotDecimals } = this.instruments.get(
      it.instrumentId,
    ) as InstrumentDefined;
    const scale = this.assets.get(baseAssetId)?.scale ?? 0;
    const baseUnits = BigInt(it.sizeLots) * 10n ** BigInt(scale - lotDecimals);
    const [makerFee, takerFee] =
      it.kind === EventKind.tradeExecuted ? [it.makerFeeUnits, it.takerFeeUnits] : [0n, 0n];
    const isTakerBuy = it.takerSide === 0;
    const maker = { orderId: it.makerOrderId, isBuy: !isTakerBuy, holdUnits: it.makerHoldUnits };
    const taker = { orderId: it.takerOrderId, isBuy: isTakerBuy, holdUnits: it.takerHoldUnits };
    const parts: Part[] = [
      { ...maker, feeUnits: makerFee },
      { ...taker, feeUnits: takerFee },
    ];
    for (const part of parts) {
      const order = this.orders.get(part.orderId) as FoldedOrder;
      const { accountId } = order.opened;
      const [cost, gain] = part.isBuy ? [it.quoteUnits, baseUnits] : [baseUnits, it.quoteUnits];
      const gained = part.isBuy ? baseAssetId : quoteAssetId;
      this.release(part.orderId, part.holdUnits);
      this.add(this.available, [accountId, this.paidAsset(order)], -cost);
      this.add(this.available, [accountId, gained], gain - part.feeUnits);
      this.add(this.available, [this.findFeeAccount(gained), gained], part.feeUnits);
    }
  }

  private takeOrder(event: CoreEvent): void {
    switch (event.kind) {
      case EventKind.orderOpened:
        this.orders.set(event.orderId, { opened: event, holdUnits: 0n });
        this.setHold(event.orderId, event.holdUnits);
        return;
      case EventKind.orderTriggered:
        return this.setHold(event.orderId, event.holdUnits);
      case EventKind.orderAmended:
        return this.release(event.orderId, event.releasedUnits);
      case EventKind.orderClosed:
        this.release(event.orderId, event.releasedUnits);
        this.orders.delete(event.orderId);
        return;
      case EventKind.selfTradePrevented:
        this.release(event.makerOrderId, event.makerReleasedUnits);
        this.release(event.takerOrderId, event.takerReleasedUnits);
        return;
      case EventKind.tradeExecuted:
      case EventKind.selfTradeTransferred:
        return this.pair(event);
      case EventKind.levelChanged: {
        const place = nameLevel(event.instrumentId, event.side, event.priceTicks);
        if (event.totalLots === 0) this.levels.delete(place);
        else this.levels.set(place, event.totalLots);
        return;
      }
      default:
    }
  }

  /** Take in one event. */
  take(event: CoreEvent): void {
    switch (event.kind) {
      case EventKind.assetDefined:
        this.assets.set(event.assetId, event);
        return;
      case EventKind.accountOpened:
        this.accounts.push(event);
        return;
      case EventKind.instrumentDefined:
        this.instruments.set(event.instrumentId, event);
        return;
      case EventKind.transferPosted: {
        const { fromAccountId, toAccountId, assetId, amountUnits } = event;
        this.add(this.available, [fromAccountId, assetId], -amountUnits);
        this.add(this.available, [toAccountId, assetId], amountUnits);
        return;
      }
      case EventKind.amountHeld:
      case EventKind.amountReleased: {
        const place = [event.accountId, event.assetId] as const;
        const units = event.kind === EventKind.amountHeld ? event.amountUnits : -event.amountUnits;
        this.add(this.held, place, units);
        this.add(this.available, place, -units);
        return;
      }
      default:
        this.takeOrder(event);
    }
  }

  /** What the events tell otherwise than the model; empty when nothing. */
  findFaults(model: Model): string[] {
    const faults: string[] = [];
    for (const { accountId, assetId, available, held } of model.balances.values()) {
      const name = nameOf(accountId, assetId);
      const reported = `${this.available.get(name) ?? 0n} + ${this.held.get(name) ?? 0n}`;
      if (reported !== `${available} + ${held}`)
        faults.push(`balance ${accountId}:${assetId} told ${reported}`);
    }
    let levelsCount = 0;
    for (const market of model.markets) {
      for (const order of [...market.bids, ...market.asks]) {
        const { side, priceTicks } = order;
        const name = nameLevel(market.instrumentId, side, priceTicks);
        const shown = readLevel(market, side, priceTicks);
        if (this.levels.get(name) !== shown) faults.push(`level of ${priceTicks} shows ${shown}`);
      }
      const prices = [...market.bids, ...market.asks].map((it) => `${it.side}:${it.priceTicks}`);
      levelsCount += new Set(prices).size;
    }
    if (levelsCount !== this.levels.size) faults.push('a level is told that is gone');
    const open = model.orders.map((order) => `${order.orderId}:${order.holdUnits}`).join();
    const reported = [...this.orders.values()].map((it) => `${it.opened.orderId}:${it.holdUnits}`);
    if (reported.join() !== open) faults.push('open orders or their holds are told otherwise');
    return faults;
  }
}
