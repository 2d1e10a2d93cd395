// The operator's command that has projections made again from the event log. Where parts of the log
// were archived it is refused: its first steps are not there (`archive rebuild` reads their files).
// It writes no row of them: it takes their marks away, and the projector starts anew by itself.
// Registered by the edge's process.

import { type Database, sqlState } from './base/db/index.ts';
import type { OperatorHandlers } from './base/operator/index.ts';
import { type Projection, resetProjection } from './base/projections/index.ts';
import { refuseArchived } from './engine/index.ts';
import { ENGINE_ID } from './engine/tables.ts';
import { chooseProjections } from './projections.ts';

const TRIES_MAX = 5;
const DEADLOCK = '40P01';

/** The projector writes the same rows all the time; whoever is told of a deadlock tries again. */
async function empty(database: Database, projection: Projection): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await resetProjection(database, projection);
    } catch (error) {
      if (sqlState(error) !== DEADLOCK || tries === TRIES_MAX) throw error;
    }
  }
}

/** Make the handler. */
export function createProjectionHandlers(database: Database): OperatorHandlers {
  return {
    'projections.rebuild': async ({ name }) => {
      const wanted = await chooseProjections(name);
      await refuseArchived({ database, engineId: ENGINE_ID }, 1, 'log');
      for (const projection of wanted) await empty(database, projection);
      return { rebuilding: wanted.map((projection) => projection.name) };
    },
  };
}
