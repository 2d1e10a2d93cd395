// The products of the server: a plain list, nothing is found by scanning. Migrations, people's
// tables, projections and what the edge starts derive from it. tools/new-product.ts adds a line.

import { approvalKinds } from '@isobath/wire';
import type { ApprovalWorks } from './base/approvals/index.ts';
import type { IntentConsumer } from './base/intents/index.ts';
import type { Job } from './base/jobs/index.ts';
import type { MarketRegistry } from './base/market/index.ts';
import {
  type JobPlatform,
  type PersonTable,
  type Platform,
  platformPersonTables,
  type RunningModule,
  type ServerModule,
} from './base/modules/index.ts';
import type { Command } from './base/operator/index.ts';
import type { ReferenceTable } from './base/reference-tables/index.ts';
import { accountModule } from './products/account/module.ts';
import { assetsModule } from './products/assets/module.ts';
import { capitalModule } from './products/capital/module.ts';
import { contentModule } from './products/content/module.ts';
import { contractsModule } from './products/contracts/module.ts';
import { identityModule } from './products/identity/module.ts';
import { inboxModule } from './products/inbox/module.ts';
import { keysModule } from './products/keys/module.ts';
import { listingModule } from './products/listing/module.ts';
import { marketModule } from './products/market/module.ts';
import { officeModule } from './products/office/module.ts';
import { serviceModule } from './products/service/module.ts';
import { siteModule } from './products/site/module.ts';
import { solvencyModule } from './products/solvency/module.ts';
import { spotModule } from './products/spot/module.ts';
import { transferModule } from './products/transfer/module.ts';
import { sandboxModule } from './sandbox/module.ts';

const products: readonly ServerModule[] = [
  accountModule,
  spotModule,
  assetsModule,
  marketModule,
  officeModule,
  listingModule,
  inboxModule,
  contentModule,
  transferModule,
  capitalModule,
  serviceModule,
  siteModule,
  identityModule,
  keysModule,
  solvencyModule,
  contractsModule,
];

/** Every product and the sandbox, in the order in which migrations and projections run. */
export const modules: readonly ServerModule[] = [...products, sandboxModule];

/** Every table that keeps something of a person, those that refer to others first. */
export const personTables: readonly PersonTable[] = [
  ...platformPersonTables,
  ...modules.flatMap((module) => module.personTables ?? []),
];

/** The tables of every product that operators keep. */
export async function listReferenceTables(
  markets: MarketRegistry,
): Promise<readonly ReferenceTable[]> {
  const listed = modules.map(({ referenceTables }) => referenceTables?.(markets) ?? []);
  return (await Promise.all(listed)).flat();
}

/** Every command of the operator's tool that a module brings, in the order of the modules. */
export async function listOperatorCommands(): Promise<readonly Command[]> {
  const listed = modules.map(({ operatorCommands }) => operatorCommands?.() ?? []);
  return (await Promise.all(listed)).flat();
}

/** Every job of every product. */
export const productJobs: readonly Job<JobPlatform>[] = modules.flatMap(({ jobs }) => jobs ?? []);

/** Everybody who is told how intents ended. */
export const consumers: readonly IntentConsumer[] = modules.flatMap(
  (module) => module.consumers ?? [],
);

/** Load the code of all that starts: it needs time, and nothing but memory. */
export async function loadModules(): Promise<void> {
  await Promise.all(modules.map(({ start }) => start?.()));
}

/** All that has started. */
export interface StartedModules extends Required<RunningModule> {
  readonly approvalWorks: ApprovalWorks;
}

/**
 * Start every module.
 *
 * @throws Error when nobody carries out what two operators can agree to.
 */
export async function startModules(platform: Platform): Promise<StartedModules> {
  const running = await Promise.all(
    modules.map(async ({ start }) => (await start?.())?.(platform)),
  );
  const approvalWorks: Partial<ApprovalWorks> = Object.assign(
    {},
    ...running.map((one) => one?.approvalWorks),
  );
  return {
    approvalWorks: checkWorks(approvalWorks),
    handlers: running.flatMap((one) => one?.handlers ?? []),
    onlyWithdraws: (ownerId) => running.some((one) => one?.onlyWithdraws?.(ownerId) === true),
    operatorHandlers: Object.assign({}, ...running.map((one) => one?.operatorHandlers)),
    stop: () => {
      for (const one of running) one?.stop?.();
    },
  };
}

function checkWorks(works: Partial<ApprovalWorks>): ApprovalWorks {
  const missing = approvalKinds.filter((kind) => works[kind] === undefined);
  if (missing.length > 0) throw new Error(`nobody carries out ${missing.join(', ')}`);
  return works as ApprovalWorks;
}
