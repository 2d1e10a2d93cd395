// A small world for tests of the model: one market (BTC/USDT shape), three users with money, and
// events told in short lines. Not here: any rule. Called by the tests of this package.
import type { Command, CoreEvent, OrderTerms } from '@isobath/core';
import { CommandKind, simpleLimitTerms, unkeyed } from '@isobath/core/command';
import { EventKind } from '@isobath/core/event';
import { readRejectWord } from '@isobath/core/reject';
import { CloseReason } from '@isobath/core/words';
import { applyCommand } from '../model/apply.ts';
import { findFaults } from '../invariants.ts';
import { Model } from '../model/state.ts';

const reasons = new Map(Object.entries(CloseReason).map(([name, number]) => [number, name]));

const side = (number: number): string => (number === 0 ? 'buy' : 'sell');

/** One event in a few words; undefined for events that tests of matching do not look at. */
function emitEvent(it: CoreEvent): string | undefined {
  switch (it.kind) {
    case EventKind.commandApplied:
      return it.code === 0 ? undefined : `${readRejectWord(it.code)} ${it.facts.join(' ')}`;
    case EventKind.itemApplied:
      return `item ${it.index} ${readRejectWord(it.code) ?? 'ok'}`;
    case EventKind.orderOpened:
      return `opened ${it.orderId} status ${it.status} hold ${it.holdUnits}`;
    case EventKind.orderTriggered:
      return `triggered ${it.orderId} status ${it.status} hold ${it.holdUnits}`;
    case EventKind.orderAmended:
      return `amended ${it.orderId} to ${it.sizeLots} released ${it.releasedUnits}`;
    case EventKind.orderClosed:
      return `closed ${it.orderId} ${reasons.get(it.reason)} left ${it.remainingLots}`;
    case EventKind.tradeExecuted:
      return (
        `trade ${it.priceTicks} x ${it.sizeLots} ` +
        `maker ${it.makerOrderId} taker ${it.takerOrderId}`
      );
    case EventKind.selfTradePrevented:
      return `prevented mode ${it.mode} maker ${it.makerLots} taker ${it.takerLots}`;
    case EventKind.selfTradeTransferred:
      return `transferred ${it.priceTicks} x ${it.sizeLots}`;
    case EventKind.levelChanged:
      return `level ${side(it.side)} ${it.priceTicks} ${it.totalLots}`;
    case EventKind.orderListClosed:
      return `list ${it.listId} closed`;
    case EventKind.trailingMoved:
      return `trailing ${it.orderId} at ${it.stopPriceTicks}`;
    case EventKind.auctionUncrossed:
    case EventKind.auctionIndicated: {
      const word = it.kind === EventKind.auctionUncrossed ? 'uncrossed' : 'indicated';
      return `${word} ${it.priceTicks} x ${it.volumeLots} surplus ${it.surplusLots}`;
    }
    case EventKind.marketStateChanged:
      return `state ${it.state}`;
    case EventKind.deadManSet:
      return `dead man ${it.dueAtMs}`;
    default:
      return undefined;
  }
}

const envelope = {
  sessionId: 1,
  issuedAtMs: 0,
  ...unkeyed,
};

/** The accounts of users a, b and c, their owners 1001, 1002, 1003. */
export const users = { a: 4, b: 5, c: 6 };

const blank = {
  instrumentId: 1,
  side: 0,
  orderType: 1,
  timeInForce: 0,
  priceTicks: 0,
  sizeLots: 0,
  ...simpleLimitTerms,
};

/** Terms of an order of a user; sides buy 0, sell 1. */
export function terms(user: number, it: object): OrderTerms {
  return { ...blank, accountId: user, ...it } as unknown as OrderTerms;
}

/** A model with a market in TRADING at reference 100, tick lot 100 quote units, lot 10 base. */
export class World {
  readonly model = new Model();
  atMs = 1_000;
  private sequence = 0;

