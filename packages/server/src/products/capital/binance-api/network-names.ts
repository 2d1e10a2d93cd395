// Names of networks in the trading dialect. Called by the calls beside it.
import type { MarketRegistry } from '../../../base/market/index.ts';
import type { ListedCoin } from './listed-coins.ts';

/**
 * A network goes by the coin that pays for its transactions (`ETH`, `BTC`); of two with the same
 * coin the second and later ones go by their own name, in capitals without other signs.
 *
 * @returns names by number of the network.
 */
export function nameNetworks(
  listed: readonly ListedCoin[],
  markets: Pick<MarketRegistry, 'coinById'>,
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const { networkId, network } of listed) {
    if (names.has(networkId)) continue;
    const native = listed.find((one) => one.networkId === networkId && one.contract === '');
    const coin = native === undefined ? undefined : markets.coinById(native.assetId)?.shortName;
    const ownName = network.name.toUpperCase().replace(/[^A-Z0-9]/g, '');
    const name = coin === undefined || taken.has(coin) ? ownName : coin;
    names.set(networkId, name);
    taken.add(name);
  }
  return names;
}
