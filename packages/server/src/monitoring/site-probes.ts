// How the parts of the exchange are, each asked in its own way: what the status page shows and
// samples are taken of (products/site). Handed to the site by the edge's process.
import type { Settings } from '../base/config/index.ts';
import type { Database } from '../base/db/index.ts';
import type { PartState, Probe } from '../base/modules/index.ts';
import type { Switches } from '../base/switches/index.ts';
import type { EdgeModules } from '../composition/edge-modules.ts';
import type { EngineWatch } from './engine-watch.ts';
import { readProjectedSequence } from './readiness.ts';
import { readReferenceStatus } from '../sandbox/index.ts';

/** What is asked. */
export interface ProbeParts {
  readonly settings: Settings;
  readonly database: Database;
  readonly modules: Pick<EdgeModules, 'readFollowedSequence'>;
  readonly watch: EngineWatch;
  readonly switches: Pick<Switches, 'isOn'>;
}

/** Steps that the tables may be behind before it is said. */
const LAG_STEPS_MAX = 5_000;

/** Without prices the simulated traders withdraw. */
const REFERENCE_STATES = { live: 'ok', late: 'degraded', away: 'down' } as const;

/** Make what looks at each part. */
export function listProbes({ settings, database, modules, watch, switches }: ProbeParts): Probe[] {
  /** A reader of steps that is far behind shows what is past. */
  const judgeLag = (sequence: number): PartState => {
    const last = watch.readStatus()?.durableSequence ?? 0;
    return last - sequence > LAG_STEPS_MAX ? 'degraded' : 'ok';
  };
  const probes: Probe[] = [
    {
      name: 'engine',
      read: () => {
        const { mode } = watch.readMode();
        if (mode === 'normal') return 'ok';
        return mode === 'halted' ? 'down' : 'degraded';
      },
    },
    { name: 'market_data', read: () => judgeLag(modules.readFollowedSequence()) },
    { name: 'history', read: async () => judgeLag(await readProjectedSequence(database)) },
    {
      name: 'database',
      read: async (): Promise<PartState> => {
        await database.query('SELECT 1');
        return 'ok';
      },
    },
    // Who takes the sample serves the calls of programs as well: they are away when it is.
    { name: 'api', read: () => (switches.isOn('api') ? 'ok' : 'down') },
  ];
  if (settings.sandbox.liquidity) {
    probes.push({
      name: 'reference',
      read: async () => {
        const state = (await readReferenceStatus(database, Date.now()))?.state ?? 'away';
        return REFERENCE_STATES[state];
      },
    });
  }
  return probes;
}
