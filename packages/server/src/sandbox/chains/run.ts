// The local chains of a sandbox: opened, written down as networks, and told to custody by a file of
// addresses with passwords, which the edge does not read.
// Called by the process of local chains.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAddress } from 'viem';
import { type LocalChainFiles, localChainFiles } from '../../base/custody/index.ts';
import type { Database } from '../../base/db/index.ts';
import { openLocalBitcoinChain } from './bitcoin-chain.ts';
import { openLocalEvmChain } from './evm-chain.ts';
import { giveBitcoinFloat, giveEvmFloat } from './float.ts';
import type { Keeper } from './keeper.ts';
import { NoNode } from './kept-node.ts';
import { openEvmOutside, openUtxoOutside, type Outside } from './outside.ts';
import { serveChainRequests } from './requests.ts';
import {
  type FoundChain,
  type LocalChainName,
  localNetworks,
  makePolicy,
  writeCold,
  writeNetwork,
} from './networks.ts';
import { startUpkeep } from './upkeep.ts';

/** What local chains stand on. */
export interface LocalChainsParts {
  readonly database: Database;
  readonly dataFolder: string;
  readonly publicUrl: string;
  readonly report: (text: string, error?: unknown) => void;
  /** Without it wallets get no float, and blocks are made only of what waits; absent: with it. */
  readonly hasUpkeep?: boolean;
  /** Between two blocks while somebody waits for confirmations. */
  readonly blockEveryMs?: number;
}

/** Local chains that run. */
export interface RunningChains {
  readonly keepers: Readonly<Partial<Record<LocalChainName, Keeper>>>;
  stop(): Promise<void>;
}

interface OpenChain extends FoundChain {
  readonly keeper: Keeper;
  readonly outside: Outside;
  readonly giveFloat: () => Promise<boolean>;
}

const PRIVATE = 0o600;

function writeWhole(path: string, content: unknown): void {
  writeFileSync(`${path}.next`, JSON.stringify(content), { mode: PRIVATE, flush: true });
  renameSync(`${path}.next`, path);
}

/** Open all chains whose nodes are on this machine. */
export async function runLocalChains(parts: LocalChainsParts): Promise<RunningChains> {
  const { database, dataFolder, report } = parts;
  const files = localChainFiles(dataFolder);
  mkdirSync(files.folder, { recursive: true, mode: 0o700 });
  const optionsOf = (name: LocalChainName) => ({
    folder: join(files.folder, name),
    onTrouble: report,
    ...(parts.blockEveryMs === undefined ? {} : { blockEveryMs: parts.blockEveryMs }),
  });
  const openers: Readonly<Record<LocalChainName, () => Promise<OpenChain>>> = {
    evm: async () => {
      const chain = await openLocalEvmChain(optionsOf('evm'));
      const giveFloat = () => giveEvmFloat(chain, dataFolder);
      return { ...chain, giveFloat, outside: await openEvmOutside(chain) };
    },
    bitcoin: async () => {
      const chain = await openLocalBitcoinChain(optionsOf('bitcoin'));
      const giveFloat = () => giveBitcoinFloat(chain, dataFolder);
      return { ...chain, tokens: [], giveFloat, outside: await openUtxoOutside(chain) };
    },
  };
  const opened: [LocalChainName, OpenChain][] = [];
  try {
    for (const name of Object.keys(openers) as LocalChainName[]) {
      const chain = await openOne(openers[name], report);
      await writeNetwork(database, name, chain);
      if (chain?.cold !== undefined) await writeCold(database, name, chain.cold);
      if (chain !== undefined) opened.push([name, chain]);
    }
    if (opened.length > 0) tell(files, opened, parts.publicUrl);
  } catch (error) {
    await stopAll(opened);
    throw error;
  }
  const chains = opened.map(([name, chain]) => ({ networkId: localNetworks[name], ...chain }));
  const { hasUpkeep = true } = parts;
  const served = { database, report, readNowMs: Date.now };
  const ends = hasUpkeep
    ? [startUpkeep({ ...served, chains }), serveChainRequests({ ...served, desks: chains })]
    : [];
  return {
    keepers: Object.fromEntries(opened.map(([name, { keeper }]) => [name, keeper])),
    stop: async () => {
      await Promise.all(ends.map((end) => end()));
      await stopAll(opened);
    },
  };
}

async function openOne(
  open: () => Promise<OpenChain>,
  report: LocalChainsParts['report'],
): Promise<OpenChain | undefined> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof NoNode)) throw error;
    report(error.message);
    return undefined;
  }
}

async function stopAll(opened: readonly (readonly [LocalChainName, OpenChain])[]): Promise<void> {
  await Promise.all(opened.map(([, { keeper }]) => keeper.stop()));
}

/** Say where nodes are asked, and what the signer may sign for. */
function tell(
  files: LocalChainFiles,
  opened: readonly (readonly [LocalChainName, OpenChain])[],
  publicUrl: string,
): void {
  const endpoints = opened.map(([name, { keeper }]) => [localNetworks[name], keeper.url]);
  writeWhole(files.endpoints, Object.fromEntries(endpoints));
  const withChecksum = opened.map(([name, { genesisHash, tokens, cold }]) => {
    const spelled = tokens.map((token) => ({ ...token, address: getAddress(token.address) }));
    const own = name === 'evm' && cold !== undefined ? getAddress(cold) : cold;
    return [name, { genesisHash, tokens: spelled, ...(own && { cold: own }) }] as const;
  });
  writeWhole(files.policy, makePolicy(withChecksum, publicUrl));
}
