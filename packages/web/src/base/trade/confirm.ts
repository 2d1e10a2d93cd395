// Which orders ask before they are sent; set in the order form and in the settings.
import { defineSetting } from '../settings.ts';

/** Kinds of orders that are sent without asking first. */
export interface ConfirmSettings {
  readonly market: boolean;
  readonly limit: boolean;
  readonly stop: boolean;
}

/** Which orders ask before they are sent. */
export const confirmSetting = defineSetting<ConfirmSettings>(
  'trade.confirm',
  { market: true, limit: false, stop: true },
  (value) => typeof value === 'object' && value !== null,
);
