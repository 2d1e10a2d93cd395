// Favourite markets by symbol; local to this browser.
import { defineSetting } from './settings.ts';

/** Symbols of favourite markets, newest last. */
export const favouritesSetting = defineSetting<readonly string[]>(
  'favourites',
  [],
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
);

/** Add a symbol, or take it away when it is there. */
export function turnFavourite(list: readonly string[], symbol: string): string[] {
  return list.includes(symbol) ? list.filter((one) => one !== symbol) : [...list, symbol];
}
