import { defineSetting } from '../../base/settings.ts';

/** People who were asked in this browser, by their UID. */
export const askedSetting = defineSetting<readonly number[]>(
  'favourites.asked',
  [],
  (value) => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one)),
);
