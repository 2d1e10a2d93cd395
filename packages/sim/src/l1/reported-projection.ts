// A projection whose rows show at once whether a step was written twice or not at all: each step by
// its sequence, and sums that only fit when each movement was added once. Run by the product's own
// projection runner. Not part of the product.
import { EventKind } from '@isobath/core/event';
import type { Projection } from '@isobath/server/parts';

type CommittedStep = Parameters<Projection['apply']>[0][number];

const insertSteps = `INSERT INTO told_steps (sequence, events_count)
  SELECT sequence, events_count
  FROM unnest($1::int8[], $2::int8[]) AS told (sequence, events_count)`;

const addMoves = `INSERT INTO told_balances (account_id, asset_id, moves_count)
  SELECT account_id, asset_id, moves_count
  FROM unnest($1::int8[], $2::int8[], $3::int8[]) AS told (account_id, asset_id, moves_count)
  ON CONFLICT (account_id, asset_id) DO UPDATE
  SET moves_count = told_balances.moves_count + EXCLUDED.moves_count`;

/** Movements by account and asset. */
function countMoves(steps: readonly CommittedStep[]): Map<string, [number, number, number]> {
  const moves = new Map<string, [number, number, number]>();
  for (const event of steps.flatMap(({ events }) => events)) {
    if (event.kind !== EventKind.transferPosted) continue;
    const { toAccountId, assetId } = event;
    const name = `${toAccountId} ${assetId}`;
    const found = moves.get(name);
    if (found === undefined) moves.set(name, [toAccountId, assetId, 1]);
    else found[2] += 1;
  }
  return moves;
}

/** Steps and movements, each told once. */
export const reportedProjection: Projection = {
  name: 'told',
  tables: ['told_steps', 'told_balances'],
  load: async () => {},
  async apply(steps, session) {
    const sequences = steps.map(({ sequence }) => sequence);
    await session.execute(insertSteps, [sequences, steps.map(({ events }) => events.length)]);
    const moves = [...countMoves(steps).values()];
    if (moves.length === 0) return;
    await session.execute(
      addMoves,
      [0, 1, 2].map((place) => moves.map((move) => move[place] as number)),
    );
  },
};
