// Recent searches: newest first, each once, at most five, in this browser only.
import { defineSetting } from '../../base/settings.ts';

/** A market somebody chose from results. */
export interface RecentMarket {
  readonly tradeId: number;
  readonly symbol: string;
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  readonly tradeArea: number;
}

const recentMax = 5;

function isRecent(value: unknown): value is RecentMarket {
  const market = value as Partial<RecentMarket> | null;
  return (
    typeof market?.tradeId === 'number' &&
    typeof market.symbol === 'string' &&
    typeof market.baseCurrency === 'string' &&
    typeof market.quoteCurrency === 'string' &&
    typeof market.tradeArea === 'number'
  );
}

/** Recent searches of this browser. */
export const recentSetting = defineSetting<readonly RecentMarket[]>(
  'search.recent',
  [],
  (value) => Array.isArray(value) && value.every(isRecent),
);

/** Put a market in front; one that is there already moves. */
export function addRecent(list: readonly RecentMarket[], market: RecentMarket): RecentMarket[] {
  const { tradeId, symbol, baseCurrency, quoteCurrency, tradeArea } = market;
  const others = list.filter((one) => one.tradeId !== tradeId);
  return [{ tradeId, symbol, baseCurrency, quoteCurrency, tradeArea }, ...others].slice(
    0,
    recentMax,
  );
}
