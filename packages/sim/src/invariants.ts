// What must hold after every step, calculated from scratch. Called by the comparison and by the
// model's own tests.
import { AccountClass, MarketState } from '@isobath/core/words';
import { calculateNeed, isWithin } from './model/match.ts';
import { findHouse } from './model/positions.ts';
import * as state from './model/state.ts';
import { type Market, type Model, type Order, openLots } from './model/state.ts';

/** True for a balance that its account may not have. */
function isWrongBalance(model: Model, { accountId, available, held }: state.Balance): boolean {
  const accountClass = model.accounts[accountId - 1]?.accountClass;
  if (accountClass === AccountClass.wallet) return available < 0n || held < 0n;
  return held !== 0n || (accountClass === AccountClass.contra && available > 0n);
}

function isWrongOrder(order: Order): boolean {
  const need = calculateNeed(order.market, order, openLots(order));
  const isHoldWrong =
    (order.isResting && order.holdUnits !== need) || (order.status === 2 && order.holdUnits !== 0n);
  const isEmpty = order.quoteAmountUnits === 0n && openLots(order) <= 0;
  const isMisplaced = order.isResting !== (order.status === 0);
  const isForeign = order.isResting && state.isMarketType(order.orderType);
  return isHoldWrong || isEmpty || isMisplaced || isForeign || order.closedAs !== 0;
}

/** True for an order that stands before a better one, or shows what it has not. */
function isWrongPlace(order: Order, before: Order | undefined): boolean {
  const { side, priceTicks, visibleLeftLots } = order;
  const isBehind = before === undefined || isWithin(side, before.priceTicks, priceTicks);
  return !isBehind || visibleLeftLots < 1 || visibleLeftLots > openLots(order);
}

function isWrongMarket({ bids, asks, state: now, tradedTicks }: Market): boolean {
  const [bid, ask] = [bids[0]?.priceTicks ?? 0, asks[0]?.priceTicks ?? Number.POSITIVE_INFINITY];
  const isCrossed = bid >= ask && now === MarketState.trading;
  const isSideWrong = (side: readonly Order[]): boolean =>
    side.some((order, place) => isWrongPlace(order, side[place - 1]));
  return isCrossed || tradedTicks.length > 0 || isSideWrong(bids) || isSideWrong(asks);
}

/** Positions of a contract cancel out, and clearing has what they were opened for. */
function findContractFaults(model: Model): string[] {
  return model.contracts.flatMap((contract) => {
    const { instrumentId } = contract.market;
    const own = model.positions.filter((it) => it.market === contract.market);
    const lots = own.reduce((sum, it) => sum + it.lots, 0n);
    const signed = (it: state.Position): bigint => (it.lots < 0n ? -it.entryUnits : it.entryUnits);
    const entries = own.reduce((sum, it) => sum + signed(it), 0n);
    const clearing = findHouse(model, contract)?.clearing;
    const stands = clearing && state.readBalance(model, clearing, contract.settle).available;
    const isWrong = lots !== 0n || (stands ?? 0n) !== -entries;
    return isWrong ? [`positions of ${instrumentId}: ${lots} lots, clearing ${stands}`] : [];
  });
}

/** Everything that is wrong with the state; empty when all is well. */
export function findFaults(model: Model): string[] {
  const faults: string[] = [];
  const sums = new Map<number, bigint>();
  for (const balance of model.balances.values()) {
    const { accountId, assetId, available, held } = balance;
    if (isWrongBalance(model, balance)) {
      faults.push(`account ${accountId} asset ${assetId} has what it may not`);
    }
    if (available === 0n && held === 0n) continue;
    sums.set(assetId, (sums.get(assetId) ?? 0n) + available + held);
  }
  for (const [assetId, sum] of sums) {
    if (sum !== 0n) faults.push(`asset ${assetId} sums to ${sum}`);
  }
  const holds = new Map<state.Balance, bigint>();
  for (const order of model.orders) {
    if (isWrongOrder(order)) faults.push(`order ${order.orderId}`);
    if (order.holdUnits === 0n) continue;
    const balance = state.readBalance(model, order, state.readPaid(order.market, order.side));
    holds.set(balance, (holds.get(balance) ?? 0n) + order.holdUnits);
  }
  for (const [{ accountId, held }, sum] of holds) {
    if (sum > held) faults.push(`holds of account ${accountId} exceed what is held`);
  }
  for (const market of model.markets) {
    if (isWrongMarket(market)) faults.push(`market ${market.instrumentId}`);
  }
  faults.push(...findContractFaults(model));
  for (const { listId } of model.filledLists) {
    faults.push(`the filled list ${listId} was left waiting`);
  }
  return faults;
}
