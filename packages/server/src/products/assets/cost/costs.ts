// What a person's coins cost, from every movement of all accounts. What has settled is kept as a
// point for each coin, so that nobody's history is added up twice; what came since is folded anew
// at each question. Points are made from balance_moves and candles alone: they may be thrown away
// at any time. Called by ../routes.ts.
import type { Database, Session } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import { type CoinCost, foldGroup } from './fold.ts';
import { loadMinuteValues, SETTLE_MS } from './minute-prices.ts';
import { type MoveSpan, readMovePages } from './move-pages.ts';

/** What costs are made from. */
export interface CostParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
  readonly readNowMs: () => number;
}

/** Costs by coin. */
export type CoinCosts = ReadonlyMap<number, CoinCost>;

interface PointRow {
  asset_id: number;
  units: string;
  cost_units: string;
  realised_units: string;
  is_known: boolean;
}

/** The coin that costs are counted in. */
export const VALUE_COIN = 'USDT';

async function loadPoints(session: Session, ownerId: number): Promise<Map<number, CoinCost>> {
  const rows = await session.query<PointRow>('SELECT * FROM cost_points WHERE owner_id = $1', [
    ownerId,
  ]);
  return new Map(
    rows.map((row) => [
      row.asset_id,
      {
        units: BigInt(row.units),
        costUnits: BigInt(row.cost_units),
        realisedUnits: BigInt(row.realised_units),
        isKnown: row.is_known,
      },
    ]),
  );
}

async function keepPoints(
  session: Session,
  ownerId: number,
  { costs, throughMoveId }: { costs: CoinCosts; throughMoveId: number },
): Promise<void> {
  const all = [...costs];
  const list = (read: (cost: CoinCost) => bigint) => `{${all.map(([, cost]) => read(cost))}}`;
  await session.execute(
    `INSERT INTO cost_points SELECT $1::bigint, * FROM
     unnest($2::int[], $3::numeric[], $4::numeric[], $5::numeric[], $6::boolean[])
     ON CONFLICT (owner_id, asset_id) DO UPDATE SET units = EXCLUDED.units,
       cost_units = EXCLUDED.cost_units, realised_units = EXCLUDED.realised_units,
       is_known = EXCLUDED.is_known`,
    [
      ownerId,
      all.map(([coinId]) => coinId),
      list(({ units }) => units),
      list(({ costUnits }) => costUnits),
      list(({ realisedUnits }) => realisedUnits),
      `{${all.map(([, { isKnown }]) => isKnown)}}`,
    ],
  );
  await session.execute('UPDATE cost_heads SET through_move_id = $2 WHERE owner_id = $1', [
    ownerId,
    throughMoveId,
  ]);
}

/** How far the points go; whoever asks waits here for whoever moves them on. */
async function lockHead(session: Session, ownerId: number): Promise<number> {
  await session.execute('INSERT INTO cost_heads VALUES ($1, 0) ON CONFLICT (owner_id) DO NOTHING', [
    ownerId,
  ]);
  const [head] = await session.query<{ through: number }>(
    'SELECT through_move_id AS through FROM cost_heads WHERE owner_id = $1 FOR UPDATE',
    [ownerId],
  );
  return head.through;
}

/** The last movement whose price can change no more, 0 = none. */
async function readSettled(session: Session, ownerId: number, nowMs: number): Promise<number> {
  const [row] = await session.query<{ move_id: number }>(
    `SELECT move_id FROM balance_moves WHERE owner_id = $1 AND at_ms < $2
     AND sequence <= (SELECT sequence FROM projections WHERE name = 'candles')
     ORDER BY move_id DESC LIMIT 1`,
    [ownerId, nowMs - SETTLE_MS],
  );
  return row?.move_id ?? 0;
}

/** Read what a person's coins cost until now. */
export function readCosts(parts: CostParts, ownerId: number): Promise<CoinCosts> {
  const { database, markets, readNowMs } = parts;
  const valueCoinId = markets.coinByName(VALUE_COIN)?.coinId ?? 0;
  return database.transaction(async (session) => {
    const keptMoveId = await lockHead(session, ownerId);
    const costs = await loadPoints(session, ownerId);

    async function fold(span: Omit<MoveSpan, 'ownerId'>): Promise<void> {
      for await (const groups of readMovePages(session, { ownerId, ...span })) {
        const valueAt = await loadMinuteValues(session, markets, { groups, valueCoinId });
        for (const group of groups) foldGroup(costs, group, { valueCoinId, valueAt });
      }
    }

    const settledMoveId = await readSettled(session, ownerId, readNowMs());
    const throughMoveId = Math.max(keptMoveId, settledMoveId);
    if (settledMoveId > keptMoveId) {
      await fold({ afterMoveId: keptMoveId, throughMoveId });
      await keepPoints(session, ownerId, { costs, throughMoveId });
    }
    await fold({ afterMoveId: throughMoveId, throughMoveId: Number.MAX_SAFE_INTEGER });
    return costs;
  });
}
