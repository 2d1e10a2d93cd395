import { EventKind } from '@isobath/core';
import { createAccountDirectory } from './base/accounts/index.ts';
import type { Session } from './base/db/index.ts';
import { createDefinitionsProjection } from './base/definitions/index.ts';
import {
  createBookProjection,
  createCandleProjection,
  createMarketRegistry,
  loadNames,
} from './base/market/index.ts';
import { EXIT, Refusal } from './base/process/exit.ts';
import type { CommittedStep } from './base/product/index.ts';
import { joinProjections, type Projection } from './base/projections/index.ts';
import { modules } from './modules.ts';

/** Whether a step brings a coin or a market, whose name must be read before it is shown. */
export function definesSomething(step: CommittedStep): boolean {
  return step.events.some(
    ({ kind }) => kind === EventKind.assetDefined || kind === EventKind.instrumentDefined,
  );
}

/** Name of the watermark under which people's orders and definitions are written. */
export const ORDERS = 'orders';

/** A transaction for each order would cost more than the order; what gathers shares one. */
const ORDERS_EVERY_MS = 20;

/**
 * Every projection, each with a watermark of its own.
 * Orders stand in one group with the definitions that they need to be understood.
 */
export async function listProjections(): Promise<readonly Projection[]> {
  const accounts = createAccountDirectory();
  const markets = createMarketRegistry();
  const names: Projection = {
    name: 'names',
    tables: [],
    load: (session: Session) => loadNames(markets, session),
    async apply(steps, session) {
      if (steps.some(definesSomething)) await loadNames(markets, session);
    },
  };
  const directories = { accounts, markets };
  const orders = await Promise.all(
    modules.flatMap(({ orderProjection }) => orderProjection?.(directories) ?? []),
  );
  const others = await Promise.all(modules.flatMap(({ projection }) => projection?.() ?? []));
  return [
    joinProjections(
      ORDERS,
      [names, createDefinitionsProjection([accounts, markets]), ...orders],
      ORDERS_EVERY_MS,
    ),
    createBookProjection(),
    createCandleProjection(),
    ...others,
  ];
}

/**
 * The projections that an operator means.
 *
 * @param name - only this one; undefined = all.
 * @errors Refusal 64 when there is none of that name.
 */
export async function chooseProjections(name: unknown): Promise<readonly Projection[]> {
  const all = await listProjections();
  const chosen = all.filter((one) => name === undefined || one.name === name);
  if (chosen.length > 0) return chosen;
  const names = all.map((one) => one.name).join(' ');
  throw new Refusal(EXIT.usage, `There is no projection ${name}; there are: ${names}.`);
}
