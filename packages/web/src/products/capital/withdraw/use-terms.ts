// What withdrawing a coin costs, how long it takes, whether the person may, and what a coin is
// worth; read again from time to time, as queues and limits move.
import { type Read, useRead } from '@isobath/kit';
import {
  assetsRoutes,
  marketRoutes,
  type RouteAnswer,
  withdrawRoutes,
  type WithdrawTerms,
} from '@isobath/wire';
import { browserClient } from '../../../base/client.ts';
import type { OwnCoin } from '../coins.ts';

/** Whether one may withdraw, and how much of the day is left. */
export type WithdrawCheck = RouteAnswer<typeof withdrawRoutes.check>;

const LOOK_MS = 15_000;
const PRICES_MS = 60_000;

/** Of one coin. */
export interface CoinTerms {
  readonly check: Read<WithdrawCheck>;
  readonly terms: Read<readonly WithdrawTerms[]>;
}

/** @param coinId - of a coin that exists. */
export function useCoinTerms(coinId: number): CoinTerms {
  const query = { coinId };
  const check = useRead(
    ['withdraw check', coinId],
    (signal) => browserClient().call(withdrawRoutes.check, { query, signal }),
    { everyMs: LOOK_MS },
  );
  const terms = useRead<readonly WithdrawTerms[]>(
    ['withdraw terms', coinId],
    (signal) => browserClient().call(withdrawRoutes.terms, { query, signal }),
    { everyMs: LOOK_MS },
  );
  return { check, terms };
}

/** Every coin with what is free of it, read again as money goes out. */
export function useOwnCoins(): Read<OwnCoin[]> {
  const query = { scope: 'all' } as const;
  return useRead(
    ['withdraw coins'],
    (signal) => browserClient().call(assetsRoutes.ownCoins, { query, signal }),
    { everyMs: LOOK_MS },
  );
}

/** The last price of a coin in USDT; "" where no market has one. */
export function usePrice({ shortName }: OwnCoin): string {
  const isUnit = shortName === 'USDT';
  const read = useRead(
    ['withdraw price', shortName],
    async (signal) => {
      if (isUnit) return '1';
      const rows = await browserClient().call(marketRoutes.tickers, { signal });
      const symbol = `${shortName.toLowerCase()}_usdt`;
      return rows.find((row) => row.symbol === symbol)?.last ?? '';
    },
    { everyMs: PRICES_MS },
  );
  return isUnit ? '1' : (read.data ?? '');
}
