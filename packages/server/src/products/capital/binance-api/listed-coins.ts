// Coins as networks list them, for clients that load everything at once. Called by the calls beside
// it.
import { formatDecimal } from '@isobath/core/math';
import type { Session } from '../../../base/db/index.ts';
import type { Coin } from '../../../base/market/index.ts';
import { type Network, type NetworkAsset, readNetworks } from '../networks.ts';

/** A coin on a network. */
export interface ListedCoin extends NetworkAsset {
  readonly network: Network;
  /** Whether it is taken in, and sent, over the network now. */
  readonly isTaken: boolean;
  readonly isSent: boolean;
}

/** What networks list, and their names in the dialect. */
export interface NamedCoins {
  readonly listed: readonly ListedCoin[];
  readonly names: ReadonlyMap<number, string>;
}

const MINUTE_SECONDS = 60;
/** Blocks in about which a network with finality says that one is final. */
const FINAL_BLOCKS = 64;
const ADDRESSES: Readonly<Record<string, string>> = {
  evm: '^(0x)[0-9A-Fa-f]{40}$',
  btc: '^(bc1[a-z0-9]{11,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$',
  btc_regtest: '^(bcrt1[a-z0-9]{11,87}|[2mn][1-9A-HJ-NP-Za-km-z]{25,34})$',
};

/** All of them, by network and coin. */
export async function readListedCoins(session: Session): Promise<readonly ListedCoin[]> {
  const { networks, assets } = await readNetworks(session);
  return networks.flatMap((network) => {
    const isOpen = network.state === 'open';
    return assets
      .filter(({ networkId }) => networkId === network.networkId)
      .map((asset) => ({
        ...asset,
        network,
        isTaken: isOpen && asset.isDepositOpen,
        isSent: isOpen && asset.isWithdrawalOpen,
      }));
  });
}

/** A coin's network as the dialect has it. */
export function showListedCoin(listed: ListedCoin, coin: Coin, names: ReadonlyMap<number, string>) {
  const { network, decimals } = listed;
  const { explorer, needed } = network;
  const why = network.state === 'open' ? '' : network.haltReason || 'not open';
  const blocks = needed === 0 ? FINAL_BLOCKS : needed;
  return {
    network: names.get(listed.networkId) ?? '',
    coin: coin.shortName,
    name: network.name,
    isDefault: false,
    depositEnable: listed.isTaken,
    withdrawEnable: listed.isSent,
    depositDesc: why,
    withdrawDesc: why,
    specialTips: '',
    addressRegex: ADDRESSES[network.family] ?? '',
    memoRegex: '',
    withdrawFee: formatDecimal(listed.feeUnits, coin.scale),
    withdrawMin: formatDecimal(listed.withdrawUnitsMin, coin.scale),
    withdrawMax: formatDecimal(listed.withdrawUnitsMax, coin.scale),
    // What is sent must be a whole number of parts on both sides.
    withdrawIntegerMultiple: formatDecimal(1n, Math.min(decimals, coin.scale)),
    depositDust: formatDecimal(listed.depositRawMin, decimals),
    minConfirm: blocks,
    unLockConfirm: blocks,
    sameAddress: false,
    estimatedArrivalTime: Math.ceil((blocks * network.blockSeconds) / MINUTE_SECONDS),
    busy: false,
    contractAddressUrl: explorer === '' ? '' : `${explorer}/address/`,
    contractAddress: listed.contract,
  };
}
