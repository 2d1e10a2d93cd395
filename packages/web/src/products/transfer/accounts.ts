// Account types of transfers as pages need them: their order, and reading them from an address.
import { type TransferType, transferTypes } from '@isobath/wire';

/** An account type as the value of a choice. */
export type TypeText = `${TransferType}`;

/** All types as values of a choice. */
export const typeTexts = transferTypes.map(String) as TypeText[];

/** The isolated margin account, which has one wallet a pair. */
export const ISOLATED = 7;

/** USDT, which a transfer begins with. */
export const FIRST_COIN = 52;

/** The type in an address, or the one to take instead. */
export function readType(text: string | null, otherwise: TransferType): TransferType {
  return transferTypes.find((type) => String(type) === text) ?? otherwise;
}
