// What coins were worth at past minutes, from the candles of our own markets. A time before a
// market's first trade takes the price that came within two minutes, and none after that. Read by
// costs.ts; full hours are ../hour-prices.ts.
import type { Session } from '../../../base/db/index.ts';
import { createValuer, type MarketRegistry } from '../../../base/market/index.ts';
import { listPricing } from '../hour-prices.ts';
import type { CostFacts, MoveGroup } from './fold.ts';

/** Until when a later price counts for something that came before it. */
export const SETTLE_MS = 120_000;
const MINUTE_MS = 60_000;

interface PriceRow {
  instrument_id: number;
  minute_ms: number;
  ticks: number | null;
}

const PRICES = `SELECT wish.instrument_id, wish.minute_ms, coalesce(
    (SELECT close_ticks FROM candles WHERE instrument_id = wish.instrument_id AND span_s = 60
     AND open_ms <= wish.minute_ms ORDER BY open_ms DESC LIMIT 1),
    (SELECT open_ticks FROM candles WHERE instrument_id = wish.instrument_id AND span_s = 60
     AND open_ms > wish.minute_ms AND open_ms < wish.minute_ms + ${SETTLE_MS}
     ORDER BY open_ms LIMIT 1)) AS ticks
  FROM unnest($1::int[]) AS wished (instrument_id)
  CROSS JOIN unnest($2::bigint[]) AS minutes (minute_ms)
  CROSS JOIN LATERAL (SELECT wished.instrument_id, minutes.minute_ms) AS wish`;

const minuteOf = (atMs: number) => Math.floor(atMs / MINUTE_MS) * MINUTE_MS;

/** Groups that need a price: neither side is the coin of values, or something came in alone. */
function needsPrice({ units }: MoveGroup, valueCoinId: number): boolean {
  if (units.size > 1 && units.has(valueCoinId)) return false;
  return [...units].some(([coinId, change]) => coinId !== valueCoinId && change > 0n);
}

/** Load what is needed to value these groups. */
export async function loadMinuteValues(
  session: Session,
  markets: MarketRegistry,
  { groups, valueCoinId }: { groups: readonly MoveGroup[]; valueCoinId: number },
): Promise<CostFacts['valueAt']> {
  const wanted = groups.filter((group) => needsPrice(group, valueCoinId));
  const coins = [...new Set(wanted.flatMap(({ units }) => [...units.keys()]))]
    .map((coinId) => markets.coinById(coinId))
    .filter((coin) => coin !== undefined);
  const minutes = [...new Set(wanted.map(({ atMs }) => minuteOf(atMs)))];
  const rows =
    coins.length === 0
      ? []
      : await session.query<PriceRow>(PRICES, [listPricing(markets, coins), minutes]);
  const ticks = new Map(rows.map((row) => [`${row.instrument_id}:${row.minute_ms}`, row.ticks]));
  return (coinId, units, atMs) => {
    const coin = markets.coinById(coinId);
    if (coin === undefined) return undefined;
    const read = (id: number) => Number(ticks.get(`${id}:${minuteOf(atMs)}`) ?? 0);
    return createValuer(markets, read).value(coin, units);
  };
}
