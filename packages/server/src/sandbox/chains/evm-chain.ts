// The local EVM chain of a sandbox, ready to be used: node, keeper, wallets, and tokens made at its
// first start. Not here: how the exchange reads it (custody/chains).

import { join } from 'node:path';
import {
  type Abi,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
} from 'viem';
import { openRpc } from '../../custody/index.ts';
import { LOCAL_CHAIN_ID, openAnvil } from './anvil.ts';
import contracts from './contracts/contracts.json' with { type: 'json' };
import { EvmWallet, type EvmPayment } from './evm-wallet.ts';
import { Keeper, type KeeperMethods } from './keeper.ts';
import { readWalletKeys } from './wallet-keys.ts';

const ETHER = 10n ** 18n;
/** The purse pays for all floats of a sandbox. */
const PURSE_RAW = 1_000_000n * ETHER;
const OUTSIDE_RAW = 100n * ETHER;
const DEPLOY_GAS = 4_000_000n;
const CALL_GAS = 200_000n;

const methods: KeeperMethods = {
  all: new Set(
    [
      ['eth_chainId', 'eth_blockNumber', 'eth_getBlockByNumber', 'eth_getBlockByHash'],
      ['eth_getBlockReceipts', 'eth_getTransactionReceipt', 'eth_getTransactionByHash'],
      ['eth_getTransactionCount', 'eth_getBalance', 'eth_getCode', 'eth_getLogs', 'eth_call'],
      ['eth_estimateGas', 'eth_feeHistory', 'eth_gasPrice', 'eth_maxPriorityFeePerGas'],
      ['eth_sendRawTransaction', 'debug_traceBlockByHash', 'txpool_contentFrom'],
      ['eth_getTransactionBySenderAndNonce'],
    ].flat(),
  ),
  broadcast: new Set(['eth_sendRawTransaction']),
};

interface Token {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Whole coins that the outside wallet gets. */
  readonly outside: bigint;
}

const madeTokens: readonly Token[] = [
  { symbol: 'USDT', name: 'Tether USD', decimals: 6, outside: 100_000n },
  { symbol: 'USDC', name: 'USD Coin', decimals: 6, outside: 100_000n },
  { symbol: 'LINK', name: 'Chainlink', decimals: 18, outside: 10_000n },
];
const wrapped: Token = { symbol: 'WETH', name: 'Wrapped Ether', decimals: 18, outside: 10n };

/** A token of a local chain: what must be listed of it. */
export interface LocalToken {
  readonly symbol: string;
  readonly address: string;
  readonly decimals: number;
  readonly codeHash: string;
}

/** A local chain of the EVM family that runs. */
export interface LocalEvmChain {
  readonly keeper: Keeper;
  readonly chainId: number;
  readonly genesisHash: string;
  readonly tokens: readonly LocalToken[];
  /** Owns the rest of the coins and makes tokens. */
  readonly purse: EvmWallet;
  /** Somebody's own, with coins and tokens. */
  readonly outside: EvmWallet;
  /** Takes what the hot wallet has too much. */
  readonly cold: string;
}

/** Where its files lie, and how it works. */
export interface LocalChainOptions {
  readonly folder: string;
  readonly onTrouble: (text: string, error?: unknown) => void;
  /** Between two blocks while somebody waits for confirmations; two seconds when not given. */
  readonly blockEveryMs?: number;
}

/**
 * Start the local EVM chain.
 * @errors NoNode when Anvil is not on this machine.
 */
export async function openLocalEvmChain(options: LocalChainOptions): Promise<LocalEvmChain> {
  const { folder, onTrouble, blockEveryMs } = options;
  const keys = readWalletKeys(folder);
  const addressOf = (key: string) => new EvmWallet(key, 'http://127.0.0.1').address;
  const firstBalances = {
    [addressOf(keys.purse)]: PURSE_RAW,
    [addressOf(keys.outside)]: OUTSIDE_RAW,
  };
  const keeper = await Keeper.open({
    methods,
    onTrouble,
    ...(blockEveryMs === undefined ? {} : { blockEveryMs }),
    open: () => openAnvil({ folder: join(folder, 'node'), firstBalances }),
  });
  try {
    const purse = new EvmWallet(keys.purse, keeper.url);
    const outside = new EvmWallet(keys.outside, keeper.url);
    await makeTokens({ keeper, purse, outside });
    const rpc = openRpc(keeper.url);
    const first = await rpc.ask<{ readonly hash: string }>('eth_getBlockByNumber', '0x0', false);
    const tokens = await Promise.all(
      [...madeTokens, wrapped].map(async ({ symbol, decimals }, nonce) => {
        const address = addressOfContract(purse, nonce);
        const code = await rpc.ask<Hex>('eth_getCode', address, 'latest');
        return { symbol, decimals, address, codeHash: keccak256(code) };
      }),
    );
    const cold = addressOf(keys.cold);
    const found = { chainId: LOCAL_CHAIN_ID, genesisHash: first.hash, tokens, cold };
    return { keeper, purse, outside, ...found };
  } catch (error) {
    await keeper.stop();
    throw error;
  }
}

function addressOfContract(purse: EvmWallet, nonce: number): string {
  return getContractAddress({ from: purse.address as Hex, nonce: BigInt(nonce) }).toLowerCase();
}

interface Seeding {
  readonly keeper: Keeper;
  readonly purse: EvmWallet;
  readonly outside: EvmWallet;
}

/** The purse's first transactions make the seed: a start that was cut short goes on from there. */
async function makeTokens({ keeper, purse, outside }: Seeding): Promise<void> {
  const payments = listSeed(purse, outside.address);
  const done = await purse.readNonce();
  if (done >= payments.length) return;
  keeper.pause();
  for (const [nonce, payment] of payments.entries()) {
    if (nonce >= done) await purse.send({ ...payment, nonce });
  }
  await keeper.mine();
  keeper.resume();
}

/** Contracts first, so that the address of each follows from its place. */
function listSeed(purse: EvmWallet, outside: string): EvmPayment[] {
  const { SandboxToken, WrappedEther } = contracts;
  const makeToken = ({ name, symbol, decimals }: Token): EvmPayment => ({
    gas: DEPLOY_GAS,
    data: encodeDeployData({
      abi: SandboxToken.abi as Abi,
      bytecode: SandboxToken.bytecode as Hex,
      args: [name, symbol, decimals],
    }),
  });
  const mint = ({ decimals, outside: whole }: Token, nonce: number): EvmPayment => ({
    to: addressOfContract(purse, nonce),
    gas: CALL_GAS,
    data: encodeFunctionData({
      abi: SandboxToken.abi as Abi,
      functionName: 'mint',
      args: [outside, whole * 10n ** BigInt(decimals)],
    }),
  });
  const weth = addressOfContract(purse, madeTokens.length);
  const wrappedRaw = wrapped.outside * ETHER;
  return [
    ...madeTokens.map(makeToken),
    { gas: DEPLOY_GAS, data: WrappedEther.bytecode },
    ...madeTokens.map(mint),
    { to: weth, gas: CALL_GAS, raw: wrappedRaw },
    {
      to: weth,
      gas: CALL_GAS,
      data: encodeFunctionData({
        abi: WrappedEther.abi as Abi,
        functionName: 'transfer',
        args: [outside, wrappedRaw],
      }),
    },
  ];
}
