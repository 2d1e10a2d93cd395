// The products of the server: a plain list, nothing is found by scanning. Migrations, people's
// tables, projections and what the edge starts derive from it. tools/new-product.ts adds a line.

import type { MarketRegistry } from './base/market/index.ts';
import type { Platform, RunningModule, ServerModule } from './base/modules/index.ts';
import type { ReferenceTable } from './base/reference-tables/index.ts';
import { accountModule } from './products/account/module.ts';
import { assetsModule } from './products/assets/module.ts';
import { contentModule } from './products/content/module.ts';
import { inboxModule } from './products/inbox/module.ts';
import { keysModule } from './products/keys/module.ts';
import { marketModule } from './products/market/module.ts';
import { officeModule } from './products/office/module.ts';
import { serviceModule } from './products/service/module.ts';
import { siteModule } from './products/site/module.ts';
import { spotModule } from './products/spot/module.ts';
import { transferModule } from './products/transfer/module.ts';

/** Every product, in the order in which migrations and projections run. */
export const modules: readonly ServerModule[] = [
  accountModule,
  spotModule,
  assetsModule,
  marketModule,
  officeModule,
  inboxModule,
  contentModule,
  transferModule,
  serviceModule,
  siteModule,
  keysModule,
];

/** The tables of every product that operators keep. */
export async function listReferenceTables(
  markets: MarketRegistry,
): Promise<readonly ReferenceTable[]> {
  const listed = modules.map(({ referenceTables }) => referenceTables?.(markets) ?? []);
  return (await Promise.all(listed)).flat();
}

/** Load the code of all that starts: it needs time, and nothing but memory. */
export async function loadModules(): Promise<void> {
  await Promise.all(modules.map(({ start }) => start?.()));
}

/** Start every product that the contract can start; the others are put together by hand still. */
export async function startModules(platform: Platform): Promise<Required<RunningModule>> {
  const running = await Promise.all(
    modules.map(async ({ start }) => (await start?.())?.(platform)),
  );
  return {
    handlers: running.flatMap((one) => one?.handlers ?? []),
    operatorHandlers: Object.assign({}, ...running.map((one) => one?.operatorHandlers)),
    stop: () => {
      for (const one of running) one?.stop?.();
    },
  };
}
