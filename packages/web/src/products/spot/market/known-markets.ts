// All markets as this browser has heard of them: asked for once, by whoever needs them first.
// Not the open market (market.ts), which comes with its page. Used by the page when another market
// is opened, and by lists that show orders of several markets.
import { type MarketInfo, marketRoutes } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { type Digits, readDigits } from './market.ts';

/** Markets, and decimals of assets by name in capitals. */
export interface KnownMarkets {
  readonly infos: readonly MarketInfo[];
  readonly scales: ReadonlyMap<string, number>;
}

let known: Promise<KnownMarkets> | null = null;

/** Every market there is; a failed call is tried again by the next who asks. */
export function loadKnown(): Promise<KnownMarkets> {
  known ??= Promise.all([
    browserClient().call(marketRoutes.markets),
    browserClient().call(marketRoutes.coins),
  ]).then(
    ([infos, coins]) => ({
      infos,
      scales: new Map(coins.map((coin) => [coin.shortName.toUpperCase(), coin.decimals])),
    }),
    (error: unknown) => {
      known = null;
      throw error;
    },
  );
  return known;
}

/** Decimals of one market; undefined where they cannot be had: numbers stand as they came. */
export function loadDigits(symbol: string): Promise<Digits | undefined> {
  return loadKnown().then(
    ({ infos }) => {
      const info = infos.find((each) => each.symbol === symbol);
      return info === undefined ? undefined : readDigits(info);
    },
    () => undefined,
  );
}

/**
 * Decimals by market; none until the markets are here.
 *
 * @param isNeeded - false asks for nothing.
 */
export function useKnownDigits(isNeeded: boolean): ReadonlyMap<string, Digits> {
  const [digits, setDigits] = useState<ReadonlyMap<string, Digits>>(() => new Map());
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isGone = false;
    void loadKnown().then(
      ({ infos }) => {
        if (!isGone) setDigits(new Map(infos.map((info) => [info.symbol, readDigits(info)])));
      },
      // Without them numbers stand as they came.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [isNeeded]);
  return digits;
}
