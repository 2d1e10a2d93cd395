// The fees of everybody and the markets that differ: pure, from what markets say of themselves.
// Read by ../FeesPage.tsx.
import type { MarketInfo } from '@isobath/wire';

/** Rates of one level. */
export interface FeeLevel {
  readonly level: number;
  readonly makerPpm: number;
  readonly takerPpm: number;
  /** What must have been traded for it; undefined where nobody reaches it by trading. */
  readonly volumeUsdt: string | undefined;
}

/** Rates by level, in millionths. */
export type Rates = Pick<MarketInfo, 'makerPpm' | 'takerPpm'>;

/** A market with rates of its own. */
export interface ExceptionalMarket extends Rates {
  readonly symbol: string;
}

/** The rates that most markets have, the first such ones; and the markets with others. */
export function findSchedule(markets: readonly MarketInfo[]): {
  standard: Rates;
  exceptions: readonly ExceptionalMarket[];
} {
  const keyOf = ({ makerPpm, takerPpm }: Rates) => `${makerPpm} ${takerPpm}`;
  const counts = new Map<string, number>();
  for (const market of markets) counts.set(keyOf(market), (counts.get(keyOf(market)) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const first = markets.find((market) => counts.get(keyOf(market)) === most);
  if (first === undefined) return { standard: { makerPpm: [], takerPpm: [] }, exceptions: [] };
  const { makerPpm, takerPpm } = first;
  return {
    standard: { makerPpm, takerPpm },
    exceptions: markets
      .filter((market) => keyOf(market) !== keyOf(first))
      .map((market) => ({
        symbol: market.symbol,
        makerPpm: market.makerPpm,
        takerPpm: market.takerPpm,
      })),
  };
}

/** Whole millionths as per cent text: 1000 is "0.1000". */
export function showPpm(ppm: number): string {
  const sign = ppm < 0 ? '-' : '';
  const digits = String(Math.abs(ppm)).padStart(5, '0');
  return `${sign}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Cost of a year at a monthly volume, half of it as maker, in hundredths: "1500.00". */
export function calculateYear(level: FeeLevel, monthlyUsdt: bigint): string {
  const cents = (monthlyUsdt * 12n * 100n * BigInt(level.makerPpm + level.takerPpm)) / 2_000_000n;
  const text = String(cents).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
