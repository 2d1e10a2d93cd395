// Placing an order again: the address that opens the form with its terms, and the terms as the form
// has them. Not the opening itself (use-again.ts).
import { cutZeros } from '@isobath/core/math';
import type { OrderRow } from '@isobath/wire';
import type { SentOrder } from '../live/own-store.ts';
import { rowOfSent } from '../orders/order-rows.ts';
import { emptyForm, type FormState } from './form-state.ts';

/** Names the order in the address of the trade page. */
export const againName = 'again';

/** Where the form stands with the terms of an order. */
export function againAddress(locale: string, order: Pick<OrderRow, 'symbol' | 'orderId'>): string {
  return `/${locale}/trade/exchange/?tradeCode=${order.symbol}&${againName}=${order.orderId}`;
}

const isSet = (text: string) => /[1-9]/.test(text);
const typed = (text: string) => (isSet(text) ? cutZeros(text) : '');

/** Percent of basis points, as it would be typed. */
function showPercent(bps: number): string {
  return bps === 0 ? '' : cutZeros((bps / 100).toFixed(2));
}

/** Date and time of this place, as an input takes them. */
function showLocal(atMs: number): string {
  const date = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16);
}

/** How long the order lived; a market order has no choice of that, and no end is in the past. */
function lifeOf(order: OrderRow, nowMs: number): Partial<FormState> {
  if (order.type === 'market') return {};
  if (order.timeInForce === 'POST_ONLY') return { isPostOnly: true };
  if (order.timeInForce !== 'GTD') return { timeInForce: order.timeInForce };
  const isAhead = order.expireAt > nowMs;
  return isAhead ? { timeInForce: 'GTD', expireAt: showLocal(order.expireAt) } : {};
}

/** The form that stands for an order; what was in the form before is gone. */
export function formOf(order: OrderRow, nowMs: number): FormState {
  const isByQuote = !isSet(order.quantity);
  return {
    ...emptyForm,
    kind: order.type,
    side: order.side,
    price: typed(order.price),
    size: typed(order.quantity),
    total: isByQuote ? typed(order.quoteAmount) : '',
    sizedBy: isByQuote ? 'quote' : 'base',
    // A trailing stop finds its price by itself.
    stopPrice: order.type === 'trailing_stop' ? '' : typed(order.stopPrice),
    trailingPercent: showPercent(order.trailingDeltaBps) || emptyForm.trailingPercent,
    activationPrice: typed(order.activationPrice),
    visibleSize: typed(order.visibleQuantity),
    selfTradePrevention: order.selfTradePrevention,
    slippagePercent: showPercent(order.slippageBps),
    ...lifeOf(order, nowMs),
  };
}

/** The form that stands for an order that was sent, and did not get through. */
export function formOfSent(sent: SentOrder, nowMs: number): FormState {
  const { selfTradePrevention = '' } = sent.body;
  return { ...formOf(rowOfSent(sent).order, nowMs), selfTradePrevention };
}
