// The operator's command of proofs. It only asks. Listed in module.ts.
import { ask, defineCommand } from '../../base/operator/index.ts';

const reservesProve = defineCommand({
  name: 'reserves prove',
  changes: 'by server',
  help: 'make a proof of reserves now, beside the one of each day',
  run: (_words, settings) => ask(settings, 'reserves.prove', {}),
});

/** Commands of proofs. */
export const solvencyCommands = [reservesProve];
