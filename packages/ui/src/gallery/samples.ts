// Made-up values for the gallery alone: plausible markets, a tiny price, a loss, a zero, an
// unknown.
import type { BookLevel } from '../chart/levels.ts';

/** A market as the gallery's table shows it. */
export type SampleMarket = {
  code: string;
  name: string;
  price: string | null;
  decimals: number;
  change: string | null;
  high: string | null;
  low: string | null;
  volume: string | null;
  line: number[];
};

const facts: readonly (readonly [string, string, string, number, string, string])[] = [
  ['BTC', 'Bitcoin', '64250.5', 1, '2.314', '1204331050.2'],
  ['ETH', 'Ether', '3418.07', 2, '-1.08', '612004118.9'],
  ['SOL', 'Solana', '148.312', 3, '6.9', '98440120.7'],
  ['XRP', 'XRP', '0.51233', 5, '-0.004', '41002887.3'],
  ['DOGE', 'Dogecoin', '0.114020', 6, '0', '22771004.8'],
  ['PEPE', 'Pepe', '0.00000614', 8, '1204.6', '9120442.1'],
  ['LTC', 'Litecoin', '82.41', 2, '-12.77', '5100233.5'],
];

/** The markets of the sample table; the last one is not known yet. */
export const sampleMarkets: readonly SampleMarket[] = [
  ...facts.map(([code, name, price, decimals, change, volume], index) => ({
    code,
    name,
    price,
    decimals,
    change,
    high: price,
    low: price,
    volume,
    line: makeLine(index, Number(change)),
  })),
  {
    code: 'NEWT',
    name: 'Newt, listed today with a rather long name',
    price: null,
    decimals: 4,
    change: null,
    high: null,
    low: null,
    volume: null,
    line: [],
  },
];

/** Many rows, for the table that draws only those in sight. */
export const sampleCrowd: readonly SampleMarket[] = Array.from({ length: 400 }, (_, index) => {
  const market = sampleMarkets[index % 7]!;
  return { ...market, code: `${market.code}${index + 1}` };
});

/** One side of a book around 64,250, thin near the middle and with two walls. */
export function makeSide(sign: 1 | -1): BookLevel[] {
  return Array.from({ length: 160 }, (_, index) => {
    const wall = index === 34 || index === 90 ? 9 : 0;
    const wave = Math.sin(index * 0.7 + sign) + Math.sin(index * 0.23) + 2.2;
    const amount = 0.04 + wave * 0.11 * (1 + index / 60) + wall;
    return { price: (64250 + sign * (0.5 + index * 8)).toFixed(1), amount: amount.toFixed(4) };
  });
}

function makeLine(seed: number, change: number): number[] {
  return Array.from(
    { length: 24 },
    (_, index) => 100 + Math.sin(index * 0.8 + seed * 2) * 3 + (Math.min(20, change) * index) / 12,
  );
}
