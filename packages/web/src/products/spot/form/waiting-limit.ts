// A limit on the far side of its trigger: the order is triggered, and waits instead of filling, for
// ever if the price does not come there. It is said before sending and may be sent all the same.
// Not a fault (checks.ts). Used by the form, by the question before sending and by changes.
import type { PlaceOrderBody } from '@isobath/wire';
import { type Market, readTyped } from '../market/market.ts';
import type { FormField, FormState } from './form-state.ts';
import { makeIntent } from './order-terms.ts';

/** Terms of an order that say where it waits. */
export type TriggeredTerms = Pick<PlaceOrderBody, 'side' | 'price' | 'stopPrice'>;

/** More decimals than a price has. */
const decimalsMax = 18;

/** The limit that an order would wait at once it is triggered; null where it can fill there. */
export function readWaitingLimit({ side, price, stopPrice }: TriggeredTerms): string | null {
  const limit = readTyped(price ?? '', decimalsMax) ?? 0n;
  const trigger = readTyped(stopPrice ?? '', decimalsMax) ?? 0n;
  if (price === undefined || limit <= 0n || trigger <= 0n) return null;
  return (side === 'sell' ? limit > trigger : limit < trigger) ? price : null;
}

/** The field of the form whose limit would wait, and that limit. */
export function findWaitingLimit(
  state: FormState,
  market: Pick<Market, 'symbol'>,
): { readonly field: FormField; readonly value: string } | null {
  const intent = makeIntent(state, market);
  const legs = intent.form === 'order' ? [intent.body] : intent.legs;
  const found = legs.map(readWaitingLimit).find((value) => value !== null);
  if (found === undefined || found === null) return null;
  const fields: Partial<Record<FormState['kind'], FormField>> = {
    oto: 'targetPrice',
    oco: 'stopLimitPrice',
    otoco: 'stopLimitPrice',
  };
  return { field: fields[state.kind] ?? 'price', value: found };
}
