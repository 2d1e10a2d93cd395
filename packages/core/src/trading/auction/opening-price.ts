// The price at which a call auction would open: the candidates are the limit prices in the book,
// the choice is by volume, surplus, nearness to the reference, direction (docs/rules/spot.md 10).
// It changes nothing. Called for the indication of each second and for the uncross.
import * as ladderNames from '../../book/ladder.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import type { TradingContext } from '../trading-context.ts';

const { askSide, bidSide, sidesPerMarket } = ladderNames;
const { orderIntsStride, orderNext, orderNumbersStride, orderOpenLots } = orderPoolNames;

/** What the auction would do; all 0 when nothing crosses. */
export interface Opening {
  readonly priceTicks: number;
  readonly volumeLots: number;
  /** Above 0: more to buy than to sell at this price. */
  readonly surplusLots: number;
}

/** Open lots at one price. */
interface PriceLots {
  readonly priceTicks: number;
  readonly lots: number;
}

const noOpening: Opening = { priceTicks: 0, volumeLots: 0, surplusLots: 0 };

/** Keep the candidates whose score is the lowest. */
function keepLowest(openings: readonly Opening[], score: (opening: Opening) => number): Opening[] {
  const lowest = openings.reduce((least, opening) => Math.min(least, score(opening)), Infinity);
  return openings.filter((opening) => score(opening) === lowest);
}

/**
 * Choose among candidates.
 *
 * @param openings - by rising price, at least one.
 * @param referenceTicks - 0 = none.
 */
export function chooseOpening(openings: readonly Opening[], referenceTicks: number): Opening {
  let left = keepLowest(openings, (opening) => -opening.volumeLots);
  left = keepLowest(left, (opening) => Math.abs(opening.surplusLots));
  if (referenceTicks !== 0) {
    left = keepLowest(left, (opening) => Math.abs(opening.priceTicks - referenceTicks));
  }
  const isAllSurplus = left.every((opening) => opening.surplusLots > 0);
  return isAllSurplus ? left[left.length - 1] : left[0];
}

/** Make the calculation. */
export function createOpeningPrice({ book, markets }: TradingContext) {
  const { orderInts, orderNumbers } = book.pool;
  const { readBestPrice, readNextPrice, findLevel, readHead } = book.ladder;

  function sumLevel(level: number): number {
    let lots = 0;
    let slot = readHead(level);
    for (; slot !== 0; slot = orderInts[slot * orderIntsStride + orderNext]) {
      lots += orderNumbers[slot * orderNumbersStride + orderOpenLots];
    }
    return lots;
  }

  /** The levels of a side that reach a price of the other side, best first. */
  function listCrossed(side: number, isCrossed: (price: number) => boolean): PriceLots[] {
    const levels: PriceLots[] = [];
    let price = readBestPrice(side);
    for (; price !== 0 && isCrossed(price); price = readNextPrice(side, price)) {
      levels.push({ priceTicks: price, lots: sumLevel(findLevel(side, price)) });
    }
    return levels;
  }

  /** Volume and surplus at each candidate, by rising price. */
  function listOpenings(bids: readonly PriceLots[], asks: readonly PriceLots[]): Opening[] {
    const prices = [...new Set([...bids, ...asks].map((level) => level.priceTicks))];
    prices.sort((left, right) => left - right);
    let bidLots = bids.reduce((sum, level) => sum + level.lots, 0);
    let askLots = 0;
    let [nextBid, nextAsk] = [bids.length - 1, 0];
    return prices.map((priceTicks) => {
      for (; nextAsk < asks.length && asks[nextAsk].priceTicks <= priceTicks; nextAsk += 1) {
        askLots += asks[nextAsk].lots;
      }
      for (; nextBid >= 0 && bids[nextBid].priceTicks < priceTicks; nextBid -= 1) {
        bidLots -= bids[nextBid].lots;
      }
      return { priceTicks, volumeLots: Math.min(bidLots, askLots), surplusLots: bidLots - askLots };
    });
  }

  /** What the auction of a market would do now. */
  function calculateOpening(market: number): Opening {
    const bids = market * sidesPerMarket + bidSide;
    const asks = market * sidesPerMarket + askSide;
    const bestBid = readBestPrice(bids);
    const bestAsk = readBestPrice(asks);
    if (bestBid === 0 || bestAsk === 0 || bestBid < bestAsk) return noOpening;
    const openings = listOpenings(
      listCrossed(bids, (price) => price >= bestAsk),
      listCrossed(asks, (price) => price <= bestBid),
    );
    return chooseOpening(openings, markets.readReferenceTicks(market));
  }

  return calculateOpening;
}
