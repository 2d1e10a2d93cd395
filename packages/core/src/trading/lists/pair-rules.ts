// The rules of an OCO pair, placed at once or gone live later: on which side of last the price of
// its first leg lies, what its stop leg holds beyond the first leg's hold, whether both are
// affordable.
// Called by place-list.ts and go-live.ts.
import type { OrderTerms } from '../../command.ts';
import * as wordsNames from '../../words.ts';
import type { Money } from '../money.ts';
import type { TradingContext } from '../trading-context.ts';

const { ListType, OrderType, Side } = wordsNames;

/** The rules of pairs. */
export type PairRules = ReturnType<typeof createPairRules>;

/** Make the rules of pairs. */
export function createPairRules(tradingContext: TradingContext, money: Money) {
  const { markets, refusal, ledger } = tradingContext;
  const { units } = ledger;

  /** `list_legs_wrong` 0: a sell's limit lies above last, a buy's below. */
  function checkPriceSide(limit: OrderTerms, market: number): number {
    if (limit.orderType !== OrderType.limit) return 0;
    const last = markets.readReferenceTicks(market);
    const isRight = limit.side === Side.sell ? limit.priceTicks > last : limit.priceTicks < last;
    return isRight ? 0 : refusal.refuse('list_legs_wrong', ListType.oco, 0);
  }

  function readNeed(order: OrderTerms, market: number): bigint {
    money.calculateNeed(order, market);
    return units.readAmount();
  }

  /** What the stop leg holds: its own need beyond the limit leg's hold. */
  function calculateStopHold(limit: OrderTerms, stop: OrderTerms, market: number): bigint {
    const beyond = readNeed(stop, market) - readNeed(limit, market);
    return beyond > 0n ? beyond : 0n;
  }

  /** `balance_too_low`: the account has available what both legs hold together. */
  function checkPairFunds(limit: OrderTerms, stop: OrderTerms): number {
    const market = markets.findSlot(limit.instrumentId);
    units.setAmount(readNeed(limit, market) + calculateStopHold(limit, stop, market));
    return money.checkAmount(limit, market);
  }

  return { checkPriceSide, calculateStopHold, checkPairFunds };
}
