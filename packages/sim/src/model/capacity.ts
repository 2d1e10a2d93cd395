// Whether there is room for a command: docs/rules/core.md 9, counted from scratch. These are limits
// of one installation, not rules of trading; the model asks and knows nothing of them. Fee plans,
// balances, holds and close-outs are not counted: no run can fill them. Called by apply.ts.
import type { Command, EngineSizes } from '@isobath/core';
import { CommandKind as Kind } from '@isobath/core/command';
import { Source } from '@isobath/core/words';
import { isInvolved } from './positions.ts';
import { attempt, type Model, type Order, refuse } from './state.ts';

const pageTicks = 512;
function ask(capacity: number, [used, needed, countMax]: readonly [number, number, number]): void {
  if (used + needed > countMax) refuse('capacity_exceeded', capacity, countMax);
}
/** Rooms 1 and 2, for a command with a key that is not remembered. @rejects capacity_exceeded */
function checkKeyCapacity(model: Model, { actorId, source }: Command): void {
  if (model.sizes === null) return;
  const { keysMax } = model.sizes;
  const living = [...model.keys.values()].filter((it) => it.deadlineMs >= model.coreTimeMs);
  const isOfUser = source === Source.web || source === Source.api;
  ask(1, [living.length, 1, isOfUser ? keysMax - Math.floor(keysMax / 8) : keysMax]);
  const own = living.filter((it) => it.actorId === actorId);
  if (isOfUser) ask(2, [own.length, 1, Math.floor(keysMax / 64)]);
}
function countPages(model: Model): number {
  const resting = new Set<string>();
  const note = ({ market, side, priceTicks }: Order): unknown =>
    resting.add(`${market.instrumentId} ${side} ${Math.floor(priceTicks / pageTicks)}`);
  for (const { bids, asks } of model.markets) for (const order of [...bids, ...asks]) note(order);
  return resting.size + model.orders.filter(({ status }) => status !== 0).length;
}
function countOrders(command: Command): number {
  if (command.kind === Kind.placeContractOrder) return 1;
  if (command.kind === Kind.placeOrder || command.kind === Kind.cancelReplace) return 1;
  if (command.kind === Kind.placeOrderList) return 3;
  if (command.kind !== Kind.batchOrders) return 0;
  return Math.min(20, command.items.filter(({ action }) => action === 'place').length);
}
function checkOrders(model: Model, sizes: EngineSizes, command: Command): void {
  const needed = countOrders(command);
  if (needed === 0) return;
  ask(7, [model.orders.length, needed, sizes.ordersMax]);
  // No order takes more than one page: few orders need not be looked at.
  const pagesMax = sizes.bookPagesMax - 1;
  if (model.orders.length + needed > pagesMax) ask(8, [countPages(model), needed, pagesMax]);
  if (command.kind === Kind.placeOrderList) ask(9, [model.lists.length, 1, sizes.listsMax]);
}
/** Accounts with lots, orders or settings of a contract, each contract counted. */
function checkPositions(model: Model, { positionsMax }: EngineSizes, command: Command): void {
  if (command.kind !== Kind.placeContractOrder && command.kind !== Kind.setContractSettings) return;
  const all = model.contracts.flatMap(({ market }) =>
    model.accounts
      .filter(({ accountId }) => isInvolved(model, accountId, market))
      .map(({ accountId }) => ({ accountId, instrumentId: market.instrumentId })),
  );
  const isKnown = all.some(
    (it) => it.accountId === command.accountId && it.instrumentId === command.instrumentId,
  );
  ask(13, [all.length, isKnown ? 0 : 1, positionsMax]);
}
const freeing: readonly number[] = [Kind.cancelOrder, Kind.cancelOrderList, Kind.cancelAllOrders];
/** True for what is done also where its key finds no room. */
const isFreeing = ({ kind }: Command): boolean => freeing.includes(kind);
/** True when an outcome can be remembered under the key of its command. */
export const hasKeyCapacity = (model: Model, command: Command): boolean =>
  !isFreeing(command) || attempt(() => checkKeyCapacity(model, command)) === undefined;
/** Every room, for a command that is not a repeat. @rejects capacity_exceeded */
export function checkCapacity(model: Model, command: Command, isKeyed: boolean): void {
  if (isKeyed && !isFreeing(command)) checkKeyCapacity(model, command);
  const { sizes } = model;
  if (sizes === null) return;
  const { kind } = command;
  if (kind === Kind.openAccount) ask(3, [model.accounts.length, 1, sizes.accountsMax]);
  if (kind === Kind.openAccount || kind === Kind.setVipLevel || kind === Kind.setSelfTradeGroup) {
    ask(4, [model.owners.size, model.owners.has(command.ownerId) ? 0 : 1, sizes.ownersMax]);
  }
  if (kind === Kind.defineInstrument) ask(5, [model.markets.length, 1, sizes.instrumentsMax]);
  if (kind === Kind.defineContract) ask(5, [model.markets.length, 1, sizes.instrumentsMax]);
  if (kind === Kind.defineIndex) {
    const isKnown = model.indexes.some((it) => it.indexId === command.indexId);
    ask(16, [model.indexes.length, isKnown ? 0 : 1, sizes.indexesMax]);
  }
  checkOrders(model, sizes, command);
  checkPositions(model, sizes, command);
}
