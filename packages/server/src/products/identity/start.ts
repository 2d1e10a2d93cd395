// Puts verification together: a person's side and the desk's. Called through module.ts by the
// edge's process.
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createApplications } from './applications.ts';
import { createDecisions } from './desk/decisions.ts';
import { choosePorts } from './desk/ports.ts';
import { createReviewRoutes } from './desk/routes.ts';
import { createFiles } from './files.ts';
import { createIdentityRoutes } from './routes.ts';
import { createSupplements } from './supplements.ts';
import { createVault } from './vault.ts';

/** Make the calls. */
export function startIdentity(platform: Platform): RunningModule {
  const { database, readNowMs, people, audit, office, settings } = platform;
  const { seal } = people;
  const vault = createVault(database, seal, readNowMs);
  const files = createFiles(database, vault, readNowMs);
  const applications = createApplications({ database, vault, files, seal, readNowMs });
  const supplements = createSupplements({ database, vault, files, readNowMs });
  const decisions = createDecisions({
    database,
    audit,
    approvals: () => office.approvals,
    readNowMs,
  });
  const parts = { database, applications, files, supplements };
  const ports = choosePorts(settings.mode);
  return {
    handlers: [
      ...createIdentityRoutes(parts),
      ...createReviewRoutes({ ...parts, audit, decisions, ports, readNowMs }),
    ],
    approvalWorks: { 'identity.decide': decisions.work },
  };
}
