// Rows of the terms of fees: schedules of markets and VIP levels of people, each with the step that
// set it. An order keeps for life what was in force as it was opened, so a fill's rate is found by
// its order's step. No rule. Written by the projection of orders, asked by the queries of fills,
// kept in memory for the private channel, which tells a fill before its row is written.
import { AccountType, type CoreEvent, EventKind } from '@isobath/core';
import { calculateFee, formatDecimal } from '@isobath/core/math';
import type { FillRow } from '@isobath/wire';
import { PERSON_ID_MIN } from '../../../base/accounts/index.ts';
import type { Session } from '../../../base/db/index.ts';
import type { CommittedStep } from '../../../base/product/index.ts';
import type { OrderReader } from './order-reader.ts';
import type { OrderRecord } from './order-rows.ts';

/** Rates are told as shares: 1000 ppm is 0.001. */
const PPM_DECIMALS = 6;
const MAKER_RATES_COUNT = 16;
/** What is older is not kept in memory; the lists still know it. */
const KEPT_MAX = 32;

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

/** What of a fill its fee was made from. */
interface FilledPart {
  readonly isMaker: boolean;
  readonly receivedUnits: bigint;
  readonly feeUnits: bigint;
}

/**
 * The rate that a fee was made with: the one of the fill's role, or the taker's, which auctions ask
 * of both sides.
 *
 * @returns ppm, or null when nothing is known or neither gives this fee.
 */
export function findFeeRate(terms: FeeTerms, fill: FilledPart): number | null {
  const rates = fill.isMaker ? [terms.maker_ppm, terms.taker_ppm] : [terms.taker_ppm];
  const found = rates.find(
    (rate) => rate !== null && calculateFee(fill.receivedUnits, rate) === fill.feeUnits,
  );
  return found ?? null;
}

/** Rate and level of a fee as a fill tells them; nothing where they are not known. */
export function showFeeTerms(
  terms: FeeTerms,
  fill: FilledPart,
): Pick<FillRow, 'feeRate' | 'vipLevel'> {
  const ratePpm = findFeeRate(terms, fill);
  if (ratePpm === null || terms.vip_level === null) return {};
  return { feeRate: formatDecimal(BigInt(ratePpm), PPM_DECIMALS), vipLevel: terms.vip_level };
}

/** What began to be in force with a step. */
interface Since<TValue> {
  readonly sequence: number;
  readonly value: TValue;
}

function keep<TValue>(known: Map<number, Since<TValue>[]>, id: number, since: Since<TValue>): void {
  const all = known.get(id) ?? [];
  // A batch that failed is read again.
  if ((all.at(-1)?.sequence ?? 0) >= since.sequence) return;
  all.push(since);
  if (all.length > KEPT_MAX) all.shift();
  known.set(id, all);
}

/** The terms in memory. */
export interface TermsBook {
  /** Read what the tables know. Call before the first `take`. */
  load(session: Session): Promise<void>;
  take(event: CoreEvent, sequence: number): void;
  /** What was in force as an order was opened. */
  find(order: Pick<OrderRecord, 'owner_id' | 'instrument_id' | 'sequence'>): FeeTerms;
}

/** Make an empty one. */
export function createTermsBook(): TermsBook {
  const schedules = new Map<number, Since<readonly number[]>[]>();
  /** Only of those who ever had another level than 0. */
  const levels = new Map<number, Since<number>[]>();

  function findLevel(ownerId: number, sequence: number): number | null {
    const all = levels.get(ownerId);
    if (all === undefined) return 0;
    const found = all.findLast((since) => since.sequence <= sequence);
    if (found !== undefined) return found.value;
    return all.length < KEPT_MAX ? 0 : null;
  }

  return {
    async load(session) {
      schedules.clear();
      levels.clear();
      const sets = await session.query<ScheduleRecord>(
        'SELECT * FROM spot_fee_schedules ORDER BY sequence',
      );
      for (const { instrument_id, sequence, rates_ppm } of sets) {
        keep(schedules, instrument_id, { sequence, value: rates_ppm });
      }
      const rows = await session.query<LevelRecord>(
        `SELECT * FROM spot_vip_levels WHERE owner_id IN
          (SELECT owner_id FROM spot_vip_levels WHERE vip_level <> 0) ORDER BY sequence`,
      );
      for (const { owner_id, sequence, vip_level } of rows) {
        keep(levels, owner_id, { sequence, value: vip_level });
      }
    },
    take(event, sequence) {
      if (event.kind === EventKind.feeScheduleSet) {
        keep(schedules, event.instrumentId, { sequence, value: event.ratesPpm });
      } else if (event.kind === EventKind.vipLevelSet && event.ownerId >= PERSON_ID_MIN) {
        keep(levels, event.ownerId, { sequence, value: event.vipLevel });
      }
    },
    find({ owner_id, instrument_id, sequence }) {
      const level = findLevel(owner_id, sequence);
      const rates = schedules
        .get(instrument_id)
        ?.findLast((since) => since.sequence <= sequence)?.value;
      if (level === null || rates === undefined) {
        return { vip_level: level, maker_ppm: null, taker_ppm: null };
      }
      return {
        vip_level: level,
        maker_ppm: rates[level] ?? null,
        taker_ppm: rates[MAKER_RATES_COUNT + level] ?? null,
      };
    },
  };
}
