// What the notice of a fill says in numbers: price and size with the decimals of the market, as in
// every list. Not when it is said (OwnNewsPublisher.tsx).
import { formatAmount, formatPrice, joinParts, type NumberParts } from '@isobath/ui';
import type { FillRow } from '@isobath/wire';
import type { Digits } from '../market/market.ts';
import { showPair } from '../orders/order-rows.ts';

/** Said in place of a size, while own amounts are hidden. */
const hiddenSize = '*****';

const textOf = (parts: NumberParts | null, fallback: string) =>
  parts === null ? fallback : joinParts(parts);

/** @param options - digits: undefined while the market is not known: numbers stand as they came. */
export function readFillValues(
  fill: Pick<FillRow, 'symbol' | 'price' | 'quantity'>,
  options: { digits: Digits | undefined; locale: string; isHidden: boolean },
): { pair: string; size: string; price: string } {
  const { digits, locale, isHidden } = options;
  const size = formatAmount(fill.quantity, {
    locale,
    decimals: digits?.lotDecimals,
    isPadded: digits !== undefined,
  });
  const price = formatPrice(fill.price, { locale, decimals: digits?.priceDecimals });
  return {
    pair: showPair(fill.symbol),
    size: isHidden ? hiddenSize : textOf(size, fill.quantity),
    price: textOf(price, fill.price),
  };
}
