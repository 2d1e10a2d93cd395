// What an order has to hold, whether the account has it, and how much a taker can pay for.
// It moves nothing. Called through money.ts by the checks of trading and when an order is opened.
import type { OrderTerms } from '../../command.ts';
import * as ladderNames from '../../book/ladder.ts';
import * as wordsNames from '../../words.ts';
import type { Offer } from '../../trading/money.ts';
import type { TradingContext } from '../../trading/trading-context.ts';
import * as orderShapeNames from '../../trading/checks/order-shape.ts';
import type { SizeChecks } from '../../trading/checks/order-size.ts';

const { sidesPerMarket } = ladderNames;
const { OrderType, Side } = wordsNames;
const { isLimitType } = orderShapeNames;

/** Make the checks of money. */
export function createFundsChecks(tradingContext: TradingContext, sizeChecks: SizeChecks) {
  const { ledger, book, markets, refusal } = tradingContext;
  const { units, balances } = ledger;
  const { ladder } = book;

  /** Where an order's hold comes from: the quote row of a buyer, the base row of a seller. */
  function findPayRow({ accountId, side }: OrderTerms, market: number): number {
    const isBuy = side === Side.buy;
    return isBuy ? markets.findQuoteRow(accountId, market) : markets.findBaseRow(accountId, market);
  }

  /** Set scratch `amount` to what an order holds from its opening on. */
  function calculateHold(terms: OrderTerms, market: number): void {
    const isBuy = terms.side === Side.buy;
    if (isLimitType(terms.orderType)) {
      if (isBuy) {
        units.calculate(terms.priceTicks * terms.sizeLots, units.quoteFactorAt(market));
      } else {
        units.calculate(terms.sizeLots, units.baseFactorAt(market));
      }
    } else if (terms.orderType === OrderType.market) {
      units.clearAmount();
    } else if (terms.quoteAmountUnits !== 0n) {
      units.setAmount(isBuy ? terms.quoteAmountUnits : 0n);
    } else if (isBuy) {
      const price = sizeChecks.readValuePrice(terms, market);
      units.calculate(price * terms.sizeLots, units.quoteFactorAt(market));
    } else {
      units.calculate(terms.sizeLots, units.baseFactorAt(market));
    }
  }

  /** Set scratch `amount` to what a market order must at least have available to begin. */
  function calculateMarketNeed(terms: OrderTerms, market: number): void {
    if (terms.side === Side.sell) {
      const lots = terms.quoteAmountUnits === 0n ? terms.sizeLots : 1;
      units.calculate(lots, units.baseFactorAt(market));
    } else if (terms.quoteAmountUnits !== 0n) {
      units.setAmount(terms.quoteAmountUnits);
    } else {
      const asks = market * sidesPerMarket + Side.sell;
      const best = ladder.readBestPrice(asks);
      const lots = best === 0 ? 0 : Math.min(terms.sizeLots, readBestTotal(asks));
      const perTickLot = units.readFactor(units.quoteFactorAt(market));
      units.setAmount(BigInt(best) * BigInt(lots) * perTickLot);
    }
  }

  function readBestTotal(side: number): number {
    return ladder.readTotal(ladder.readBestLevel(side));
  }

  /** `balance_too_low`: the account has available what the order needs; left in `amount`. */
  function checkBalance(terms: OrderTerms, market: number): number {
    if (terms.orderType === OrderType.market) calculateMarketNeed(terms, market);
    else calculateHold(terms, market);
    return checkAvailable(terms, market);
  }

  /** `balance_too_low` for the need in scratch `amount`. */
  function checkAvailable(terms: OrderTerms, market: number): number {
    const row = findPayRow(terms, market);
    if (balances.hasAvailable(row)) return 0;
    return refusal.refuse('balance_too_low', balances.readAvailable(row), units.readAmount());
  }

  /** Lots that the account can pay for at a price, at most as many as are offered. */
  function countAffordable({ accountId, isBuy, market, priceTicks, lotsMax }: Offer): number {
    const perLot = isBuy
      ? BigInt(priceTicks) * units.readFactor(units.quoteFactorAt(market))
      : units.readFactor(units.baseFactorAt(market));
    const row = isBuy
      ? markets.findQuoteRow(accountId, market)
      : markets.findBaseRow(accountId, market);
    const lots = balances.readAvailable(row) / perLot;
    return lots < BigInt(lotsMax) ? Number(lots) : lotsMax;
  }

  return { findPayRow, calculateHold, checkBalance, checkAvailable, countAffordable };
}
