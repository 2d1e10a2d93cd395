// The wallet outside the exchange, the same for every family: it pays a coin of its chain or a
// listed token to an address.
// Used by the requests of the page of local chains.

import { Address } from '@scure/btc-signer';
import { encodeFunctionData, erc20Abi, type Hex, isAddress } from 'viem';
import type { ChainPort } from '../../custody/index.ts';
import { openEvmChain, openUtxoChain } from '../../custody/index.ts';
import type { LocalUtxoChain } from './bitcoin-chain.ts';
import type { LocalEvmChain } from './evm-chain.ts';

/** Somebody's own wallet, and how its chain is read. */
export interface Outside {
  readonly address: string;
  readonly port: ChainPort;
  isAddress(text: string): boolean;
  /** @param contract - "" is the chain's own coin. @returns the hash of the transaction. */
  pay(to: string, raw: bigint, contract: string): Promise<string>;
}

const TOKEN_GAS = 120_000n;
/** What a node offers that cannot estimate. */
const FALLBACK_FEE_RAW = 10_000n;

/** Of the EVM chain. */
export async function openEvmOutside(local: LocalEvmChain): Promise<Outside> {
  const { keeper, chainId, genesisHash, tokens, outside } = local;
  const pins = { chainId, genesisHash, contracts: tokens, hasTraces: true };
  const port = await openEvmChain({ url: keeper.url, ...pins });
  return {
    address: outside.address,
    port,
    // Mixed case must be the checksum's.
    isAddress: (text) => isAddress(text),
    pay: (to, raw, contract) => {
      if (contract === '') return outside.send({ to, raw });
      const call = { abi: erc20Abi, functionName: 'transfer', args: [to as Hex, raw] } as const;
      return outside.send({ to: contract, gas: TOKEN_GAS, data: encodeFunctionData(call) });
    },
  };
}

/** Of the chain of the Bitcoin family. */
export async function openUtxoOutside(local: LocalUtxoChain): Promise<Outside> {
  const { keeper, genesisHash, network, outside } = local;
  const pins = { genesisHash, network, fallbackFeeRaw: FALLBACK_FEE_RAW };
  const port = await openUtxoChain({ url: keeper.url, ...pins });
  return {
    address: outside.address,
    port,
    isAddress: (text) => {
      try {
        return Address(network).decode(text) !== undefined;
      } catch {
        return false;
      }
    },
    pay: (to, raw) => outside.send({ to, raw }),
  };
}
