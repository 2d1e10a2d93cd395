// In what money a person likes to see values: the unit, and the currency behind "Cny".
// Not here: the rates (calls of the site).
import { defineSetting } from './settings.ts';

/** Units of a total, in the order they are offered; Cny stands for the person's own currency. */
export const assetUnits = ['USDT', 'BTC', 'ETH', 'Cny'] as const;
/** A unit of a total. */
export type AssetUnit = (typeof assetUnits)[number];

/** The unit of totals. */
export const unitSetting = defineSetting<AssetUnit>('assetUnit', 'USDT', (value) =>
  assetUnits.includes(value as AssetUnit),
);

/** The currency of daily life, by its code. */
export const currencySetting = defineSetting('currency', 'USD');
