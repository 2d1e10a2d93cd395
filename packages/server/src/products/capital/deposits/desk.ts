// The desk of chains: networks and what differs, deposits that want people; halting by one,
// opening, crediting what is held and writing off what vanished by two.
// Called by the edge.
import { formatDecimal } from '@isobath/core/math';
import { chainDeskRoutes, type ChainState, type DeskDeposit } from '@isobath/wire';
import type { Approvals } from '../../../base/approvals/index.ts';
import type { AuditLog } from '../../../base/audit/index.ts';
import type { Database } from '../../../base/db/index.ts';
import {
  type CallContext,
  type OperatorCaller,
  refuse,
  type RouteHandler,
  serve,
} from '../../../base/product/index.ts';
import { findHeld, findLoss } from './losses.ts';

/** What the desk stands on. */
export interface DeskParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly approvals: () => Pick<Approvals, 'make'>;
  readonly readNowMs: () => number;
}

interface NetworkRow extends Omit<ChainState, 'networkId' | 'haltReason' | 'headHeight'> {
  network_id: number;
  halt_reason: string;
  head_height: number;
}

const NETWORKS = `
  SELECT network_id, name, state, halt_reason, coalesce(height, 0)::int8 AS height,
    coalesce(head_height, 0)::int8 AS head_height, coalesce((
      SELECT jsonb_agg(jsonb_build_object('coinId', listed.asset_id, 'sendingStop', sending_stop,
        'difference', coalesce(difference, 0)::text, 'hotLevel', coalesce(hot_level, ''))
        ORDER BY listed.asset_id)
      FROM network_assets AS listed LEFT JOIN chain_recons USING (network_id, asset_id)
      WHERE listed.network_id = networks.network_id), '[]') AS coins
  FROM networks LEFT JOIN chain_cursor USING (network_id) ORDER BY network_id`;

const DEPOSITS = `
  SELECT deposit_id, owner_id, network_id, asset_id, raw::text, address, tx_hash, status, reason,
    seen_at_ms, vanished_at_ms, coalesce(decimals, 0) AS decimals
  FROM deposits LEFT JOIN network_assets USING (network_id, asset_id)
  WHERE $1 = 'all' OR ($1 = 'held' AND status = 11)
    OR ($1 = 'vanished' AND vanished_at_ms > 0 AND status <> 7)
  ORDER BY deposit_id DESC LIMIT 200`;

interface DepositRow {
  deposit_id: number;
  owner_id: number;
  network_id: number;
  asset_id: number;
  raw: string;
  address: string;
  tx_hash: string;
  status: number;
  reason: string;
  seen_at_ms: number;
  vanished_at_ms: number;
  decimals: number;
}

const showDeposit = (row: DepositRow): DeskDeposit => ({
  depositId: row.deposit_id,
  ownerId: row.owner_id,
  networkId: row.network_id,
  coinId: row.asset_id,
  amount: formatDecimal(BigInt(row.raw), row.decimals),
  address: row.address,
  txHash: row.tx_hash,
  status: row.status,
  reason: row.reason,
  seenAt: row.seen_at_ms,
  vanishedAt: row.vanished_at_ms,
});

function operatorOf({ caller }: Pick<CallContext, 'caller'>): OperatorCaller {
  if (caller.operator === undefined) throw refuse('not_signed_in');
  return caller.operator;
}

/** Handlers of the desk. */
export function createDepositDesk(parts: DeskParts): RouteHandler[] {
  const { database, audit, approvals, readNowMs } = parts;

  async function checkHalted(networkId: number): Promise<void> {
    const found = await database.query(
      `SELECT FROM networks WHERE network_id = $1 AND (state = 'halted' OR EXISTS (
         SELECT FROM network_assets AS listed
         WHERE listed.network_id = $1 AND sending_stop <> ''))`,
      [networkId],
    );
    if (found.length === 0) throw refuse('object_not_found');
  }

  async function halt(operator: OperatorCaller, networkId: number, reason: string): Promise<void> {
    await audit.transaction(operator, async (session, write) => {
      const count = await session.execute(
        `UPDATE networks SET state = 'halted', halt_reason = 'operator'
         WHERE network_id = $1 AND state IN ('open', 'starting')`,
        [networkId],
      );
      if (count === 0) throw refuse('object_not_found');
      await write({ action: 'network_halted', detail: { networkId, reason } });
    });
  }

  return [
    serve(chainDeskRoutes.chains, async () =>
      (await database.query<NetworkRow>(NETWORKS)).map((row) => ({
        networkId: row.network_id,
        name: row.name,
        state: row.state,
        haltReason: row.halt_reason,
        height: row.height,
        headHeight: row.head_height,
        coins: row.coins,
      })),
    ),
    serve(chainDeskRoutes.deposits, async ({ query: { set } }) =>
      (await database.query<DepositRow>(DEPOSITS, [set])).map(showDeposit),
    ),
    serve(chainDeskRoutes.haltChain, async (call) => {
      await halt(operatorOf(call), call.body.networkId, call.body.reason);
      return {};
    }),
    serve(chainDeskRoutes.openChain, async (call) => {
      const { networkId, reason } = call.body;
      await checkHalted(networkId);
      const asked = { kind: 'network.open', payload: { networkId }, reason } as const;
      return { approvalId: await approvals().make(operatorOf(call), asked) };
    }),
    serve(chainDeskRoutes.releaseDeposit, async (call) => {
      const { depositId, reason } = call.body;
      await findHeld(database, depositId);
      const asked = { kind: 'deposit.release', payload: { depositId }, reason } as const;
      return { approvalId: await approvals().make(operatorOf(call), asked) };
    }),
    serve(chainDeskRoutes.rollBackDeposit, async (call) => {
      const { depositId, reason } = call.body;
      await findLoss(database, depositId, readNowMs());
      const asked = { kind: 'deposit.rollback', payload: { depositId }, reason } as const;
      return { approvalId: await approvals().make(operatorOf(call), asked) };
    }),
  ];
}
