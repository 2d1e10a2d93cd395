// The price of an index from its components, docs/rules/contracts.md 1. Whole numbers, exact.
// Not here: which components are live. Called by the price process and by whoever verifies what it
// told.

/** A live component: its price in subticks, above 0, and its weight, a whole number above 0. */
export interface LiveComponent {
  readonly priceSub: number;
  readonly weight: number;
}

/** How an index is made of its components. */
export interface IndexTerms {
  readonly componentsMin: number;
  readonly outlierPpm: number;
}

const ppm = 1_000_000n;

/** Median; of an even count the mean of the two in the middle, down. */
export function calculateMedian(prices: readonly number[]): number {
  const sorted = prices.map(BigInt).sort((a, b) => (a < b ? -1 : Number(a > b)));
  const middle = Math.floor(sorted.length / 2);
  const [below, above] = [sorted[middle - 1] ?? 0n, sorted[middle] ?? 0n];
  return Number(sorted.length % 2 === 1 ? above : (below + above) / 2n);
}

/**
 * The price of an index in subticks; 0 when it is frozen: too few components are live, or the only
 * two are too far from each other.
 *
 * One component further off the median than `outlierPpm` has no weight; with more of them the
 * median is the index; else it is the weighted mean, down.
 */
export function calculateIndex(live: readonly LiveComponent[], terms: IndexTerms): number {
  if (live.length === 0 || live.length < terms.componentsMin) return 0;
  const medianSub = calculateMedian(live.map(({ priceSub }) => priceSub));
  const farthest = BigInt(medianSub) * BigInt(terms.outlierPpm);
  const near = live.filter(({ priceSub }) => {
    const distance = BigInt(Math.abs(priceSub - medianSub));
    return distance * ppm <= farthest;
  });
  const outliersCount = live.length - near.length;
  if (outliersCount > 1) return live.length === 2 ? 0 : medianSub;
  let [sum, weights] = [0n, 0n];
  for (const { priceSub, weight } of near) {
    sum += BigInt(priceSub) * BigInt(weight);
    weights += BigInt(weight);
  }
  return Number(sum / weights);
}
