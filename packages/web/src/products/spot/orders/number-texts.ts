// The numbers of an open order as its cells write them (OrderCells.tsx), for the room they need
// (column-room.ts).
import { formatAmount, formatMoney, formatPrice, joinParts, type NumberParts } from '@isobath/ui';
import type { OrderRow } from '@isobath/wire';
import type { Digits } from '../market/market.ts';
import type { NumberTexts } from './column-room.ts';
import { readTotal } from './order-rows.ts';

const isSet = (text: string) => /[1-9]/.test(text);
const textOf = (parts: NumberParts | null) => (parts === null ? '' : joinParts(parts));

/** @param options - digits: undefined while the market is not known: numbers stand as they came. */
export function readNumberTexts(
  order: OrderRow,
  options: { digits: Digits | undefined; locale: string },
): NumberTexts {
  const { digits, locale } = options;
  const price = (value: string) =>
    isSet(value) ? textOf(formatPrice(value, { locale, decimals: digits?.priceDecimals })) : '';
  const decimals = digits?.lotDecimals;
  const isPadded = digits !== undefined;
  const size = isSet(order.quantity)
    ? textOf(formatAmount(order.quantity, { locale, decimals, isPadded }))
    : `${textOf(formatAmount(order.quoteAmount, { locale }))} ${order.symbol.split('_')[1]}`;
  const total = readTotal(order);
  const trigger = price(order.stopPrice);
  return {
    price: price(order.price),
    size,
    total: total === null ? '' : textOf(formatMoney(total, { locale, isPadded: true })),
    // The sign stays with its price; how far it trails may stand in a line of its own.
    trigger: order.trailingDeltaBps > 0 ? trigger : `≤ ${trigger}`,
  };
}
