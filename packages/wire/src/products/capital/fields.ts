// Fields that calls about deposits and withdrawals share.
import { decimalText } from '../../money.ts';
import { z } from '../../z.ts';

/** Number of a coin. */
export const coinId = z.coerce.number().int().min(1).max(1_023);
/** Number of a network, as the exchange counts them. */
export const networkId = z.coerce.number().int().min(1).max(65_535);
/** A row's number, of an address or of a saved one. */
export const rowId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** Where money goes on a chain; its form is checked by its network. */
export const addressText = z.string().trim().min(1).max(128);
/** What some networks want beside an address; "" = none. */
export const memoText = z.string().max(128).default('');
/** A person's own words about an address. */
export const remarkText = z.string().trim().max(32);
/** An amount that a person types. */
export const amount = decimalText;
/** Which body or query parameters come from a form or an address: `true` and `false` as text. */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((text) => text === 'true'),
]);
/** Reading of one's own. */
export const read = { method: 'GET', role: 'user', owner: 'caller', rate: 'read' } as const;
/** Changing one's own. */
export const write = { method: 'POST', role: 'user', owner: 'caller', rate: 'write' } as const;
