// Which fields stand together, and names of states. The fields themselves are wire's list, their
// names are base's. Used by the pages of this folder.
import type { TextKey } from '@isobath/texts';
import { coinLinks, coinTextLocales, type ListedThing } from '@isobath/wire';
import type { Translate } from '../../base/texts.tsx';

/** Kinds that have a page. */
export type PageKind = 'coin' | 'market';

/** Where each kind has its page. */
export const pathOf = { coin: 'coins', market: 'markets' } as const;

/** Fields that everybody fills in, and those that have a value of their own. */
export const fieldGroups = {
  coin: {
    main: ['name', 'decimals', 'logo', ...coinLinks.map((name) => `links.${name}`)],
    more: coinTextLocales.map((locale) => `texts.${locale}`),
  },
  market: {
    main: [
      'tickSize',
      'lotSize',
      'referencePrice',
      'minNotional',
      'makerPpm',
      'takerPpm',
      'tradeArea',
      'opens',
      'openAt',
    ],
    more: [
      'minQuantity',
      'maxQuantity',
      'maxMarketQuantity',
      'minPrice',
      'maxPrice',
      'bandLowPpm',
      'bandHighPpm',
      'marketGuardBps',
      'closeOutMax',
      'openOrdersMax',
      'stopOrdersMax',
      'icebergPartsMax',
      'trailingDeltaBpsMin',
      'trailingDeltaBpsMax',
      'amendsMax',
      'selfTradePreventionModes',
      'selfTradePreventionDefault',
    ],
  },
} as const satisfies Record<PageKind, { main: readonly string[]; more: readonly string[] }>;

/** Fields with a fixed choice. */
export const fieldChoices: Readonly<Record<string, readonly string[]>> = {
  tradeArea: ['1', '6', '8'],
  opens: ['later', 'now', 'auction'],
};

const amountDecimals = 18;

/** Fields that hold one number, with the most decimals it may have; limits are the server's. */
export const numberFields: Readonly<Record<string, number>> = {
  decimals: 0,
  tickSize: amountDecimals,
  lotSize: amountDecimals,
  referencePrice: amountDecimals,
  minNotional: amountDecimals,
  minQuantity: amountDecimals,
  maxQuantity: amountDecimals,
  maxMarketQuantity: amountDecimals,
  minPrice: amountDecimals,
  maxPrice: amountDecimals,
  bandLowPpm: 0,
  bandHighPpm: 0,
  marketGuardBps: 0,
  closeOutMax: amountDecimals,
  openOrdersMax: 0,
  stopOrdersMax: 0,
  icebergPartsMax: 0,
  trailingDeltaBpsMin: 0,
  trailingDeltaBpsMax: 0,
  amendsMax: 0,
};

/** A picture that is kept, as the page may show it; none is the coin's letter. */
export const logoOf = ({ fields }: Pick<ListedThing, 'fields'>): string | undefined =>
  fields['logo'] ? `data:image/png;base64,${fields['logo']}` : undefined;

/** A state of a market in words. */
export const nameState = (t: Translate<'admin'>, state: string): string =>
  t(`listing.state.${state}` as TextKey<'admin'>);
