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

/** A contract somebody chose from results. */
export interface RecentContract {
  readonly contractCode: string;
}

/** What somebody chose from results. */
export type Recent = RecentMarket | RecentContract;

const recentMax = 5;

function isRecent(value: unknown): value is Recent {
  const one = value as Partial<RecentMarket & RecentContract> | null;
  if (typeof one?.contractCode === 'string') return true;
  return (
    typeof one?.tradeId === 'number' &&
    typeof one.symbol === 'string' &&
    typeof one.baseCurrency === 'string' &&
    typeof one.quoteCurrency === 'string' &&
    typeof one.tradeArea === 'number'
  );
}

/** Recent searches of this browser. */
export const recentSetting = defineSetting<readonly Recent[]>(
  'search.recent',
  [],
  (value) => Array.isArray(value) && value.every(isRecent),
);

const nameOf = (one: Recent) => ('contractCode' in one ? one.contractCode : one.tradeId);

/** No more of it than is shown. */
function cut(chosen: Recent): Recent {
  if ('contractCode' in chosen) return { contractCode: chosen.contractCode };
  const { tradeId, symbol, baseCurrency, quoteCurrency, tradeArea } = chosen;
  return { tradeId, symbol, baseCurrency, quoteCurrency, tradeArea };
}

/** Put what was chosen in front; what is there already moves. */
export function addRecent(list: readonly Recent[], chosen: Recent): Recent[] {
  const others = list.filter((one) => nameOf(one) !== nameOf(chosen));
  return [cut(chosen), ...others].slice(0, recentMax);
}
