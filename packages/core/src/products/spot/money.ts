// The money of spot as trading asks for it: holds, what an order needs, what a fill moves.
// Not here: the rules of orders (trading/). Made by createTrading.
import * as moneyNames from '../../trading/money.ts';
import type { Money, MoneyParts } from '../../trading/money.ts';
import { createFills } from './fills.ts';
import { createHolds } from './holds.ts';
import { createFundsChecks } from './order-funds.ts';

const { Admission } = moneyNames;

/** Make the money of spot. */
export function createSpotMoney({ tradingContext, records, sizes }: MoneyParts): Money {
  const { markets, ledger } = tradingContext;
  const { balances } = ledger;
  const { accounts } = ledger;
  const funds = createFundsChecks(tradingContext, sizes);
  const holds = createHolds(tradingContext, records);
  const fills = createFills(tradingContext);
  return {
    mayTrade: (accountId, actorId, market) =>
      accounts.isSpotWallet(accountId, actorId, markets.readMock(market)),
    calculateNeed: funds.calculateHold,
    check: funds.checkBalance,
    checkAmount: funds.checkAvailable,
    open: (terms, market) => balances.hold(funds.findPayRow(terms, market)),
    calculateLive: holds.calculateLive,
    calculateHeld: holds.calculateHeld,
    increase: (slot) => balances.hold(holds.findHoldRow(slot)),
    reduce: (slot) => balances.release(holds.findHoldRow(slot)),
    finish: holds.releaseAll,
    fill(taker, maker, market) {
      fills.fill(taker, maker, market);
      return false;
    },
    admit: () => Admission.trade,
    boundGuard: (guardTicks) => guardTicks,
    fillFree: fills.fillFree,
    fillAuction: fills.fillAuction,
    countAffordable: funds.countAffordable,
  };
}
