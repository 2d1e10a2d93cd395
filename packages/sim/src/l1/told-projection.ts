// A projection whose rows show at once whether a step was written twice or not at all: each step by
// its sequence, and sums that only fit when each movement was added once. Run by the product's own
// projection runner. Not part of the product.
import { EventKind } from '@isobath/core/event';
import type { Projection } from '@isobath/server/parts';

const insertStep = 'INSERT INTO told_steps (sequence, events_count) VALUES ($1, $2)';

const addMove = `INSERT INTO told_balances (account_id, asset_id, moves_count) VALUES ($1, $2, 1)
  ON CONFLICT (account_id, asset_id) DO UPDATE
  SET moves_count = told_balances.moves_count + EXCLUDED.moves_count`;

/** Steps and movements, each told once. */
export const toldProjection: Projection = {
  name: 'told',
  tables: ['told_steps', 'told_balances'],
  load: async () => {},
  async apply(steps, session) {
    for (const { sequence, events } of steps) {
      await session.execute(insertStep, [sequence, events.length]);
      for (const event of events) {
        if (event.kind !== EventKind.transferPosted) continue;
        await session.execute(addMove, [event.toAccountId, event.assetId]);
      }
    }
  },
};