  constructor(changes: object = {}) {
    this.operatorAccount({ kind: CommandKind.defineAsset, assetId: 1, scale: 3, isMock: false });
    this.operatorAccount({ kind: CommandKind.defineAsset, assetId: 2, scale: 6, isMock: false });
    const isMock = false;
    const account = { kind: CommandKind.openAccount, scope: 0, isMock };
    this.operatorAccount({ ...account, ownerId: 1, accountType: 301, accountClass: 2 });
    this.operatorAccount({ ...account, ownerId: 1, accountType: 201, accountClass: 1 });
    this.operatorAccount({ ...account, ownerId: 1, accountType: 204, accountClass: 1 });
    for (const ownerId of [1001, 1002, 1003]) {
      this.operatorAccount({ ...account, ownerId, accountType: 2, accountClass: 1 });
    }
    this.operatorAccount({
      kind: CommandKind.defineInstrument,
      instrumentId: 1,
      baseAssetId: 1,
      quoteAssetId: 2,
      priceDecimals: 2,
      lotDecimals: 2,
      priceTicksMin: 1,
      priceTicksMax: 100_000,
      sizeLotsMin: 1,
      sizeLotsMax: 1_000_000,
      marketSizeLotsMax: 1_000_000,
      notionalUnitsMin: 1n,
      bandLowPpm: 500_000,
      bandHighPpm: 2_000_000,
      marketGuardBps: 1_000,
      openOrdersCountMax: 100,
      stopOrdersCountMax: 100,
      icebergPartsCountMax: 100,
      trailingDeltaBpsMin: 1,
      trailingDeltaBpsMax: 5_000,
      amendsCountMax: 10,
      closeOutUnitsMax: 1_000_000n,
      selfTradeModesMask: 126,
      selfTradeModeDefault: 2,
      tradeArea: 1,
      ...changes,
    });
    this.operatorAccount({ kind: CommandKind.setReferencePrice, instrumentId: 1, priceTicks: 100 });
    this.operatorAccount({ kind: CommandKind.setMarketState, instrumentId: 1, state: 4 });
    const move = { kind: CommandKind.transfer, fromAccountId: 1, reason: 5, reference: 0 };
    for (const toAccountId of [users.a, users.b, users.c]) {
      this.operatorAccount({ ...move, toAccountId, assetId: 1, amountUnits: 1_000_000n });
      this.operatorAccount({ ...move, toAccountId, assetId: 2, amountUnits: 1_000_000_000n });
    }
  }

  private send(command: object): string[] {
    this.sequence += 1;
    const at = { sequence: this.sequence, atMs: this.atMs };
    const events = applyCommand(this.model, command as Command, at);
    const faults = findFaults(this.model);
    if (faults.length > 0) throw new Error(faults.join('; '));
    return events.map(emitEvent).filter((line) => line !== undefined);
  }

  /** A command of the operator. */
  operatorAccount(command: object): string[] {
    return this.send({ ...envelope, source: 3, actorId: 2, ...command });
  }

  /** A command of a user, named by account. */
  user(account: number, command: object): string[] {
    return this.send({ ...envelope, source: 2, actorId: 997 + account, ...command });
  }

  /** Place an order. */
  place(account: number, it: object): string[] {
    const place = { kind: CommandKind.placeOrder, isTest: false };
    return this.user(account, { ...place, ...terms(account, it) });
  }

  /** Buy with a limit. */
  buy(account: number, priceTicks: number, sizeLots: number): string[] {
    return this.place(account, { priceTicks, sizeLots });
  }

  /** Sell with a limit. */
  sell(account: number, priceTicks: number, sizeLots: number): string[] {
    return this.place(account, { side: 1, priceTicks, sizeLots });
  }

  /** Place a list. */
  list(account: number, listType: number, legs: readonly object[]): string[] {
    const full = legs.map((leg) => terms(account, leg));
    return this.user(account, { kind: CommandKind.placeOrderList, listType, legs: full });
  }

  /** Let time pass to a moment. */
  pass(atMs: number): string[] {
    this.atMs = atMs;
    return this.operatorAccount({ kind: CommandKind.time, source: 4 });
  }

  /** Available and held of an asset as text. */
  balance(account: number, assetId: number): string {
    const balance = this.model.balances.get(account * 1024 + assetId);
    return `${balance?.available ?? 0n} + ${balance?.held ?? 0n}`;
  }
}
