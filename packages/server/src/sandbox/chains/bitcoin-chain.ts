// The local chain of the Bitcoin family of a sandbox, ready to be used: node, keeper and wallets,
// the outside one with coins from the first start on.
// Not here: how the exchange reads it (custody/chains).

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UtxoAddressNetwork } from '../../custody/index.ts';
import { openBcoin } from './bcoin.ts';
import type { LocalChainOptions } from './evm-chain.ts';
import { Keeper, type KeeperMethods } from './keeper.ts';
import type { KeptNode } from './kept-node.ts';
import { UtxoWallet } from './utxo-wallet.ts';
import { readWalletKeys } from './wallet-keys.ts';

/** How a chain for tests writes its addresses. */
const regtest: UtxoAddressNetwork = {
  bech32: 'bcrt',
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  wif: 0xef,
};
/** The first block of every such chain. */
const FIRST_HASH = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';

const OUTSIDE_RAW = 5_000_000_000n;

const methods: KeeperMethods = {
  all: new Set(
    [
      ['getblockchaininfo', 'getblockcount', 'getbestblockhash', 'getblockhash', 'getblock'],
      ['getblockheader', 'getrawtransaction', 'getrawmempool', 'getmempoolinfo', 'gettxout'],
      ['scantxoutset', 'estimatesmartfee', 'sendrawtransaction'],
    ].flat(),
  ),
  broadcast: new Set(['sendrawtransaction']),
};

/** A local chain of the Bitcoin family that runs. */
export interface LocalUtxoChain {
  readonly keeper: Keeper;
  readonly genesisHash: string;
  readonly network: UtxoAddressNetwork;
  /** Gets the new coins. */
  readonly purse: UtxoWallet;
  /** Somebody's own, with coins. */
  readonly outside: UtxoWallet;
  /** Takes what the hot wallet has too much. */
  readonly cold: string;
}

/**
 * Start the local chain of Bitcoin.
 * @errors NoNode when bcoin is not on this machine.
 */
export function openLocalBitcoinChain(options: LocalChainOptions): Promise<LocalUtxoChain> {
  const { folder } = options;
  return openUtxo(options, {
    network: regtest,
    genesisHash: FIRST_HASH,
    openNode: (payee) => openBcoin({ folder: join(folder, 'node'), payee }),
  });
}

interface UtxoKind {
  readonly network: UtxoAddressNetwork;
  readonly genesisHash: string;
  readonly openNode: (payee: string) => Promise<KeptNode>;
}

async function openUtxo(
  { folder, onTrouble, blockEveryMs }: LocalChainOptions,
  { network, genesisHash, openNode }: UtxoKind,
): Promise<LocalUtxoChain> {
  const keys = readWalletKeys(folder);
  const { address: payee } = new UtxoWallet(keys.purse, 'http://127.0.0.1', network);
  const keeper = await Keeper.open({
    methods,
    onTrouble,
    ...(blockEveryMs === undefined ? {} : { blockEveryMs }),
    open: () => openNode(payee),
  });
  try {
    const purse = new UtxoWallet(keys.purse, keeper.url, network);
    const outside = new UtxoWallet(keys.outside, keeper.url, network);
    const mark = join(folder, 'seeded');
    if (!existsSync(mark)) {
      if (!(await outside.hasCoins())) {
        keeper.pause();
        await purse.send({ to: outside.address, raw: OUTSIDE_RAW });
        await keeper.mine();
        keeper.resume();
      }
      writeFileSync(mark, '', { flush: true });
    }
    const { address: cold } = new UtxoWallet(keys.cold, keeper.url, network);
    return { keeper, genesisHash, network, purse, outside, cold };
  } catch (error) {
    await keeper.stop();
    throw error;
  }
}
