// What movements of balances are worth in USDT at the moment they happen: at the last prices of our
// own markets in the order of events, so that a rebuild says the same again. What moved before a
// coin had a price takes its first one, so that nothing is won by it. Prices are kept beside the
// rows, to go on with after a start. Not the worth of this moment (base/market/value.ts, which
// reckons for both). Used by ../projection.ts.
import { type CoreEvent, EventKind } from '@isobath/core';
import type { Session } from '../../../base/db/index.ts';
import { createValuer, type MarketRegistry, type Valuer } from '../../../base/market/index.ts';

/** Values movements as events come. */
export interface MoveValues {
  load(session: Session): Promise<void>;
  /** Forget which prices were not written. */
  reset(): void;
  take(event: CoreEvent, sequence: number): void;
  /** Units of USDT as text, NULL when no market prices the coin yet. */
  value(coinId: number, units: bigint): string;
  /** After the movements themselves. */
  write(session: Session): Promise<void>;
}

/** Prices as a market had its first one, and the step that brought it. */
interface FirstPrice {
  readonly sequence: number;
  readonly valuer: Valuer;
}

interface UnpricedRow {
  move_id: number;
  asset_id: number;
  change_units: string;
}

/** Give those who waited for a first price what it makes of them. */
async function priceWaiting(
  session: Session,
  markets: MarketRegistry,
  { sequence, valuer }: FirstPrice,
): Promise<void> {
  const rows = await session.query<UnpricedRow>(
    `SELECT move_id, asset_id, change_units FROM balance_moves
     WHERE value_units IS NULL AND sequence <= $1`,
    [sequence],
  );
  const priced = rows.flatMap((row) => {
    const coin = markets.coinById(row.asset_id);
    const worth = coin && valuer.value(coin, BigInt(row.change_units));
    return worth === undefined ? [] : [{ moveId: row.move_id, worth }];
  });
  if (priced.length === 0) return;
  await session.execute(
    `UPDATE balance_moves SET value_units = priced.worth
     FROM unnest($1::bigint[], $2::numeric[]) AS priced (move_id, worth)
     WHERE balance_moves.move_id = priced.move_id`,
    [
      `{${priced.map(({ moveId }) => moveId).join(',')}}`,
      `{${priced.map(({ worth }) => worth).join(',')}}`,
    ],
  );
}

/** Make what values movements. */
export function createMoveValues(markets: MarketRegistry): MoveValues {
  const lastTicks = new Map<number, number>();
  let changed = new Set<number>();
  let firsts: FirstPrice[] = [];
  const valuer = createValuer(markets, (instrumentId) => lastTicks.get(instrumentId) ?? 0);
  return {
    async load(session) {
      lastTicks.clear();
      const rows = await session.query<{ instrument_id: number; price_ticks: number }>(
        'SELECT instrument_id, price_ticks FROM spot_last_prices',
      );
      for (const row of rows) lastTicks.set(row.instrument_id, row.price_ticks);
    },
    reset() {
      changed = new Set();
      firsts = [];
    },
    take(event, sequence) {
      if (event.kind !== EventKind.tradeExecuted) return;
      const isFirst = !lastTicks.has(event.instrumentId);
      lastTicks.set(event.instrumentId, event.priceTicks);
      changed.add(event.instrumentId);
      if (!isFirst) return;
      const then = new Map(lastTicks);
      firsts.push({ sequence, valuer: createValuer(markets, (id) => then.get(id) ?? 0) });
    },
    value(coinId, units) {
      const coin = markets.coinById(coinId);
      const worth = coin === undefined ? undefined : valuer.value(coin, units);
      return worth === undefined ? 'NULL' : String(worth);
    },
    async write(session) {
      if (changed.size === 0) return;
      for (const first of firsts) await priceWaiting(session, markets, first);
      const rows = [...changed].map((instrumentId) => [
        instrumentId,
        lastTicks.get(instrumentId) ?? 0,
      ]);
      await session.execute(
        {
          name: 'project-last-prices',
          text: `INSERT INTO spot_last_prices (instrument_id, price_ticks)
                 SELECT * FROM unnest($1::int[], $2::bigint[])
                 ON CONFLICT (instrument_id) DO UPDATE SET price_ticks = EXCLUDED.price_ticks`,
        },
        [`{${rows.map(([id]) => id).join(',')}}`, `{${rows.map(([, ticks]) => ticks).join(',')}}`],
      );
    },
  };
}
