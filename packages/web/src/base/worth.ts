// A sum of USDT in another money, at the rates of the installation.
import { formatDecimal, parseDecimal } from '@isobath/core/math';
import type { CurrencyRate } from '@isobath/wire';

/** What somebody owns, and what one USDT is worth. */
export interface Worth {
  readonly totalUsdt: string;
  readonly rates: readonly CurrencyRate[];
}

const SCALE = 12;

/**
 * A total in a unit, cut and never rounded up; "" when nothing prices it.
 *
 * @param decimals - two are shown of any unit; a total brings more of them along, for its hover.
 */
export function showWorth(worth: Worth, code: string, decimals: 2 | 8): string {
  const rate = worth.rates.find((each) => each.currencyCode === code)?.rate;
  if (rate === undefined || worth.totalUsdt === '') return '';
  const cut = (text: string) => {
    const [whole = '0', part = ''] = text.split('.');
    return parseDecimal(part === '' ? whole : `${whole}.${part.slice(0, SCALE)}`, SCALE);
  };
  const units = (cut(worth.totalUsdt) * cut(rate)) / 10n ** BigInt(2 * SCALE - decimals);
  return formatDecimal(units, decimals);
}
