// Networks as they are listed, each opened through a port that checks it is the chain it says.
// Not here: what is read from them.
// Called by custody's process.

import { type Family, utxoChains } from '@isobath/signer/addresses';
import type { Database } from '../base/db/index.ts';
import { openEvmChain } from './chains/evm.ts';
import type { ChainPort } from './chains/port.ts';
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
}

/** What networks are opened with. */
export interface NetworkParts {
  readonly database: Database;
  readonly fence: Fence;
  /** Where nodes are asked, by number of the network. */
  readonly readEndpoints: () => Readonly<Record<string, string>>;
  readonly report: (error: unknown) => void;
}

/** The networks of this custody. */
export interface Networks {
  /** Open those that are listed, have an address and are not open; one that fails is told of. */
  open(): Promise<void>;
  list(): readonly OpenNetwork[];
}

async function openPort(parts: NetworkParts, row: NetworkRow, url: string): Promise<ChainPort> {
  const genesisHash = row.genesis_hash;
  if (row.family !== 'evm') {
    const network = utxoChains[row.family];
    return openUtxoChain({ url, genesisHash, network, fallbackFeeRaw: FALLBACK_FEE_RAW });
  }
  const contracts = await parts.database.query<ContractRow>(
    `SELECT contract AS address, decimals, code_hash FROM network_assets
     WHERE network_id = $1 AND contract <> ''`,
    [row.network_id],
  );
  return openEvmChain({
    url,
    chainId: row.chain_id,
    genesisHash,
    hasTraces: true,
    contracts: contracts.map(({ code_hash: codeHash, ...listed }) => ({ ...listed, codeHash })),
  });
}

/** Keep networks open: a node that moved is opened anew, a network that starts becomes open. */
export function createNetworks(parts: NetworkParts): Networks {
  const known = new Map<number, { readonly url: string; readonly network: OpenNetwork }>();

  async function openOne(row: NetworkRow, url: string): Promise<void> {
    if (known.get(row.network_id)?.url !== url) {
      known.delete(row.network_id);
      const { network_id: networkId, family, needed } = row;
      const port = await openPort(parts, row, url);
      known.set(networkId, { url, network: { networkId, family, needed, port } });
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
      const rows = await parts.database.query<NetworkRow>(
        `SELECT network_id, family, chain_id, genesis_hash, needed, state FROM networks
         WHERE state <> 'absent' ORDER BY network_id`,
      );
      const endpoints = parts.readEndpoints();
      for (const row of rows) {
        const url = endpoints[row.network_id];
        if (url !== undefined) await openOne(row, url).catch(parts.report);
      }
    },
    list: () => [...known.values()].map(({ network }) => network),
  };
}
