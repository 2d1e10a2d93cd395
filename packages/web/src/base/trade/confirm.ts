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

/** Per cent of what somebody has from which an order asks, whatever its kind; 0 never asks. */
export const largeShares = [0, 10, 25, 50] as const;

/** An order above this share of the market's two coins asks before it is sent. */
export const largeSetting = defineSetting<(typeof largeShares)[number]>(
  'trade.confirm-large',
  25,
  (value) => (largeShares as readonly unknown[]).includes(value),
);
