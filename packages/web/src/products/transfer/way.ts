// From which account to which a transfer begins. Not the form (TransferForm.tsx).
import { type TransferType, transferRoutes, transferTypes } from '@isobath/wire';
import { useCallback, useEffect, useState } from 'react';
import { hasProduct } from '../../base/account-pages.ts';
import { browserClient } from '../../base/client.ts';
import type { TransferWish } from '../../base/layers.ts';
import type { Way } from './accounts.ts';

const SPOT = 2;

/** Accounts that are asked whether they have something of a coin, in this order. */
const SOURCES = [5, 6, 3] as const;

/** What is known before a way is chosen. */
export interface WayFacts {
  /** Whether a product uses an account. */
  readonly hasProduct: (type: TransferType) => boolean;
  /** The first account beside spot and the target that has something of the coin. */
  readonly holder: TransferType | undefined;
}

/**
 * Choose a way. What lies in an account whose product is not built can leave it; nothing is led
 * there.
 *
 * @returns null when there is no other account.
 */
export function chooseWay(wish: TransferWish, facts: WayFacts): Way | null {
  const { source, target } = wish;
  const other = transferTypes.find((type) => type !== SPOT && facts.hasProduct(type));
  if (target === SPOT) {
    const from = source ?? facts.holder ?? other;
    return from === undefined ? null : { source: from, target };
  }
  if (target !== undefined) return { source: source ?? facts.holder ?? SPOT, target };
  if (source !== undefined && source !== SPOT) return { source, target: SPOT };
  if (other !== undefined) return { source: SPOT, target: other };
  return facts.holder === undefined ? null : { source: facts.holder, target: SPOT };
}

async function hasSome(type: TransferType, asset: string): Promise<boolean> {
  const coins = await browserClient().call(transferRoutes.coins, { query: { type, tradeId: 0 } });
  const coin = coins.find(({ shortName }) => shortName === asset);
  return coin !== undefined && /[1-9]/.test(coin.available);
}

async function findHolder(asset: string, target: TransferType | undefined) {
  const others = SOURCES.filter((type) => type !== target);
  const has = await Promise.all(others.map((type) => hasSome(type, asset)));
  return others[has.indexOf(true)];
}

/** The way of a wish: null when there is none, `failed` when the accounts could not be read. */
export function useWay({ source, target, asset = 'USDT' }: TransferWish) {
  const isKnown = source !== undefined && target !== undefined;
  const [found, setFound] = useState<Way | null | 'reading' | 'failed'>('reading');
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (isKnown) return undefined;
    let isLeft = false;
    const tell = (way: Way | null | 'failed') => {
      if (!isLeft) setFound(way);
    };
    findHolder(asset, target)
      .then((holder) => chooseWay({ source, target }, { hasProduct, holder }))
      .then(tell, () => tell('failed'));
    return () => {
      isLeft = true;
    };
  }, [source, target, asset, isKnown, round]);
  const again = useCallback(() => {
    setFound('reading');
    setRound((count) => count + 1);
  }, []);
  return { way: isKnown ? { source, target } : found, again };
}
