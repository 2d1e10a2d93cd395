// The logical state as text, in the order of docs/rules/core.md 8. It hashes nothing.
// Called by the comparison.
import { OrderType } from '@isobath/core/words';
import type { Market, Model, Order, OrderList } from './state.ts';

const bit = (value: boolean): number => (value ? 1 : 0);

function dumpInstrument(market: Market): string {
  const it = market.limits;
  const limits = [
    it.priceTicksMin,
    it.priceTicksMax,
    it.sizeLotsMin,
    it.sizeLotsMax,
    it.marketSizeLotsMax,
    it.notionalUnitsMin,
    it.bandLowPpm,
    it.bandHighPpm,
    it.marketGuardBps,
    it.openOrdersCountMax,
    it.stopOrdersCountMax,
    it.icebergPartsCountMax,
    it.trailingDeltaBpsMin,
    it.trailingDeltaBpsMax,
    it.amendsCountMax,
    it.closeOutUnitsMax,
    it.selfTradeModesMask,
    it.selfTradeModeDefault,
    it.tradeArea,
  ];
  const { instrumentId, base, quote, priceDecimals, lotDecimals, state } = market;
  const times = `${market.noCancelAtMs} ${market.openAtMs}`;
  const last = `${market.lastTradeTicks} ${market.lastTradeId} ${market.lastUpdateId}`;
  const names = `${instrumentId} ${base.assetId} ${quote.assetId} ${priceDecimals} ${lotDecimals}`;
  const rest = `${state} ${times} ${market.referenceTicks} ${last}`;
  return `instrument ${names} ${limits.join(' ')} ${rest}`;
}

function dumpOrder(order: Order): string {
  const numbers = [
    order.orderId,
    order.accountId,
    order.instrumentId,
    order.side,
    order.orderType,
    order.timeInForce,
    order.selfTradeMode,
    order.status,
    order.priceTicks,
    order.sizeLots,
    order.executedLots,
    order.preventedLots,
    order.visibleLeftLots,
    order.holdUnits,
    order.listId,
    order.makerPpm,
    order.takerPpm,
    order.amendsCount,
    order.quoteAmountUnits,
    order.stopPriceTicks,
    order.trailingDeltaBps,
    order.activationPriceTicks,
    bit(order.isActivated && order.orderType === OrderType.trailingStop),
    order.visibleLots,
    order.slippageBps,
    order.expireAtMs,
    order.clientOrderId.join('.'),
  ];
  return `order ${numbers.join(' ')}`;
}

function dumpList(list: OrderList): string {
  const { listId, accountId, instrumentId, listType } = list;
  const legs = list.legs.map((leg) => leg?.orderId ?? 0).join('.');
  return `list ${listId} ${accountId} ${instrumentId} ${listType} ${legs}`;
}

function dumpKeys(model: Model): string[] {
  return [...model.keys.values()]
    .filter((key) => key.deadlineMs >= model.coreTimeMs)
    .sort((a, b) => a.actorId - b.actorId || a.keyHigh - b.keyHigh || a.keyLow - b.keyLow)
    .map((key) => {
      const answer = `${key.bodyHash} ${key.sequence} ${key.code} ${key.deadlineMs}`;
      const facts = key.facts.length === 0 ? '-' : key.facts.join('.');
      return `key ${key.actorId} ${key.keyHigh} ${key.keyLow} ${answer} ${facts}`;
    });
}

function dumpQueue(model: Model, market: Market): string[] {
  const mine = model.orders.filter((order) => order.instrumentId === market.instrumentId);
  return [
    ...[...market.bids, ...market.asks].map((order) => `resting ${order.orderId}`),
    ...mine.filter((order) => order.status === 1).map((order) => `dormant ${order.orderId}`),
    ...mine.filter((order) => order.status === 2).map((order) => `pending ${order.orderId}`),
  ];
}

function dumpFees(model: Model, markets: readonly Market[]): string[] {
  const rows: [number, Market['fees']][] = markets.map((it) => [it.instrumentId, it.fees]);
  if (model.defaultFees !== null) rows.unshift([0, model.defaultFees]);
  return rows.map(([id, it]) => `fees ${id} ${it.makerPpm.join(' ')} ${it.takerPpm.join(' ')}`);
}

function dumpLedger(model: Model): string[] {
  const owners = [...model.owners.values()]
    .filter((it) => it.vipLevel > 0 || it.group > 0 || it.lastPrivateNumber > 0)
    .sort((one, other) => one.ownerId - other.ownerId);
  const balances = [...model.balances.values()]
    .filter((it) => it.available !== 0n || it.held !== 0n)
    .sort((one, other) => one.accountId - other.accountId || one.assetId - other.assetId);
  return [
    ...owners.map((it) => `owner ${it.ownerId} ${it.vipLevel} ${it.group} ${it.lastPrivateNumber}`),
    ...model.accounts.map(
      (it) =>
        `account ${it.accountId} ${it.ownerId} ${it.accountType} ${it.scope} ` +
        `${bit(it.isMock)} ${it.accountClass}`,
    ),
    ...balances.map((it) => `balance ${it.accountId} ${it.assetId} ${it.available} ${it.held}`),
  ];
}

/** The state as text, each line ended by LF. */
export function dumpState(model: Model): string {
  const markets = [...model.markets].sort((one, other) => one.instrumentId - other.instrumentId);
  const assets = [...model.assets].sort((one, other) => one.assetId - other.assetId);
  const deadMen = [...model.deadMen].sort((one, other) => one.accountId - other.accountId);
  const today = Math.floor(model.coreTimeMs / 86_400_000);
  const closeOuts = model.closeOuts
    .filter((it) => it.day === today)
    .sort((one, other) => one.accountId - other.accountId || one.assetId - other.assetId);
  const { lastSequence, coreTimeMs, rulesVersion, nextOrderId, nextListId } = model;
  const next = `${model.accounts.length + 1} ${nextOrderId} ${nextListId}`;
  const lines = [
    `core ${lastSequence} ${coreTimeMs} ${rulesVersion} ${next}`,
    ...assets.map((it) => `asset ${it.assetId} ${it.scale} ${bit(it.isMock)}`),
    ...markets.map(dumpInstrument),
    ...dumpFees(model, markets),
    ...dumpLedger(model),
    ...markets.flatMap((market) => dumpQueue(model, market)),
    ...model.orders.map(dumpOrder),
    ...model.lists.map(dumpList),
    ...deadMen.map((it) => `deadman ${it.accountId} ${it.dueAtMs} ${it.timeoutMs}`),
    ...dumpKeys(model),
    ...closeOuts.map((it) => `closeout ${it.accountId} ${it.assetId} ${it.day}`),
  ];
  return `${lines.join('\n')}\n`;
}
