// What market pages show: tickers with their market, kept live. The feed writes into a value;
// components read it at most once a second.
import { marketRoutes, type TickerRow } from '@isobath/wire';
import type { Client } from '@isobath/sdk';
import { useEffect, useMemo } from 'react';
import { browserLive } from '../../base/live.ts';
import { marketCodeOf } from '../../base/market-code.ts';
import { createValue, useValue } from '../../base/value.ts';

/** A market with its ticker. */
export interface MarketRow extends TickerRow {
  readonly code: string;
  readonly priceDecimals: number;
  readonly state: string;
}

/** All markets and their tickers, as a loader gets them. */
export async function loadMarkets(client: Client): Promise<MarketRow[]> {
  const [infos, tickers] = await Promise.all([
    client.call(marketRoutes.markets),
    client.call(marketRoutes.tickers),
  ]);
  const byId = new Map(infos.map((info) => [info.tradeId, info]));
  return tickers.flatMap((ticker) => {
    const info = byId.get(ticker.tradeId);
    if (info === undefined) return [];
    const priceDecimals = Number(info.digit.split('#')[0]);
    return { ...ticker, code: marketCodeOf(info), priceDecimals, state: info.state };
  });
}

/** The rows, kept live. */
export function useLiveRows(first: readonly MarketRow[]): readonly MarketRow[] {
  const value = useMemo(() => createValue(first), [first]);
  useEffect(
    () =>
      browserLive().subscribe('ticker:*', (frame) => {
        const changed = new Map((frame.data as TickerRow[]).map((row) => [row.tradeId, row]));
        value.set(
          value.read().map((row) => {
            const ticker = changed.get(row.tradeId);
            return ticker === undefined ? row : { ...row, ...ticker };
          }),
        );
      }),
    [value],
  );
  return useValue(value, 1_000);
}
