// Puts the calls of proofs together, and takes the operator's wish for one.
// Called through module.ts by the edge's process.
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createSolvencyRoutes } from './routes.ts';

/** Name of the job that makes a proof now. */
export const PROVE_NOW = 'solvency.now';

/** Make the calls. */
export function startSolvency({ database, enqueue, readNowMs }: Platform): RunningModule {
  return {
    handlers: createSolvencyRoutes({ database }),
    operatorHandlers: {
      'reserves.prove': async () => {
        const askedAtMs = readNowMs();
        await database.transaction((session) =>
          enqueue(session, { job: PROVE_NOW, payload: { askedAtMs } }),
        );
        return { askedAtMs };
      },
    },
  };
}
