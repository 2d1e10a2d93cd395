// What market pages show: tickers with their market, kept live. The feed writes into a value;
// components read it at most once a second.
import { marketRoutes, moverTurnoverUsdtMin, type TickerRow } from '@isobath/wire';
import type { Client } from '@isobath/sdk';
import { useEffect, useMemo, useState } from 'react';
import { browserClient } from '../../base/client.ts';
import { browserLive } from '../../base/live.ts';
import { marketCodeOf } from '../../base/market-code.ts';
import { classOfWidth, useScreen } from '../../base/screen.ts';
import { createValue, useValue } from '../../base/value.ts';

/** A market with its ticker. */
export interface MarketRow extends TickerRow {
  readonly code: string;
  readonly priceDecimals: number;
  readonly state: string;
}

/** The day's points by symbol. */
export type DayLines = Readonly<Record<string, readonly string[]>>;

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

/**
 * Markets that moved one way, the farthest first, of those that turned over enough to say so.
 * Markets against USDT only: their turnover is its own worth.
 */
export function listMovers(
  rows: readonly MarketRow[],
  way: 'gainers' | 'losers',
): readonly MarketRow[] {
  const sign = way === 'gainers' ? 1 : -1;
  return rows
    .filter(
      (row) => sign * Number(row.change) > 0 && Number(row.quoteVolume) >= moverTurnoverUsdtMin,
    )
    .sort((one, two) => sign * (Number(two.change) - Number(one.change)));
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

/**
 * The day's lines, asked for once the page stands: they weigh more than all the rest of it, and a
 * phone shows none. Until they are there their places are empty: a flat line would say that nothing
 * has moved.
 */
export function useDayLines(rows: readonly MarketRow[]): DayLines {
  const [lines, setLines] = useState<DayLines>({});
  const screen = useScreen();
  const symbols = rows.map((row) => row.symbol).join(',');
  useEffect(() => {
    // Asked here: the first render of a phone is still the server's, for a large screen.
    if (classOfWidth(window.innerWidth) === 'phone') return undefined;
    let isOver = false;
    const show = async () => {
      const found = await browserClient().call(marketRoutes.trendlines, { query: { symbols } });
      if (isOver) return;
      setLines(Object.fromEntries(found.map(({ symbol, points }) => [symbol, points])));
    };
    // Without an answer there are no lines; prices do not wait for them.
    show().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [screen, symbols]);
  return lines;
}
