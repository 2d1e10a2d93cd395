// What people traded on each day, in USDT, from the table of fills. Not what it is counted for.
// Handed by the jobs process to products that ask for it.
import type { Session } from '../../../base/db/index.ts';
import { createValuer, type MarketRegistry } from '../../../base/market/index.ts';
import type { DayVolume, ReadVolumes, VolumeRequest } from '../../../base/modules/index.ts';

const DAY_MS = 86_400_000;

interface VolumeRow {
  owner_id: number;
  day: number;
  instrument_id: number;
  quote_units: string;
}

/**
 * What people traded, both sides; a trade of somebody with themselves is none. Fills are numbered
 * in the order of time, so a night reads a day's rows and no more.
 */
const VOLUMES = `SELECT fills.owner_id, fills.day::int AS day, fills.instrument_id,
    sum(fills.quote_units)::text AS quote_units
  FROM (SELECT owner_id, instrument_id, quote_units, at_ms / ${DAY_MS} AS day,
      count(*) OVER (PARTITION BY instrument_id, trade_id, owner_id) AS sides
    FROM spot_fills WHERE fill_id > $1 AND fill_id <= $2 AND at_ms >= $3 AND at_ms < $4) AS fills
  JOIN users ON users.owner_id = fills.owner_id
  WHERE fills.sides = 1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

/** Make the reader of volumes. @param readTicks - what a market's price counts as, 0 = none. */
export function createVolumeReader(
  markets: MarketRegistry,
  readTicks: (instrumentId: number) => number,
): ReadVolumes {
  const valuer = createValuer(markets, readTicks);
  return async (session: Session, { afterFillId, fromDay, toDay }: VolumeRequest) => {
    const [last] = await session.query<{ fill_id: number }>(
      `SELECT fill_id FROM spot_fills WHERE fill_id > $1 AND at_ms < $2
       ORDER BY fill_id DESC LIMIT 1`,
      [afterFillId, toDay * DAY_MS],
    );
    const lastFillId = last?.fill_id ?? afterFillId;
    const rows = await session.query<VolumeRow>(VOLUMES, [
      afterFillId,
      lastFillId,
      fromDay * DAY_MS,
      toDay * DAY_MS,
    ]);
    const units = new Map<string, { ownerId: number; day: number; units: bigint }>();
    for (const row of rows) {
      const quote = markets.marketById(row.instrument_id)?.quote;
      const worth = quote && valuer.value(quote, BigInt(row.quote_units));
      if (worth === undefined) continue;
      const key = `${row.owner_id}:${row.day}`;
      const sum = units.get(key) ?? { ownerId: row.owner_id, day: row.day, units: 0n };
      units.set(key, { ...sum, units: sum.units + worth });
    }
    const volumes: DayVolume[] = [...units.values()].map((sum) => ({
      ownerId: sum.ownerId,
      day: sum.day,
      volumeUsdt: valuer.show(sum.units, 'USDT'),
    }));
    return { lastFillId, volumes };
  };
}
