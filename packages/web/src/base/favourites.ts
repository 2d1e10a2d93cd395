// Favourite spot markets by trade id. Not here: how a list is kept (starred.ts); contracts have
// calls of their own, with the opposite signs.
import { favouriteRoutes } from '@isobath/wire';
import { browserClient } from './client.ts';
import { defineSetting } from './settings.ts';
import { createStarred } from './starred.ts';

/** A guest's favourites, newest last; the only key of spot markets. */
export const guestFavouritesSetting = defineSetting<readonly number[]>(
  'favourites.spot',
  [],
  (value) => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one)),
);

/** The favourite markets: 1 adds, -1 takes away, one call each. */
export const favourites = createStarred<number>({
  guest: guestFavouritesSetting,
  ask: () => browserClient().call(favouriteRoutes.listSpot, { query: { operate: 0 } }),
  async report(tradeIds, isAdded) {
    const operate = isAdded ? 1 : -1;
    for (const tradeId of tradeIds) {
      await browserClient().call(favouriteRoutes.turnSpot, { body: { tradeId, operate } });
    }
  },
});

/** The favourites of this person, and how one is turned; for components. */
export function useFavourites() {
  return { tradeIds: favourites.useList(), turn: favourites.turn };
}
