// Favourite contracts by their code. Signs are the opposite of spot's: status 0 adds, 1 removes.
// Not here: how a list is kept (starred.ts); favourite markets of spot (favourites.ts).
import { favouriteRoutes } from '@isobath/wire';
import { browserClient } from './client.ts';
import { defineSetting } from './settings.ts';
import { createStarred } from './starred.ts';

/** A guest's favourite contracts, newest last; the only key of contracts. */
export const guestContractsSetting = defineSetting<readonly string[]>(
  'favourites.contract',
  [],
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
);

/** The favourite contracts, all of a change in one call. */
export const contractFavourites = createStarred<string>({
  guest: guestContractsSetting,
  async ask() {
    const rows = await browserClient().call(favouriteRoutes.listContracts);
    return rows.map((row) => row.contractCode);
  },
  report(codes, isAdded) {
    const status = isAdded ? 0 : 1;
    const body = codes.map((contractCode) => ({ contractCode, status }) as const);
    return browserClient().call(favouriteRoutes.turnContracts, { body });
  },
});

/** The favourite contracts of this person, and how one is turned; for components. */
export function useContractFavourites() {
  return { codes: contractFavourites.useList(), turn: contractFavourites.turn };
}
