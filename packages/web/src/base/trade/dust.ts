// Which remainders are too small to be sold by an order, and what the house would pay for them: the
// rule of docs/rules/spot.md (close-out) as far as a page can know it.
// Not the law: the engine decides, at its own reference price. Read by the lists of balances.
import {
  calculateUnitsPerLot,
  calculateUnitsPerTickLot,
  formatDecimal,
  type MarketScales,
  parseDecimal,
} from '@isobath/core/math';
import { type MarketInfo, marketRoutes, type TickerRow } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { browserClient } from '../client.ts';

/** A remainder that can be closed out in a market. */
export interface Dust {
  readonly symbol: string;
  /** Names as people write them. */
  readonly asset: string;
  readonly quote: string;
  /** All that is available, and what it is worth at the last price: decimal texts. */
  readonly available: string;
  readonly lastPrice: string;
  readonly worth: string;
}

/** What the rule looks at. */
export interface DustFacts {
  readonly infos: readonly MarketInfo[];
  readonly tickers: readonly TickerRow[];
  /** Decimals of assets by name in capitals. */
  readonly scales: ReadonlyMap<string, number>;
}

function readScales(info: MarketInfo, scales: ReadonlyMap<string, number>): MarketScales | null {
  const baseScale = scales.get(info.sellSymbol.toUpperCase());
  const quoteScale = scales.get(info.buySymbol.toUpperCase());
  if (baseScale === undefined || quoteScale === undefined) return null;
  const [priceDecimals = 0, lotDecimals = 0] = info.digit.split('#').map(Number);
  return { baseScale, quoteScale, priceDecimals, lotDecimals };
}

/**
 * Find the market that would take a remainder.
 *
 * @param available - what is free, as decimal text.
 * @returns null when there is nothing, when it is large enough to be sold by an order, or when no
 *   market of the asset trades.
 */
export function findDust(facts: DustFacts, asset: string, available: string): Dust | null {
  if (!/[1-9]/.test(available)) return null;
  const name = asset.toUpperCase();
  for (const info of facts.infos) {
    if (info.sellSymbol.toUpperCase() !== name || info.state !== 'TRADING') continue;
    const last = facts.tickers.find((row) => row.symbol === info.symbol)?.last ?? '0';
    const scales = readScales(info, facts.scales);
    if (scales === null || !/[1-9]/.test(last)) continue;
    const availableUnits = parseDecimal(available, scales.baseScale);
    const ticks = parseDecimal(last, scales.priceDecimals);
    const worthUnits =
      (availableUnits * ticks * calculateUnitsPerTickLot(scales)) / calculateUnitsPerLot(scales);
    const isLarge = worthUnits >= parseDecimal(info.minNotional, scales.quoteScale);
    if (worthUnits <= 0n || isLarge) continue;
    return {
      symbol: info.symbol,
      asset: name,
      quote: info.buySymbol.toUpperCase(),
      available,
      lastPrice: last,
      worth: formatDecimal(worthUnits, scales.quoteScale),
    };
  }
  return null;
}

/** Markets, prices and decimals, asked for when a list of balances is opened; null until then. */
export function useDustFacts(): DustFacts | null {
  const [facts, setFacts] = useState<DustFacts | null>(null);
  useEffect(() => {
    let isGone = false;
    const client = browserClient();
    void Promise.all([
      client.call(marketRoutes.markets),
      client.call(marketRoutes.tickers),
      client.call(marketRoutes.coins),
    ]).then(
      ([infos, tickers, coins]) => {
        const scales = new Map(coins.map((coin) => [coin.shortName.toUpperCase(), coin.decimals]));
        if (!isGone) setFacts({ infos, tickers, scales });
      },
      // Without them no close-out is offered; the balances themselves stand.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return facts;
}
