// The trade page of a market. Not the code in it: market-code.ts makes that.
import type { AnyLocale } from '@isobath/texts';
import { type CodedMarket, marketCodeOf } from './market-code.ts';

/** The trade page of a spot market. */
export function spotAddress(locale: AnyLocale, market: CodedMarket): string {
  return `/${locale}/trade/exchange/?tradeCode=${marketCodeOf(market)}`;
}

/** The trade page of a contract. */
export function contractAddress(locale: AnyLocale, contractCode: string): string {
  return `/${locale}/contract/exchange/trade/?tradeName=${contractCode.toLowerCase()}`;
}
