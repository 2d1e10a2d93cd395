// What a person's coins cost, from every movement of all accounts and what each was worth when it
// happened: it changes with movements alone. What was folded is kept as a point for each coin, so
// that nobody's history is added up twice. Points are made from balance_moves alone: they may be
// thrown away at any time. Called by ../routes.ts.
import type { Database, Session } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import { type CoinCost, foldGroup } from './fold.ts';
import { readMovePages } from './move-pages.ts';

/** What costs are made from. */
export interface CostParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
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

/** True when a cost was kept as unknown, and what it waited for has been priced since. */
async function isOutdated(session: Session, ownerId: number, costs: CoinCosts): Promise<boolean> {
  const unknown = [...costs].filter(([, { isKnown }]) => !isKnown).map(([coinId]) => coinId);
  if (unknown.length === 0) return false;
  const waiting = await session.query<{ asset_id: number }>(
    `SELECT DISTINCT asset_id FROM balance_moves
     WHERE owner_id = $1 AND asset_id = ANY($2::int[]) AND value_units IS NULL`,
    [ownerId, unknown],
  );
  return waiting.length < unknown.length;
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

/** Read what a person's coins cost until now. */
export function readCosts({ database, markets }: CostParts, ownerId: number): Promise<CoinCosts> {
  const valueCoinId = markets.coinByName(VALUE_COIN)?.coinId ?? 0;
  return database.transaction(async (session) => {
    let keptMoveId = await lockHead(session, ownerId);
    const costs = await loadPoints(session, ownerId);
    if (await isOutdated(session, ownerId, costs)) {
      await session.execute('DELETE FROM cost_points WHERE owner_id = $1', [ownerId]);
      costs.clear();
      keptMoveId = 0;
    }
    let throughMoveId = keptMoveId;
    for await (const page of readMovePages(session, { ownerId, afterMoveId: keptMoveId })) {
      for (const group of page.groups) foldGroup(costs, group, valueCoinId);
      throughMoveId = page.throughMoveId;
    }
    if (throughMoveId > keptMoveId) await keepPoints(session, ownerId, { costs, throughMoveId });
    return costs;
  });
}
