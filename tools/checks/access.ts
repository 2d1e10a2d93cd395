import { compareRights, listRoutes, readRights } from '../access/table.ts';
import type { Step } from './step.ts';

/** Everything that is served stands in the table of rights, and nothing else does. */
export const access: Step = {
  name: 'access',
  run(root) {
    const rights = readRights(root);
    const findings = compareRights(rights, listRoutes());
    return Promise.resolve({ findings, note: `${rights.length} endpoints` });
  },
};
