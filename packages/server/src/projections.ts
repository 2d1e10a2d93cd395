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
import type { CommittedStep } from './base/product/index.ts';
import { joinProjections, type Projection } from './base/projections/index.ts';
import { createReceipts } from './products/assets/index.ts';
import { createSpotProjection } from './products/spot/index.ts';
import { createTransferProjection } from './products/transfer/index.ts';

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
export function listProjections(): readonly Projection[] {
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
  return [
    joinProjections(
      ORDERS,
      [
        names,
        createDefinitionsProjection([accounts, markets]),
        createSpotProjection({ accounts, markets }),
        createReceipts({ accounts, markets }),
        createTransferProjection(accounts),
      ],
      ORDERS_EVERY_MS,
    ),
    createBookProjection(),
    createCandleProjection(),
  ];
}
