// Which markets a keyword finds, and in what order. Pure: no table, no clock.
import type { FoundSpot } from '@isobath/wire';

/** A market with what a search looks at. */
export interface Searchable {
  readonly found: FoundSpot;
  /** Such as "Bitcoin". */
  readonly coinName: string;
  /** Of the last 24 hours, for the order among equals. */
  readonly turnoverUnits: bigint;
}

/** How well a market fits: 3 exact, 2 beginning, 1 any part, 0 not at all. */
function rateFit({ found, coinName }: Searchable, keyword: string): number {
  const base = found.baseCurrency.toLowerCase();
  const pair = found.symbol.replace('_', '');
  const words = [base, coinName.toLowerCase(), pair];
  if (words.includes(keyword)) return 3;
  if (words.some((word) => word.startsWith(keyword))) return 2;
  return words.some((word) => word.includes(keyword)) ? 1 : 0;
}

/** Larger turnover first. */
export function compareTurnover(one: Searchable, two: Searchable): number {
  if (one.turnoverUnits === two.turnoverUnits) return one.found.tradeId - two.found.tradeId;
  return one.turnoverUnits > two.turnoverUnits ? -1 : 1;
}

/**
 * Find markets by name of coin or pair; "/", "_", "-" and spaces in a pair do not matter.
 *
 * @returns the best first; none for an empty keyword.
 */
export function findMarkets(all: readonly Searchable[], keyword: string): FoundSpot[] {
  const wanted = keyword.toLowerCase().replaceAll(/[\s/_-]/g, '');
  if (wanted === '') return [];
  return all
    .map((market) => ({ market, fit: rateFit(market, wanted) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, two) => two.fit - one.fit || compareTurnover(one.market, two.market))
    .map(({ market }) => market.found);
}
