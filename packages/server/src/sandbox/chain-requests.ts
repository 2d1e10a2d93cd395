// Calls of the page of local chains: each request is a row that the process of those chains takes,
// since the edge knows no address of a node. Not who takes them (chains/requests.ts).
// Called by the edge's process.

import { DecimalError, formatDecimal, parseDecimal } from '@isobath/core/math';
import { type ChainRequest, type LocalChain, localChainRoutes } from '@isobath/wire';
import type { Database, SqlValue } from '../base/db/index.ts';
import { refuse, type RouteHandler, serve } from '../base/product/index.ts';

/** What the calls stand on. */
export interface ChainRequestParts {
  readonly database: Database;
  readonly readNowMs: () => number;
}

/** Requests that may wait at once, of all people together. */
const WAITING_MAX = 20;
const SHOWN_MAX = 12;

interface ChainRow {
  network_id: number;
  name: string;
  needed: number;
  height: number;
  outside_address: string;
  holdings: Readonly<Record<string, string>>;
  seen_at_ms: number;
}

interface RequestRow {
  request_id: number;
  network_id: number;
  kind: ChainRequest['kind'];
  asset_id: number;
  address: string;
  raw: string;
  decimals: number | null;
  count: number;
  tx_hash: string;
  state: ChainRequest['state'];
  reason: string;
  asked_at_ms: number;
}

/** One less than a deposit needs: what was credited stays in its block. */
const countReplaceable = (needed: number): number => Math.max(1, needed - 1);

function showRequest(row: RequestRow): ChainRequest {
  return {
    id: String(row.request_id),
    at: row.asked_at_ms,
    networkId: row.network_id,
    kind: row.kind,
    coinId: row.asset_id,
    amount: formatDecimal(BigInt(row.raw), row.decimals ?? 0),
    address: row.address,
    count: row.count,
    txHash: row.tx_hash,
    state: row.state,
    reason: row.reason,
  };
}

/** Handlers of the page. */
export function createChainRequestRoutes({
  database,
  readNowMs,
}: ChainRequestParts): RouteHandler[] {
  async function readChains(): Promise<LocalChain[]> {
    const [chains, listed] = await Promise.all([
      database.query<ChainRow>(
        `SELECT network_id, name, needed, height, outside_address, holdings, seen_at_ms
         FROM sandbox_chains JOIN networks USING (network_id)
         WHERE networks.state <> 'absent' ORDER BY network_id`,
      ),
      database.query<{ network_id: number; asset_id: number; decimals: number }>(
        'SELECT network_id, asset_id, decimals FROM network_assets ORDER BY network_id, asset_id',
      ),
    ]);
    return chains.map((chain) => ({
      networkId: chain.network_id,
      name: chain.name,
      height: chain.height,
      replaceableCount: countReplaceable(chain.needed),
      outsideAddress: chain.outside_address,
      holdings: listed
        .filter(({ network_id: id }) => id === chain.network_id)
        .map(({ asset_id: id, decimals }) => ({
          coinId: id,
          amount: formatDecimal(BigInt(chain.holdings[id] ?? '0'), decimals),
        })),
      seenAt: chain.seen_at_ms,
    }));
  }

  const readRequests = () =>
    database.query<RequestRow>(
      `SELECT request_id, asked.network_id, kind, asked.asset_id, address, raw::text, decimals,
         count, tx_hash, state, reason, asked_at_ms
       FROM sandbox_chain_requests AS asked LEFT JOIN network_assets USING (network_id, asset_id)
       ORDER BY request_id DESC LIMIT ${SHOWN_MAX}`,
    );

  /** @errors object_not_found without such a chain. */
  async function readNeeded(networkId: number): Promise<number> {
    const [chain] = await database.query<{ needed: number }>(
      `SELECT needed FROM sandbox_chains JOIN networks USING (network_id)
       WHERE network_id = $1 AND networks.state <> 'absent'`,
      [networkId],
    );
    if (chain === undefined) throw refuse('object_not_found');
    return chain.needed;
  }

  /** @errors limit_reached while many wait. */
  async function ask(columns: Readonly<Record<string, SqlValue>>) {
    const names = Object.keys(columns);
    const [row] = await database.query<{ request_id: number }>(
      `INSERT INTO sandbox_chain_requests (${names.join(', ')}, asked_at_ms)
       SELECT ${names.map((_name, place) => `$${place + 1}`).join(', ')}, $${names.length + 1}
       WHERE (SELECT count(*) FROM sandbox_chain_requests
         WHERE state IN ('waiting', 'taken')) < ${WAITING_MAX}
       RETURNING request_id`,
      [...Object.values(columns), readNowMs()],
    );
    if (row === undefined) throw refuse('limit_reached', { max: String(WAITING_MAX) });
    return { requestId: String(row.request_id) };
  }

  /** @errors object_not_found, amount_not_raw */
  async function readRaw(networkId: number, coinId: number, amount: string): Promise<bigint> {
    const [listed] = await database.query<{ decimals: number }>(
      'SELECT decimals FROM network_assets WHERE network_id = $1 AND asset_id = $2',
      [networkId, coinId],
    );
    if (listed === undefined) throw refuse('object_not_found');
    try {
      return parseDecimal(amount, listed.decimals);
    } catch (error) {
      if (!(error instanceof DecimalError)) throw error;
      throw refuse('amount_not_raw', { decimals: String(listed.decimals) });
    }
  }

  return [
    serve(localChainRoutes.read, async () => {
      const [chains, requests] = await Promise.all([readChains(), readRequests()]);
      return { chains, requests: requests.map(showRequest) };
    }),
    serve(localChainRoutes.send, async ({ body: { networkId, coinId, address, amount } }) => {
      await readNeeded(networkId);
      const raw = await readRaw(networkId, coinId, amount);
      if (raw === 0n) throw refuse('invalid', { fields: 'amount' });
      return ask({
        network_id: networkId,
        kind: 'send',
        asset_id: coinId,
        address,
        raw: String(raw),
      });
    }),
    serve(localChainRoutes.mine, async ({ body: { networkId, count } }) => {
      await readNeeded(networkId);
      return ask({ network_id: networkId, kind: 'mine', count });
    }),
    serve(localChainRoutes.reorganise, async ({ body }) => {
      const { networkId, count, isLastLeftOut } = body;
      if (count > countReplaceable(await readNeeded(networkId))) {
        throw refuse('invalid', { fields: 'count' });
      }
      return ask({
        network_id: networkId,
        kind: 'reorganise',
        count,
        is_last_left_out: isLastLeftOut,
      });
    }),
  ];
}
