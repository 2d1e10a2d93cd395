// Calls about VIP levels: what each wants, and the caller's own. Called by ../routes.ts.
import { userRoutes } from '@isobath/wire';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import type { AccountParts } from '../parts.ts';
import { VIP_DAYS } from './levels.ts';

/** Handlers of VIP levels. */
export function createVipRoutes(parts: AccountParts): RouteHandler[] {
  return [
    serve(userRoutes.vipLevels, async () => ({
      days: VIP_DAYS,
      levels: [...(await parts.readVipLevels())],
    })),
    serve(userRoutes.ownVip, async ({ caller: { ownerId } }) => ({
      vipLevel: parts.accounts.readVipLevel(ownerId),
      days: VIP_DAYS,
      ...(await parts.readOwnStanding(ownerId)),
    })),
  ];
}
