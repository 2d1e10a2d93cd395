// The indexes and contracts of a new installation: eight indexes, ten contracts on them. Data only.
// Numbers never change once a journal has them. Read by contract-seed.ts.

/** A tier of risk: up to how many dollars, its maintenance rate in ppm, its highest leverage. */
export type TierRow = readonly [capUsd: number, mmrPpm: number, maxLeverage: number];

const btcTiers: readonly TierRow[] = [
  [50_000, 4_000, 125],
  [250_000, 5_000, 100],
  [1_000_000, 10_000, 50],
  [10_000_000, 25_000, 20],
];
const ethTiers: readonly TierRow[] = [
  [50_000, 5_000, 100],
  [250_000, 6_500, 75],
  [1_000_000, 10_000, 50],
  [10_000_000, 25_000, 20],
];
const otherTiers: readonly TierRow[] = [
  [20_000, 10_000, 50],
  [100_000, 15_000, 30],
  [500_000, 25_000, 20],
  [2_000_000, 50_000, 10],
];

/** An index and what its contracts have in common. */
export interface IndexRow {
  readonly indexId: number;
  readonly base: string;
  /** Decimals of its contracts' prices and lots. */
  readonly priceDecimals: number;
  readonly lotDecimals: number;
  /** Lots of one piece. */
  readonly pieceLots: number;
  readonly impactUsd: number;
  readonly tiers: readonly TierRow[];
}

/** The indexes, by number; all are in USDT. */
export const indexRows: readonly IndexRow[] = [
  make(1, 'BTC', { decimals: [1, 3], pieceLots: 10, impactUsd: 20_000, tiers: btcTiers }),
  make(2, 'ETH', { decimals: [2, 3], pieceLots: 100, impactUsd: 20_000, tiers: ethTiers }),
  make(3, 'SOL', { decimals: [2, 2], pieceLots: 100 }),
  make(4, 'XRP', { decimals: [4, 1], pieceLots: 100 }),
  make(5, 'BNB', { decimals: [2, 2], pieceLots: 10 }),
  make(6, 'DOGE', { decimals: [5, 0], pieceLots: 100 }),
  make(7, 'ADA', { decimals: [4, 0], pieceLots: 10 }),
  make(8, 'LINK', { decimals: [3, 1], pieceLots: 10 }),
];

interface RowTerms {
  readonly decimals: readonly [priceDecimals: number, lotDecimals: number];
  readonly pieceLots: number;
  readonly impactUsd?: number;
  readonly tiers?: readonly TierRow[];
}

function make(indexId: number, base: string, terms: RowTerms): IndexRow {
  const { decimals, pieceLots, impactUsd = 5_000, tiers = otherTiers } = terms;
  const [priceDecimals, lotDecimals] = decimals;
  return { indexId, base, priceDecimals, lotDecimals, pieceLots, impactUsd, tiers };
}

/** A contract: its number, far above those of spot markets, its index, and whether it ends. */
export type ContractRow = readonly [instrumentId: number, base: string, isDelivery: boolean];

/** The contracts, by number: a perpetual of each index, a quarter of the two largest. */
export const contractRows: readonly ContractRow[] = [
  [100_001, 'BTC', false],
  [100_002, 'ETH', false],
  [100_003, 'SOL', false],
  [100_004, 'XRP', false],
  [100_005, 'BNB', false],
  [100_006, 'DOGE', false],
  [100_007, 'ADA', false],
  [100_008, 'LINK', false],
  [100_009, 'BTC', true],
  [100_010, 'ETH', true],
];

const DAY_MS = 86_400_000;
/** A quarter that ends sooner is nearly over: the next one is listed. */
const QUARTER_LEFT_MS = 35 * DAY_MS;
const FRIDAY = 5;
const DELIVERY_HOUR = 8;

function findLastFriday(year: number, month: number): number {
  const lastDayMs = Date.UTC(year, month + 1, 0, DELIVERY_HOUR);
  const back = (new Date(lastDayMs).getUTCDay() - FRIDAY + 7) % 7;
  return lastDayMs - back * DAY_MS;
}

/** When a quarter listed now is delivered: 08:00 UTC on the last Friday of its last month. */
export function findQuarterEnd(nowMs: number): number {
  const now = new Date(nowMs);
  for (let month = now.getUTCMonth(); ; month += 1) {
    if (month % 3 !== 2) continue;
    const endMs = findLastFriday(now.getUTCFullYear(), month);
    if (endMs - nowMs >= QUARTER_LEFT_MS) return endMs;
  }
}

/** The specification's code of a contract, such as btc or btc_270326_d. */
export function nameContract(base: string, expiryAtMs: number): string {
  const name = base.toLowerCase();
  if (expiryAtMs === 0) return name;
  const day = new Date(expiryAtMs).toISOString().slice(2, 10).replaceAll('-', '');
  return `${name}_${day}_d`;
}
