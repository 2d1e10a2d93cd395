// Remembering the market that is open, and reading a code that was remembered. Used by the trade
// page and by home; what is remembered, and where it leads, is ../last-markets.ts.
import { lastMarketsSetting } from '../last-markets.ts';
import { readSetting, writeSetting } from '../settings.ts';

const keptMax = 8;

/** Put a market in front; one that is there already moves. */
export function noteMarket(marketCode: string): void {
  const list = readSetting(lastMarketsSetting);
  if (list[0] === marketCode) return;
  const others = list.filter((one) => one !== marketCode);
  writeSetting(lastMarketsSetting, [marketCode, ...others].slice(0, keptMax));
}

/** A code as people read it: `BTC/USDT`, and the coin alone where the code names an area. */
export function pairOfCode(marketCode: string): string {
  const [base = '', quote = ''] = marketCode.split('_');
  const isArea = quote === 'etf' || quote === 'alts';
  return (isArea ? base : `${base}/${quote}`).toUpperCase();
}
