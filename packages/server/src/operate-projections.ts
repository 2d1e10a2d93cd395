// The operator's command that has projections made again from the event log.
// It writes no row of them: it takes their marks away, and the projector starts anew by itself.
// Registered by the edge's process.

import type { Database } from './base/db/index.ts';
import type { OperatorHandlers } from './base/operator/index.ts';
import { EXIT, Refusal } from './base/process/exit.ts';
import { resetProjection } from './base/projections/index.ts';
import { listProjections } from './projections.ts';

/** Make the handler. */
export function createProjectionHandlers(database: Database): OperatorHandlers {
  return {
    'projections.rebuild': async ({ name }) => {
      const all = listProjections();
      const wanted = all.filter((projection) => name === undefined || projection.name === name);
      if (wanted.length === 0) {
        const names = all.map((projection) => projection.name).join(' ');
        throw new Refusal(EXIT.usage, `There is no projection ${name}; there are: ${names}.`);
      }
      for (const projection of wanted) await resetProjection(database, projection);
      return { rebuilding: wanted.map((projection) => projection.name) };
    },
  };
}
