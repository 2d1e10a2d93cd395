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
}

interface ContractRow {
  readonly address: string;
  readonly decimals: number;
  readonly code_hash: string;
}

/** A network that answers and is the one that is listed. */
export interface OpenNetwork {
  readonly networkId: number;
  readonly port: ChainPort;
}

/** What networks are opened with. */
export interface NetworkParts {
  readonly database: Database;
  readonly fence: Fence;
  /** Where nodes are asked, by number of the network. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly report: (error: unknown) => void;
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

/**
 * Open the networks that are starting and have an address; one that fails is told and tried again.
 * @returns those that are open now.
 */
export async function openNetworks(parts: NetworkParts): Promise<OpenNetwork[]> {
  const rows = await parts.database.query<NetworkRow>(
    `SELECT network_id, family, chain_id, genesis_hash FROM networks
     WHERE state = 'starting' ORDER BY network_id`,
  );
  const open: OpenNetwork[] = [];
  for (const row of rows) {
    const url = parts.endpoints[row.network_id];
    if (url === undefined) continue;
    try {
      const port = await openPort(parts, row, url);
      open.push({ networkId: row.network_id, port });
      await parts.fence.write((session) =>
        session.execute(
          `UPDATE networks SET state = 'open' WHERE network_id = $1 AND state = 'starting'`,
          [row.network_id],
        ),
      );
    } catch (error) {
      parts.report(error);
    }
  }
  return open;
}
