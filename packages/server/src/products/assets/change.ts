// How what a person owns changed, and why: from the movements of their accounts and the prices of
// full hours. What came in, went out or was paid counts as what it was worth when it happened, once
// and for all; the rest of the change is the market's. Money is whole units of USDT throughout.
// Called by routes.ts.
import type { Database } from '../../base/db/index.ts';
import { type Coin, createValuer, type MarketRegistry } from '../../base/market/index.ts';
import { HOUR_MS, loadHourPrices, type ReadHourTicks } from './hour-prices.ts';
import { readStartBalances } from './points.ts';
import { showReason } from './reasons.ts';

/** What the change is made from. */
export interface ChangeParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
  /** Last price of a market in ticks, 0 before the first trade; held for one answer. */
  readonly readLastTicks: (instrumentId: number) => number;
  readonly readNowMs: () => number;
}

/** Days that can be asked for, and the hours between two points of their line. */
export const stepHours = { 1: 1, 7: 6, 30: 24 } as const;

/** A span in days. */
export type ChangeDays = keyof typeof stepHours;

/** A change; all sums in units of USDT. */
export interface Change {
  readonly fromMs: number;
  readonly toMs: number;
  readonly startUnits: bigint;
  readonly endUnits: bigint;
  /** The change without what was brought or taken away: gifts and deposits win nothing. */
  readonly gainUnits: bigint;
  /** What there was to win with: the start, and all that was brought since. */
  readonly baseUnits: bigint;
  /** Why, without what is zero; `price` is the market's part. */
  readonly reasons: readonly { readonly reason: string; readonly units: bigint }[];
  readonly points: readonly { readonly atMs: number; readonly units: bigint }[];
}

/** Movements of one coin for one reason in one hour; hour -1 is everything before the span. */
interface MoveSum {
  asset_id: number;
  reason: number;
  hour: number;
  units: string;
  /** Units of USDT when they happened, of those that were priced then. */
  value_units: string;
  /** Units of the coin that nothing priced then. */
  unpriced_units: string;
}

/** A trade changes one coin into another: what it is worth changes with the market only. */
const MARKET_REASONS: ReadonlySet<string> = new Set(['trade', 'self_trade_transfer']);

/** Money from elsewhere, or to there: neither won nor lost. Fees are lost. */
const FLOW_REASONS: ReadonlySet<string> = new Set([
  'deposit',
  'withdrawal',
  'between_accounts',
  'promotion',
  'seed',
  'correction',
  'suspense',
  'rollback',
  'internal',
]);

async function loadSums(
  database: Database,
  requested: { ownerId: number; accountIds: readonly number[]; fromMs: number },
): Promise<MoveSum[]> {
  const { throughMoveId, rows } = await readStartBalances(
    database,
    requested.ownerId,
    requested.fromMs,
  );
  const before = rows
    .filter(({ account_id }) => requested.accountIds.includes(account_id))
    .map(({ asset_id, units }) => ({
      asset_id,
      reason: 0,
      hour: -1,
      units,
      value_units: '0',
      unpriced_units: '0',
    }));
  const since = await database.query<MoveSum>(
    `SELECT asset_id, reason, sum(change_units)::text AS units,
            coalesce(sum(value_units), 0)::text AS value_units,
            coalesce(sum(change_units) FILTER (WHERE value_units IS NULL), 0)::text
              AS unpriced_units,
            ((at_ms - $3) / ${HOUR_MS})::int AS hour
     FROM balance_moves
     WHERE owner_id = $1 AND account_id = ANY($2::bigint[]) AND move_id > $4
     GROUP BY asset_id, reason, hour ORDER BY hour`,
    [requested.ownerId, requested.accountIds, requested.fromMs, throughMoveId],
  );
  return [...before, ...since];
}

/** Values amounts at a full hour of the span, or now when that hour is still to come. */
type ValueAt = (coinId: number, units: bigint, hour: number) => bigint;

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

