// The name of a price step in the head of the book. Not the steps there are (grouping.ts).
import { formatPrice, joinParts } from '@isobath/ui';
import { showWhole } from '../market/market.ts';

/**
 * A step as the language writes it, with no more decimals than it has: a tiny one short, as prices
 * are, because the head of the book has no room for all its zeros, and beside it in full.
 */
export function showStep(
  stepTicks: number,
  decimals: number,
  locale: string,
): { label: string; note?: string } {
  const write = (isCollapsed: boolean) => {
    const parts = formatPrice(showWhole(stepTicks, decimals), { locale, isCollapsed });
    return parts === null ? '' : joinParts(parts);
  };
  const [label, full] = [write(true), write(false)];
  return label === full ? { label } : { label, note: full };
}
