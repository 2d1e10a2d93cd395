// "0.35 eth in thb": what somebody types, and its worth at the last prices here. Pure; exact to
// eighteen decimals, cut, never rounded up. Not a quote: nothing can be bought at it.
import { cutZeros, formatDecimal, parseDecimal } from '@isobath/core/math';
import { readNumber, toPlainSigns } from '@isobath/ui';
import type { CurrencyRate, TickerRow } from '@isobath/wire';

/** An amount of something, and in what it shall be shown. */
export interface Request {
  readonly amount: string;
  readonly from: string;
  readonly to: string;
}

const SCALE = 18;
const ONE = 10n ** BigInt(SCALE);
/** Marks that a number may have, of ASCII and of other scripts. */
const marks = '.,\\u066b\\u066c\\uff0e\\uff0c';
const requestForm = new RegExp(
  `^([\\d\\s${marks}]*\\d[\\d${marks}]*)\\s*([a-z][a-z0-9]*)(?:\\s+(?:.*\\s)?([a-z0-9]+))?$`,
  'i',
);

/**
 * Read a wish: an amount, a code, and after any word or none the code of what to show it in.
 *
 * @param languageTag - decides what marks in the number mean.
 * @param ownCode - what it is shown in when nothing else is named.
 */
export function readRequest(text: string, languageTag: string, ownCode: string): Request | null {
  const typed = text.trim().slice(0, 60);
  const [, number = '', from = '', to = ''] = requestForm.exec(toPlainSigns(typed)) ?? [];
  // The answer says the amount again, so the point of every market serves in each language.
  const { value } = readNumber(typed.slice(0, number.length), { locale: languageTag });
  const amount = value ?? (/^\d+\.\d+$/.test(number) ? number : '');
  if (amount === '' || from === '') return null;
  return { amount, from: from.toUpperCase(), to: to === '' ? ownCode : to.toUpperCase() };
}

const cut = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.');
  return parseDecimal(part === '' ? whole : `${whole}.${part.slice(0, SCALE)}`, SCALE);
};

/** What is known of prices. */
export interface Prices {
  readonly rows: readonly Pick<TickerRow, 'baseCurrency' | 'quoteCurrency' | 'last'>[];
  /** What one USDT is in other money. */
  readonly rates: readonly Pick<CurrencyRate, 'currencyCode' | 'rate'>[];
}

/** Units of the scale: USDT for one of a code, or with `isRate` what one USDT is of it. */
interface Price {
  readonly units: bigint;
  readonly isRate?: boolean;
}

/** How a code is priced: by its market, else by a rate, else by a market of a market. */
function findPrice(code: string, { rows, rates }: Prices): Price | null {
  if (code === 'USDT') return { units: ONE };
  const markets = rows.filter((row) => row.baseCurrency === code && cut(row.last) > 0n);
  const direct = markets.find((row) => row.quoteCurrency === 'USDT');
  if (direct !== undefined) return { units: cut(direct.last) };
  const rate = rates.find((each) => each.currencyCode === code)?.rate;
  if (rate !== undefined && cut(rate) > 0n) return { units: cut(rate), isRate: true };
  for (const { quoteCurrency, last } of markets) {
    const quote = rows.find(
      (row) => row.baseCurrency === quoteCurrency && row.quoteCurrency === 'USDT',
    );
    const units = quote === undefined ? 0n : (cut(last) * cut(quote.last)) / ONE;
    if (units > 0n) return { units };
  }
  return null;
}

/** What a wish comes to, as text; null when something in it has no price. */
export function convert(request: Request, prices: Prices): string | null {
  const from = findPrice(request.from, prices);
  const to = findPrice(request.to, prices);
  if (from === null || to === null) return null;
  const amount = cut(request.amount);
  // Of the scale twice over, so that a division loses nothing that is shown.
  const usdt = from.isRate === true ? (amount * ONE * ONE) / from.units : amount * from.units;
  const units = to.isRate === true ? (usdt * to.units) / ONE / ONE : usdt / to.units;
  return cutZeros(formatDecimal(units, SCALE));
}