function createValueAt(parts: ChangeParts, readHourTicks: ReadHourTicks, span: Span): ValueAt {
  const { markets, readLastTicks } = parts;
  const valuers = new Map<number, ReturnType<typeof createValuer>>();
  return (coinId, units, hour) => {
    const coin = markets.coinById(coinId);
    if (coin === undefined || units === 0n) return 0n;
    const hourMs = span.fromMs + hour * HOUR_MS;
    const isPast = hourMs <= span.toMs;
    const key = isPast ? hourMs : Infinity;
    let valuer = valuers.get(key);
    if (valuer === undefined) {
      valuer = createValuer(markets, (id) =>
        isPast ? readHourTicks(id, hourMs) || readLastTicks(id) : readLastTicks(id),
      );
      valuers.set(key, valuer);
    }
    return valuer.value(coin, units) ?? 0n;
  };
}

/** Values of movements by reason, and of those that brought money from elsewhere. */
function sumReasons(sums: readonly MoveSum[], valueAt: ValueAt) {
  const reasons = new Map<string, bigint>();
  let broughtUnits = 0n;
  for (const { asset_id, reason, hour, value_units, unpriced_units } of sums) {
    const word = showReason(reason);
    if (hour < 0 || MARKET_REASONS.has(word)) continue;
    // Before a market's first trade its first price counts, so that nothing is won by it.
    const value = BigInt(value_units) + valueAt(asset_id, BigInt(unpriced_units), hour);
    reasons.set(word, (reasons.get(word) ?? 0n) + value);
    if (FLOW_REASONS.has(word) && value > 0n) broughtUnits += value;
  }
  const flowUnits = [...reasons]
    .filter(([word]) => FLOW_REASONS.has(word))
    .reduce((sum, [, units]) => sum + units, 0n);
  return { reasons, broughtUnits, flowUnits };
}

/** Totals at each point: balances grow movement by movement, each is valued at its point's hour. */
function drawLine(
  sums: readonly MoveSum[],
  valueAt: ValueAt,
  hours: readonly number[],
): readonly bigint[] {
  const balances = new Map<number, bigint>();
  let next = 0;
  return hours.map((hour) => {
    for (; next < sums.length; next += 1) {
      const sum = sums[next];
      if (sum === undefined || sum.hour >= hour) break;
      balances.set(sum.asset_id, (balances.get(sum.asset_id) ?? 0n) + BigInt(sum.units));
    }
    let total = 0n;
    for (const [coinId, units] of balances) total += valueAt(coinId, units, hour);
    return total;
  });
}

/** Read how the accounts of a person changed over the last days. */
export async function readChange(
  parts: ChangeParts,
  requested: { ownerId: number; accountIds: readonly number[]; days: ChangeDays },
): Promise<Change> {
  const { database, markets } = parts;
  const toMs = parts.readNowMs();
  const spanHours = requested.days * 24;
  const fromMs = (Math.floor(toMs / HOUR_MS) - spanHours) * HOUR_MS;
  const sums = await loadSums(database, { ...requested, fromMs });
  const coins = [...new Set(sums.map(({ asset_id }) => asset_id))]
    .map((coinId) => markets.coinById(coinId))
    .filter((coin): coin is Coin => coin !== undefined);
  const prices = await loadHourPrices({ database, markets }, coins, fromMs);
  const valueAt = createValueAt(parts, prices, { fromMs, toMs });
  const step = stepHours[requested.days];
  const hours = Array.from({ length: spanHours / step + 1 }, (_none, place) => place * step);
  // The last point is this moment: one hour beyond the last full one.
  const line = drawLine(sums, valueAt, [...hours, spanHours + 1]);
  const startUnits = line[0] ?? 0n;
  const endUnits = line.at(-1) ?? 0n;
  const { reasons: known, broughtUnits, flowUnits } = sumReasons(sums, valueAt);
  const publishedUnits = [...known.values()].reduce((sum, units) => sum + units, 0n);
  known.set('price', endUnits - startUnits - publishedUnits);
  return {
    fromMs,
    toMs,
    startUnits,
    endUnits,
    gainUnits: endUnits - startUnits - flowUnits,
    baseUnits: startUnits + broughtUnits,
    reasons: [...known]
      .map(([reason, units]) => ({ reason, units }))
      .filter(({ units }) => units !== 0n),
    points: line.map((units, place) => ({
      atMs: place < hours.length ? fromMs + (hours[place] ?? 0) * HOUR_MS : toMs,
      units,
    })),
  };
}
