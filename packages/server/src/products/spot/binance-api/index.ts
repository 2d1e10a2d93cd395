import type { RouteHandler } from '../../../base/product/index.ts';
import { createAccountHandlers } from './account.ts';
import { createListHandlers } from './lists.ts';
import { createOrderHandlers } from './orders.ts';
import type { SpotBinanceParts } from './parts.ts';

/** Door of the dialect's face of spot. */
export { createBinanceHistory } from './history.ts';

/** Calls of the trading dialect about orders, lists and the account. */
export function createSpotBinance(parts: SpotBinanceParts): RouteHandler[] {
  return [
    ...createOrderHandlers(parts),
    ...createListHandlers(parts),
    ...createAccountHandlers(parts),
  ];
}
