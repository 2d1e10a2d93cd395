// The spot markets that were open last in this browser, newest first, as codes of addresses.
// Every page carries this for its menus: what few need stands in base/trade/note-market.ts.
import { defineSetting, useSetting } from './settings.ts';

const code = /^[a-z0-9]+_[a-z0-9]+$/;

/** Codes, newest first; who has traded nowhere yet begins with the first market. */
export const lastMarketsSetting = defineSetting<readonly string[]>(
  'trade.last',
  ['btc_usdt'],
  (value) => Array.isArray(value) && value.length > 0 && value.every((one) => code.test(one)),
);

/** Where trading goes on at a market, below the language. */
export const tradePath = (marketCode: string | undefined) =>
  `trade/exchange/?tradeCode=${marketCode}`;

/** Where this reader's trading goes on, below the language. */
export const useTradePath = () => tradePath(useSetting(lastMarketsSetting)[0][0]);
