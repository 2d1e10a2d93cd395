// Decimals for lists of the trade page that show orders of several markets.
import { useTrade } from '../layout/trade-context.ts';
import { useKnownDigits } from '../market/known-markets.ts';
import type { Digits } from '../market/market.ts';

/** Decimals of the markets of some rows; those of the open market are there at once. */
export function useDigits(
  rows: readonly { readonly symbol: string }[],
): (symbol: string) => Digits | undefined {
  const { market } = useTrade();
  const known = useKnownDigits(rows.some(({ symbol }) => symbol !== market.symbol));
  return (symbol) => (symbol === market.symbol ? market : known.get(symbol));
}
