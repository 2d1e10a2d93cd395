// One side of a book: sizes by price, prices in order, best first. Whole ticks and lots.
// Not here: numbering and checks of frames (book-store.ts). Sums stay below 2^53 in any real book.

/** One side of a book. */
export interface Levels {
  /** Prices, best first. */
  readonly pricesTicks: readonly number[];
  /** Open lots at a price; 0 where there is none. */
  readSize(priceTicks: number): number;
  /** Set a level; 0 lots take it away. */
  set(priceTicks: number, sizeLots: number): void;
  clear(): void;
}

/** Make an empty side. */
export function createLevels(side: 'bid' | 'ask'): Levels {
  const pricesTicks: number[] = [];
  const sizes = new Map<number, number>();
  const sign = side === 'ask' ? 1 : -1;

  function findPlace(priceTicks: number): number {
    let low = 0;
    let high = pricesTicks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (((pricesTicks[middle] as number) - priceTicks) * sign < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    pricesTicks,
    readSize: (priceTicks) => sizes.get(priceTicks) ?? 0,
    set(priceTicks, sizeLots) {
      const isKnown = sizes.has(priceTicks);
      if (sizeLots === 0) {
        if (!isKnown) return;
        sizes.delete(priceTicks);
        pricesTicks.splice(findPlace(priceTicks), 1);
        return;
      }
      sizes.set(priceTicks, sizeLots);
      if (!isKnown) pricesTicks.splice(findPlace(priceTicks), 0, priceTicks);
    },
    clear() {
      sizes.clear();
      pricesTicks.length = 0;
    },
  };
}
