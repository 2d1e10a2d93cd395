// What the exchange's own wallets of a sandbox begin with: coins of the purse, sent to the hot
// wallet and the gas tank once the signer's keys are known. An address that holds some of a coin
// gets no more of it, so a start that was cut short goes on where it was.
// Called by the upkeep of local chains.

import { existsSync, readFileSync } from 'node:fs';
import { type Account, ACCOUNTS, deriveAddress, type Family } from '@isobath/signer/addresses';
import { type Abi, encodeFunctionData, type Hex } from 'viem';
import { pinnedKeysFile } from '../../base/custody/index.ts';
import { openEvmChain, openUtxoChain } from '../../custody/index.ts';
import type { LocalUtxoChain } from './bitcoin-chain.ts';
import contracts from './contracts/contracts.json' with { type: 'json' };
import type { LocalEvmChain } from './evm-chain.ts';
import { listAssets, readFloatRaw } from './networks.ts';

/** 10 coins: gas of a sandbox's whole life. */
const GAS_TANK_RAW = 10n ** 19n;
const CALL_GAS = 200_000n;
const FALLBACK_FEE_RAW = 10_000n;

interface PinnedAccounts {
  readonly accounts: readonly {
    readonly family: Family;
    readonly account: Account;
    readonly publicKey: string;
  }[];
}

/** Addresses of the house; undefined before the signer has keys. */
function findHouse(dataFolder: string, family: Family) {
  const path = pinnedKeysFile(dataFolder);
  if (!existsSync(path)) return undefined;
  const { accounts } = JSON.parse(readFileSync(path, 'utf8')) as PinnedAccounts;
  const find = (account: Account, change: 0 | 1 = 0) => {
    const key = accounts.find((one) => one.family === family && one.account === account);
    return key && deriveAddress(key.publicKey, family, { change, index: 0 });
  };
  const [hot, change, gas] = [find(ACCOUNTS.hot), find(ACCOUNTS.hot, 1), find(ACCOUNTS.gas)];
  if (hot === undefined || change === undefined || gas === undefined) return undefined;
  return { hot, change, gas };
}

/** Send what is missing. @returns whether there was somebody to send to. */
export async function giveEvmFloat(chain: LocalEvmChain, dataFolder: string): Promise<boolean> {
  const house = findHouse(dataFolder, 'evm');
  if (house === undefined) return false;
  const { keeper, chainId, genesisHash, tokens, purse } = chain;
  const pins = { chainId, genesisHash, contracts: tokens, hasTraces: true };
  const port = await openEvmChain({ url: keeper.url, ...pins });
  const { hash } = await port.readHead();
  const held = await port.readHoldings([house.hot, house.gas].map(toSmall), hash);
  const hasSome = (address: string, asset: string) =>
    held.some((one) => one.address === toSmall(address) && one.asset === asset);
  for (const asset of listAssets('evm', { genesisHash, tokens })) {
    const raw = readFloatRaw(asset);
    const { contract } = asset;
    if (hasSome(house.hot, contract === '' ? 'native' : contract)) continue;
    await purse.send(
      contract === ''
        ? { to: house.hot, raw }
        : { to: contract, gas: CALL_GAS, data: encodeMint(house.hot, raw) },
    );
  }
  if (!hasSome(house.gas, 'native')) await purse.send({ to: house.gas, raw: GAS_TANK_RAW });
  return true;
}

const toSmall = (address: string) => address.toLowerCase();

const encodeMint = (to: string, raw: bigint) =>
  encodeFunctionData({
    abi: contracts.SandboxToken.abi as Abi,
    functionName: 'mint',
    args: [to as Hex, raw],
  });

/** Send what is missing. @returns whether there was somebody to send to. */
export async function giveBitcoinFloat(
  { keeper, genesisHash, network, purse }: LocalUtxoChain,
  dataFolder: string,
): Promise<boolean> {
  const house = findHouse(dataFolder, 'btc_regtest');
  if (house === undefined) return false;
  const pins = { genesisHash, network, fallbackFeeRaw: FALLBACK_FEE_RAW };
  const port = await openUtxoChain({ url: keeper.url, ...pins });
  const { hash } = await port.readHead();
  // The first payment leaves all that is left on the address of change.
  const held = await port.readHoldings([house.hot, house.change], hash);
  const [bitcoin] = listAssets('bitcoin', { genesisHash, tokens: [] });
  if (held.length === 0 && bitcoin !== undefined) {
    await purse.send({ to: house.hot, raw: readFloatRaw(bitcoin) });
  }
  return true;
}
