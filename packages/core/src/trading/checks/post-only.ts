// Decides when a post-only order is rejected: when the best price of the other side is within its
// limit, so that it would take instead of make. It does not matter whose order is there.
// Called as one of the last checks of placing (check-order.ts) and of legs that go live (lists/).
import type { OrderTerms } from '../../command.ts';
import * as ladderNames from '../../book/ladder.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';

const { sidesPerMarket } = ladderNames;
const { Side, TimeInForce } = wordsNames;

/** Make the check of post-only orders. */
export function createPostOnlyCheck({ book, refusal }: TradingContext) {
  const { readBestPrice } = book.ladder;

  /**
   * Refuse a post-only order that would take.
   *
   * @returns 0, or `post_only_would_take` with its price and the best opposite price.
   * @source docs/rules/spot.md 5.7
   */
  function checkPostOnly(terms: OrderTerms, market: number): number {
    if (terms.timeInForce !== TimeInForce.postOnly) return 0;
    const isBuy = terms.side === Side.buy;
    const best = readBestPrice(market * sidesPerMarket + (isBuy ? Side.sell : Side.buy));
    if (best === 0) return 0;
    const wouldTake = isBuy ? best <= terms.priceTicks : best >= terms.priceTicks;
    return wouldTake ? refusal.refuse('post_only_would_take', terms.priceTicks, best) : 0;
  }

  return checkPostOnly;
}
