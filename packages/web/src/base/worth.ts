// A sum of USDT in another money, at the rates of the installation.
import { floorDivBig, formatDecimal, parseDecimal } from '@isobath/core/math';
import type { CurrencyRate } from '@isobath/wire';

/** What somebody owns, and what one USDT is worth. */
export interface Worth {
  readonly totalUsdt: string;
  readonly rates: readonly CurrencyRate[];
}

const SCALE = 12;
/** More than any screen shows: what shows a worth rounds it, and it alone. */
const DECIMALS = 8;

/**
 * What is owned, won or lost, in a unit with eight decimals; "" when nothing prices it. Rounded
 * down, so that no loss looks smaller than it is.
 */
export function showWorth(worth: Worth, code: string): string {
  const rate = worth.rates.find((each) => each.currencyCode === code)?.rate;
  if (rate === undefined || worth.totalUsdt === '') return '';
  const cut = (text: string) => {
    const [whole = '0', part = ''] = text.split('.');
    return parseDecimal(part === '' ? whole : `${whole}.${part.slice(0, SCALE)}`, SCALE);
  };
  const product = cut(worth.totalUsdt) * cut(rate);
  return formatDecimal(floorDivBig(product, 10n ** BigInt(2 * SCALE - DECIMALS)), DECIMALS);
}
