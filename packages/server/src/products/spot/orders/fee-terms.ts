// Rows of the terms of fees: schedules of markets and VIP levels of people, each with the step that
// set it. An order keeps for life what was in force as it was opened, so a fill's rate is found by
// its order's step. No rule. Written by the projection of orders, asked by the queries of fills.
import { AccountType, type CoreEvent, EventKind } from '@isobath/core';
import { calculateFee } from '@isobath/core/math';
import { PERSON_ID_MIN } from '../../../base/accounts/index.ts';
import type { Session } from '../../../base/db/index.ts';
import type { CommittedStep } from '../../../base/product/index.ts';
import type { OrderReader } from './order-reader.ts';

interface ScheduleRecord {
  readonly instrument_id: number;
  readonly sequence: number;
  readonly rates_ppm: readonly number[];
}

interface LevelRecord {
  readonly owner_id: number;
  readonly sequence: number;
  readonly vip_level: number;
}

const writeSchedules = `INSERT INTO spot_fee_schedules
  SELECT * FROM jsonb_populate_recordset(null::spot_fee_schedules, $1)`;
const writeLevels = `INSERT INTO spot_vip_levels
  SELECT * FROM jsonb_populate_recordset(null::spot_vip_levels, $1)`;
const writeFirstLevels = `${writeLevels} AS found
  WHERE NOT EXISTS (SELECT 1 FROM spot_vip_levels WHERE owner_id = found.owner_id)`;

async function write(session: Session, statement: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await session.execute(statement, [JSON.stringify(rows)]);
}

/** Make what gathers and writes them. */
export function createFeeTerms(): OrderReader {
  let schedules: ScheduleRecord[] = [];
  let levels: LevelRecord[] = [];
  /** Everybody begins at level 0, unless a level was set before. */
  let firstLevels: LevelRecord[] = [];

  function take(event: CoreEvent, { sequence }: CommittedStep): void {
    if (event.kind === EventKind.feeScheduleSet) {
      const { instrumentId, ratesPpm } = event;
      schedules.push({ instrument_id: instrumentId, sequence, rates_ppm: ratesPpm });
    } else if (event.kind === EventKind.vipLevelSet && event.ownerId >= PERSON_ID_MIN) {
      levels.push({ owner_id: event.ownerId, sequence, vip_level: event.vipLevel });
    } else if (event.kind === EventKind.accountOpened && event.ownerId >= PERSON_ID_MIN) {
      const { ownerId, accountType, isMock } = event;
      if (accountType !== AccountType.spot || isMock) return;
      if ([...levels, ...firstLevels].some((row) => row.owner_id === ownerId)) return;
      firstLevels.push({ owner_id: ownerId, sequence, vip_level: 0 });
    }
  }

  return {
    tables: ['spot_fee_schedules', 'spot_vip_levels'],
    load: () => Promise.resolve(),
    reset() {
      schedules = [];
      levels = [];
      firstLevels = [];
    },
    take: ({ event, step }) => take(event, step),
    async write(session) {
      await write(session, writeSchedules, schedules);
      await write(session, writeFirstLevels, firstLevels);
      await write(session, writeLevels, levels);
    },
  };
}

/** What was in force for a fill; null where nothing is known of that time. */
export interface FeeTerms {
  readonly vip_level: number | null;
  readonly maker_ppm: number | null;
  readonly taker_ppm: number | null;
}

/**
 * A question about fills with the terms that each was made under.
 *
 * @param fills - a question whose rows are those of spot_fills.
 */
export function askWithTerms(fills: string): string {
  return `SELECT fill.*, level.vip_level,
      schedule.rates_ppm[level.vip_level + 1] AS maker_ppm,
      schedule.rates_ppm[level.vip_level + 17] AS taker_ppm
    FROM (${fills}) AS fill
    LEFT JOIN spot_orders AS placed USING (order_id)
    LEFT JOIN LATERAL (SELECT vip_level FROM spot_vip_levels
      WHERE owner_id = fill.owner_id AND sequence <= placed.sequence
      ORDER BY sequence DESC LIMIT 1) AS level ON true
    LEFT JOIN LATERAL (SELECT rates_ppm FROM spot_fee_schedules
      WHERE instrument_id = fill.instrument_id AND sequence <= placed.sequence
      ORDER BY sequence DESC LIMIT 1) AS schedule ON true
    ORDER BY fill.fill_id DESC`;
}

/**
 * The rate that a fee was made with: the one of the fill's role, or the taker's, which auctions ask
 * of both sides.
 *
 * @returns ppm, or null when nothing is known or neither gives this fee.
 */
export function findFeeRate(
  terms: FeeTerms,
  fill: { readonly isMaker: boolean; readonly receivedUnits: bigint; readonly feeUnits: bigint },
): number | null {
  const rates = fill.isMaker ? [terms.maker_ppm, terms.taker_ppm] : [terms.taker_ppm];
  const found = rates.find(
    (rate) => rate !== null && calculateFee(fill.receivedUnits, rate) === fill.feeUnits,
  );
  return found ?? null;
}
