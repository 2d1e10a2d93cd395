// Puts verification together: a person's side and the desk's. Called through module.ts by the
// edge's process.
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { readProviderAccess } from '../../base/providers/index.ts';
import { createApplications } from './applications.ts';
import { createCompanies } from './company/company.ts';
import { createCompanyRoutes } from './company/routes.ts';
import { createDecisions } from './desk/decisions.ts';
import { createReviewRoutes } from './desk/routes.ts';
import { createFiles } from './files.ts';
import { chooseFormUrl } from './provider/form-url.ts';
import { createHearing } from './provider/hear.ts';
import { createIdentityRoutes } from './routes.ts';
import { createSupplements } from './supplements.ts';
import { createDueAnswers } from './upkeep/due.ts';
import { createVault } from '../../base/vault/index.ts';

/** Make the calls. */
export async function startIdentity(platform: Platform): Promise<RunningModule> {
  const { database, readNowMs, people, audit, office, settings, configuration } = platform;
  const { enqueue } = platform;
  const { seal } = people;
  const vault = createVault(database, seal, readNowMs);
  const files = createFiles(database, vault, readNowMs);
  const stand = { database, vault, files, seal, enqueue, readNowMs };
  const applications = createApplications(stand);
  const companies = createCompanies({ ...stand, applications });
  const supplements = createSupplements({ database, vault, files, readNowMs });
  const decisions = createDecisions({
    database,
    audit,
    approvals: () => office.approvals,
    readTraders: (session, row) => applications.readTraders(session, row),
    readNowMs,
  });
  const parts = { database, applications, files, supplements };
  const due = createDueAnswers(database, readNowMs, platform.report);
  await due.load();
  const readAccess = () => readProviderAccess(settings, 'identity');
  return {
    handlers: [
      ...createIdentityRoutes({ ...parts, onAnswered: due.load }),
      ...createCompanyRoutes({
        database,
        companies,
        files,
        readFormUrl: chooseFormUrl(settings.mode),
        readBrandName: configuration.readBrandName,
      }),
      ...createReviewRoutes({ ...parts, audit, decisions, onDecided: due.load, readNowMs }),
      createHearing({ database, enqueue, readAccess, readNowMs }),
    ],
    approvalWorks: { 'identity.decide': decisions.work },
    onlyWithdraws: due.has,
    stop: due.close,
  };
}
