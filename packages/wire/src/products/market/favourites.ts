// Favourite markets of a signed-in person on the wire. The two kinds have opposite signs, as the
// specification has them: spot adds with operate 1 and removes with -1, contracts add with status 0
// and remove with 1. Not here: favourites of guests, which stay in the browser.
// Read by the market product, the sdk and the reference.
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

const own = { role: 'user', owner: 'caller' } as const;
const tradeId = z.coerce.number().int().min(1);
const operate = z.coerce.number().pipe(z.union([z.literal(1), z.literal(-1)]));
const list = z.object({ operate: z.coerce.number().pipe(z.literal(0)).optional() });
const turned = z.object({ tradeId: z.number().int(), operate: z.number().int() });
const tradeIds = z.array(z.number().int());
const jsonPath = '/hk-web/user/user_favorite_json';

/** A favourite contract; status 0 = it is one. */
export const favouriteContract = z.object({
  contractCode: z.string(),
  status: z.number().int(),
  userId: z.number().int(),
});

/** Routes of favourites. */
export const favouriteRoutes = {
  listSpot: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/user/user_favorite',
    summary: 'Trade ids of favourite spot markets, oldest first; `operate` is 0.',
    query: list,
    answer: tradeIds,
  }),
  turnSpot: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/user/user_favorite',
    summary: 'Add (`operate` 1) or remove (-1) a favourite spot market.',
    body: z.object({ tradeId, operate }),
    answer: turned,
  }),
  listSpotJson: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: jsonPath,
    summary: 'The same list.',
    query: list,
    answer: tradeIds,
  }),
  turnSpotJson: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: jsonPath,
    summary: 'The same change, as a form of several parts: `operate`, `tradeId`.',
    body: z.object({ tradeId, operate }),
    isForm: true,
    answer: turned,
  }),
  listContracts: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: '/swap/v1/portal/collection',
    summary: 'Favourite contracts, oldest first.',
    answer: z.array(favouriteContract),
  }),
  turnContracts: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: '/swap/v1/portal/collection',
    summary: 'Add (`status` 0) or remove (1) favourite contracts.',
    body: z
      .array(
        z.strictObject({
          contractCode: z.string().regex(/^[a-z0-9_]{1,40}$/, 'lower-case code'),
          status: z.union([z.literal(0), z.literal(1)]),
        }),
      )
      .min(1)
      .max(100),
    answer: z.array(favouriteContract),
  }),
} as const;
