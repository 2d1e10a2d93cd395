// Which coin and network are chosen: kept in the page's address, so that it can be sent to somebody
// and survives a turn of the page. The networks of the coin are read here, and read again while the
// chosen one is closed.
import { type Read, useRead } from '@isobath/kit';
import { type CapitalNetwork, depositRoutes } from '@isobath/wire';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { browserClient } from '../../../base/client.ts';
import type { OwnCoin } from '../coins.ts';

/** How often networks are looked at: one that is closed may open at any time. */
const LOOK_MS = { closed: 5_000, open: 30_000 } as const;

/** What is chosen, what can be, and the way to choose. */
export interface Choice {
  readonly coin: OwnCoin | undefined;
  /** Of the coin; null until they are known. */
  readonly networks: Read<CapitalNetwork[]>;
  /** The only one, or the one that was chosen. */
  readonly network: CapitalNetwork | undefined;
  readonly chooseCoin: (coinId: number) => void;
  readonly chooseNetwork: (networkId: number) => void;
}

/** A network is never chosen for somebody who has several: the wrong one loses the money. */
function findNetwork(networks: readonly CapitalNetwork[], asked: number) {
  const named = networks.find(({ networkId }) => networkId === asked);
  return named ?? (networks.length === 1 ? networks[0] : undefined);
}

/** The choice. @param coins - every coin there is. @param way - in or out. */
export function useChoice(
  coins: readonly OwnCoin[],
  way: 'rechargeAble' | 'withdrawAble' = 'rechargeAble',
): Choice {
  const [search, setSearch] = useSearchParams();
  const [isClosed, setClosed] = useState(false);
  const asked = Number(search.get('name'));
  const coin = coins.find(({ coinId }) => coinId === asked);
  const coinId = coin?.coinId ?? 0;
  const networks = useRead(
    ['capital networks', coinId],
    (signal) =>
      coinId === 0
        ? Promise.resolve([])
        : browserClient().call(depositRoutes.networks, { query: { coinId }, signal }),
    { everyMs: isClosed ? LOOK_MS.closed : LOOK_MS.open },
  );
  const network = findNetwork(networks.data ?? [], Number(search.get('network')));
  const isNowClosed = network?.[way] === false;
  if (isNowClosed !== isClosed) setClosed(isNowClosed);
  const turn = (next: Record<string, string>) =>
    setSearch(next, { replace: true, preventScrollReset: true });
  return {
    coin,
    networks,
    network,
    chooseCoin: (chosen) => turn({ name: String(chosen) }),
    chooseNetwork: (chosen) => turn({ name: String(coinId), network: String(chosen) }),
  };
}
