// Account types of transfers as pages need them: their order, and reading them from an address.
import { type TransferType, transferTypes } from '@isobath/wire';
import { hasProduct } from '../../base/account-pages.ts';
import { defineOwnSetting } from '../../base/settings.ts';

/** An account type as the value of a choice. */
export type TypeText = `${TransferType}`;

/** All types as values of a choice. */
export const typeTexts = transferTypes.map(String) as TypeText[];

/**
 * The accounts to choose from: those that a product uses, and those chosen already, so that what
 * lies in another one can leave it.
 */
export function listOffered(chosen: readonly TransferType[]): readonly TransferType[] {
  return transferTypes.filter((type) => hasProduct(type) || chosen.includes(type));
}

/** The isolated margin account, which has one wallet a pair. */
export const ISOLATED = 7;

/** The financial account: its products move money in and out, people do not. */
export const WEALTH = 101;

/** USDT, which a transfer begins with. */
export const FIRST_COIN = 52;

/** The type in an address, or the one to take instead. */
export function readType(text: string | null, otherwise: TransferType): TransferType {
  return transferTypes.find((type) => String(type) === text) ?? otherwise;
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Coins that were chosen last, newest first, by their number. */
export const recentCoinsSetting = defineOwnSetting<readonly string[]>(
  'transfer.coins',
  [],
  isTexts,
);

/** Pairs that were chosen last, newest first, by their number. */
export const recentPairsSetting = defineOwnSetting<readonly string[]>(
  'transfer.pairs',
  [],
  isTexts,
);

/** From where to where. */
export interface Way {
  readonly source: TransferType;
  readonly target: TransferType;
}

/** The way of the last transfer, which the next one begins with. */
export const waySetting = defineOwnSetting<Way>(
  'transfer.way',
  { source: 2, target: 5 },
  (value) => {
    const { source, target } = (value ?? {}) as Partial<Way>;
    const isType = (type: unknown) => transferTypes.includes(type as TransferType);
    return isType(source) && isType(target) && source !== target;
  },
);
