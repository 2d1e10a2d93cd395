import { defineOwnSetting } from '../../base/settings.ts';

/** People who were asked in this browser, by their UID, until they leave it. */
export const requestedSetting = defineOwnSetting<readonly number[]>(
  'favourites.asked',
  [],
  (value) => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one)),
);
