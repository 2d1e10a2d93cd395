// What must hold after every step, computed from scratch. Called by the comparison after every
// command, and by the model's own tests.
import { AccountClass, MarketState } from '@isobath/core/words';
import * as orders from './orders.ts';
import * as state from './state.ts';
import { isMarketType, type Market, type Model, openLots } from './state.ts';

function checkBalances(model: Model, faults: string[]): void {
  const sums = new Map<number, bigint>();
  for (const { accountId, assetId, available, held } of model.balances.values()) {
    sums.set(assetId, (sums.get(assetId) ?? 0n) + available + held);
    const { accountClass } = state.readAccount(model, accountId);
    const isWallet = accountClass === AccountClass.wallet;
    const name = `account ${accountId} asset ${assetId}: ${available} + ${held}`;
    if (isWallet && (available < 0n || held < 0n)) faults.push(`negative wallet ${name}`);
    if (!isWallet && held !== 0n) faults.push(`held outside a wallet ${name}`);
    if (accountClass === AccountClass.contra && available > 0n) faults.push(`contra ${name}`);
  }
  for (const [assetId, sum] of sums) if (sum !== 0n) faults.push(`asset ${assetId} sums to ${sum}`);
}

function checkHolds(model: Model, faults: string[]): void {
  const holds = new Map<state.Balance, bigint>();
  for (const order of model.orders) {
    const market = state.readMarket(model, order.instrumentId);
    const { assetId } = state.paidAsset(market, order.side);
    const balance = model.balances.get(order.accountId * 1024 + assetId);
    if (balance !== undefined) holds.set(balance, (holds.get(balance) ?? 0n) + order.holdUnits);
    const isBuy = order.side === 0;
    const open = openLots(order);
    const need = isBuy
      ? state.quoteUnits(market, order.priceTicks, open)
      : state.baseUnits(market, open);
    if (order.isResting && order.holdUnits !== need) faults.push(`hold of order ${order.orderId}`);
    if (order.status === 2 && order.holdUnits !== 0n) faults.push(`pending hold ${order.orderId}`);
    if (order.status === 0 && !order.isResting) faults.push(`stray order ${order.orderId}`);
    if (order.quoteAmountUnits === 0n && open <= 0) faults.push(`empty order ${order.orderId}`);
    if (order.isResting && isMarketType(order.orderType)) faults.push(`market ${order.orderId}`);
  }
  for (const [balance, sum] of holds) {
    if (sum > balance.held)
      faults.push(`holds of account ${balance.accountId} exceed what is held`);
  }
}

function checkBook(market: Market, faults: string[]): void {
  const name = `market ${market.instrumentId}`;
  for (const side of [market.bids, market.asks]) {
    side.forEach((order, place) => {
      const before = side[place - 1];
      const isSorted =
        before === undefined || orders.isWithin(order.side, before.priceTicks, order.priceTicks);
      if (!isSorted || order.visibleLeftLots < 1 || order.visibleLeftLots > openLots(order)) {
        faults.push(`${name}: place of order ${order.orderId}`);
      }
    });
  }
  const [bid, ask] = [market.bids[0], market.asks[0]];
  const isCrossed = bid !== undefined && ask !== undefined && bid.priceTicks >= ask.priceTicks;
  if (isCrossed && market.state === MarketState.trading) faults.push(`${name} is crossed`);
  if (market.seen !== null) faults.push(`${name}: trades nobody looked at`);
}

/** Everything that is wrong with the state; empty when all is well. */
export function findFaults(model: Model): string[] {
  const faults: string[] = [];
  checkBalances(model, faults);
  checkHolds(model, faults);
  for (const market of model.markets) checkBook(market, faults);
  if (model.filledLists.length > 0) faults.push('a filled list was left waiting');
  return faults;
}
