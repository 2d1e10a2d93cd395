// Networks as they are listed, each opened through a port that checks it is the chain it says, and
// through a second one where two nodes are named. Not here: what is read from them.
// Called by custody's process.

import { type Family, utxoChains } from '@isobath/signer/addresses';
import type { ChainNodes } from '../base/custody/index.ts';
import type { Database } from '../base/db/index.ts';
import { openEvmChain } from './chains/evm.ts';
import { ChainFault, type ChainPort } from './chains/port.ts';
import { openUtxoChain } from './chains/utxo.ts';
import type { Fence } from './epoch.ts';

/** What is offered where a node cannot estimate: raw units for a thousand virtual bytes. */
const FALLBACK_FEE_RAW = 10_000n;

interface NetworkRow {
  readonly network_id: number;
  readonly family: Family;
  readonly chain_id: number;
  readonly genesis_hash: string;
  readonly needed: number;
  readonly state: string;
}

interface ContractRow {
  readonly address: string;
  readonly decimals: number;
  readonly code_hash: string;
}

/** A network that answers and is the one that is listed. */
export interface OpenNetwork {
  readonly networkId: number;
  readonly family: Family;
  /** Blocks until a deposit counts; 0 = once its block is final. */
  readonly needed: number;
  readonly port: ChainPort;
  /** Whether the second node has this block at this height too; true where one is named. */
  readonly isConfirmed: (height: number, hash: string) => Promise<boolean>;
}

/** What networks are opened with. */
export interface NetworkParts {
  readonly database: Database;
  readonly fence: Fence;
  readonly mode: 'sandbox' | 'production';
  readonly readNodes: () => ChainNodes;
  readonly report: (error: unknown) => void;
}

/** The networks of this custody. */
export interface Networks {
  /** Open those that are listed, have an address and are not open; one that fails is told of. */
  open(): Promise<void>;
  list(): readonly OpenNetwork[];
}

/** Anybody can make a chain of tests anew: coins on it are worth nothing. */
const TEST_CHAIN_ID = 31_337;
const isForTests = ({ family, chain_id: chainId }: NetworkRow) =>
  family.endsWith('_regtest') || chainId === TEST_CHAIN_ID;

/** A network with what is listed on it. */
interface ListedNetwork extends NetworkRow {
  readonly contracts: readonly ContractRow[];
}

async function openPort(row: ListedNetwork, url: string): Promise<ChainPort> {
  const genesisHash = row.genesis_hash;
  if (row.family !== 'evm') {
    const network = utxoChains[row.family];
    return openUtxoChain({ url, genesisHash, network, fallbackFeeRaw: FALLBACK_FEE_RAW });
  }
  return openEvmChain({
    url,
    chainId: row.chain_id,
    genesisHash,
    hasTraces: true,
    contracts: row.contracts.map(({ code_hash: codeHash, ...listed }) => ({ ...listed, codeHash })),
  });
}

async function openNetwork(row: ListedNetwork, urls: readonly string[]): Promise<OpenNetwork> {
  const [port, second] = await Promise.all(urls.map((url) => openPort(row, url)));
  if (port === undefined) throw new ChainFault('unreachable', 'no node is named');
  const { network_id: networkId, family, needed } = row;
  const isConfirmed = async (height: number, hash: string) =>
    second === undefined || (await second.readHash(height)) === hash;
  return { networkId, family, needed, port, isConfirmed };
}

/**
 * Keep networks open: a node that moved is opened anew, and so is a network on which more is
 * listed; a network that starts becomes open.
 */
export function createNetworks(parts: NetworkParts): Networks {
  const known = new Map<number, { readonly opened: string; readonly network: OpenNetwork }>();

  async function openOne(row: ListedNetwork, urls: readonly string[]): Promise<void> {
    const opened = JSON.stringify([urls, row.contracts]);
    if (known.get(row.network_id)?.opened !== opened) {
      known.delete(row.network_id);
      if (parts.mode === 'production' && isForTests(row)) {
        throw new ChainFault('wrong_chain', `network ${row.network_id} is a chain for tests`);
      }
      known.set(row.network_id, { opened, network: await openNetwork(row, urls) });
    }
    if (row.state !== 'starting') return;
    await parts.fence.write((session) =>
      session.execute(
        `UPDATE networks SET state = 'open' WHERE network_id = $1 AND state = 'starting'`,
        [row.network_id],
      ),
    );
  }

  return {
    async open() {
      const rows = await parts.database.query<ListedNetwork>(
        `SELECT network_id, family, chain_id, genesis_hash, needed, state, coalesce((
             SELECT jsonb_agg(jsonb_build_object('address', contract, 'decimals', decimals,
               'code_hash', code_hash) ORDER BY contract)
             FROM network_assets AS listed
             WHERE listed.network_id = networks.network_id AND contract <> ''), '[]') AS contracts
         FROM networks WHERE state <> 'absent' ORDER BY network_id`,
      );
      const nodes = parts.readNodes();
      for (const row of rows) {
        const named = nodes[row.network_id];
        if (named !== undefined) await openOne(row, named.urls).catch(parts.report);
      }
    },
    list: () => [...known.values()].map(({ network }) => network),
  };
}
