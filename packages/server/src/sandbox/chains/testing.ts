// What tests of local chains share: a chain of each family, opened once, and the same steps on all.
// Not part of the product.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Hex, keccak256 } from 'viem';
import { type ChainPort, openEvmChain, openUtxoChain } from '../../custody/index.ts';
import { openLocalBitcoinChain, type LocalUtxoChain } from './bitcoin-chain.ts';
import { type LocalEvmChain, openLocalEvmChain } from './evm-chain.ts';
import type { EvmWallet } from './evm-wallet.ts';
import type { Keeper } from './keeper.ts';
import { UtxoWallet } from './utxo-wallet.ts';

/** A signed payment of the chain's own coin. */
export interface TrialPayment {
  readonly raw: string;
  readonly txid: string;
}

/** A chain under test, with the same steps for every family. */
export interface TrialChain {
  readonly keeper: Keeper;
  readonly port: ChainPort;
  /** A payment of the outside wallet; `like`: spends the same, so that one of both can be mined. */
  pay(to: string, raw: bigint, like?: { readonly feeTimes: bigint }): Promise<TrialPayment>;
  /** What the last payment has used. */
  readSpent(): Parameters<ChainPort['readSpend']>[0];
}

/** An address that nobody has used yet. */
export interface Trial<TChain> {
  readonly folder: string;
  readonly local: TChain;
  readonly chain: TrialChain;
  close(): Promise<void>;
}

const troubles: string[] = [];
const onTrouble = (text: string, error?: unknown) => void troubles.push(`${text}: ${error}`);

/** A chain that runs already, and the wallet that pays. */
interface TrialParts<TWallet> extends Pick<TrialChain, 'keeper' | 'port'> {
  readonly outside: TWallet;
}

/** The steps on an EVM chain. */
export function makeEvmTrial({ keeper, port, outside }: TrialParts<EvmWallet>): TrialChain {
  let nonce = 0;
  return {
    keeper,
    port,
    pay: async (to, amount, like) => {
      if (like === undefined) nonce = await outside.readNonce();
      const { feeTimes = 10n } = like ?? {};
      const fees = {
        maxFeeRaw: 1_000_000_000n * feeTimes,
        priorityFeeRaw: 100_000_000n * feeTimes,
      };
      const raw = await outside.sign({ to, raw: amount, nonce, ...fees });
      return { raw, txid: keccak256(raw as Hex) };
    },
    readSpent: () => ({ family: 'evm', address: outside.address, nonce }),
  };
}

/** The steps on a chain of the Bitcoin family. */
export function makeUtxoTrial({ keeper, port, outside }: TrialParts<UtxoWallet>): TrialChain {
  let coins: Awaited<ReturnType<UtxoWallet['findCoins']>> = [];
  return {
    keeper,
    port,
    pay: async (to, amount, like) => {
      if (like === undefined) coins = await outside.findCoins(amount + 100_000n);
      return outside.sign({ to, raw: amount, coins, feeRaw: 200n * (like?.feeTimes ?? 10n) });
    },
    readSpent: () => ({
      family: 'utxo',
      txid: coins[0]?.txid ?? '',
      output: coins[0]?.output ?? 0,
    }),
  };
}

/** Opens the chain of a folder, a new one when none is given. */
export async function openTrialEvm(
  folder = mkdtempSync(join(tmpdir(), 'isobath-evm-')),
): Promise<Trial<LocalEvmChain>> {
  const local = await openLocalEvmChain({ folder, onTrouble, blockEveryMs: 5 });
  const { keeper, chainId, genesisHash, tokens: contracts, outside } = local;
  const pins = { chainId, genesisHash, contracts, hasTraces: true };
  const port = await openEvmChain({ url: keeper.url, ...pins });
  const chain = makeEvmTrial({ keeper, port, outside });
  return { folder, local, chain, close: () => close(folder, keeper) };
}

/** Opens the chain of a folder, a new one when none is given. */
export async function openTrialBitcoin(
  folder = mkdtempSync(join(tmpdir(), 'isobath-bitcoin-')),
): Promise<Trial<LocalUtxoChain>> {
  const local = await openLocalBitcoinChain({ folder, onTrouble, blockEveryMs: 5 });
  const { keeper, genesisHash, network, outside } = local;
  const pins = { genesisHash, network, fallbackFeeRaw: 10_000n };
  const port = await openUtxoChain({ url: keeper.url, ...pins });
  const chain = makeUtxoTrial({ keeper, port, outside });
  return { folder, local, chain, close: () => close(folder, keeper) };
}

async function close(folder: string, keeper: Keeper): Promise<void> {
  await keeper.stop();
  rmSync(folder, { recursive: true, force: true });
  const told = troubles.splice(0);
  const unexpected = told.filter((text) => !text.includes('it is started again'));
  if (unexpected.length > 0) throw new Error(unexpected.join('\n'));
}

/** An address of this chain that nobody has used yet. */
export function makeAddress({ port }: TrialChain): string {
  if (port.family === 'evm') return `0x${randomBytes(20).toString('hex')}`;
  const network = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
  return new UtxoWallet(randomBytes(32).toString('hex'), 'http://127.0.0.1', network).address;
}

/** The last block and all that it moved to an address. */
export async function readLastMoves({ port }: TrialChain, to: string) {
  const { hash, height } = await port.readHead();
  const block = await port.readBlock(hash);
  return { hash, height, moves: block?.moves.filter((move) => move.to === to) ?? [] };
}

/** What an address holds of each asset at the end of the chain. */
export async function readHeld({ port }: TrialChain, address: string) {
  const { hash } = await port.readHead();
  const held = await port.readHoldings([address], hash);
  return Object.fromEntries(held.map(({ asset, raw }) => [asset, raw]));
}
