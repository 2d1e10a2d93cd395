// The desk of chains: networks and what differs, deposits that want people; halting by one,
// opening, crediting what is held and writing off what vanished by two.
// Called by the edge.
import { formatDecimal } from '@isobath/core/math';
import { chainDeskRoutes, type ChainState, type DeskDeposit } from '@isobath/wire';
import { type Approvals, findUnasked } from '../../../base/approvals/index.ts';
import type { AuditLog } from '../../../base/audit/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import {
  type CallContext,
  type OperatorCaller,
  refuse,
  type RouteHandler,
  serve,
} from '../../../base/product/index.ts';
import { findHeld, findLoss } from './losses.ts';
import { listStops } from './works.ts';

/** What the desk stands on. */
export interface DeskParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly approvals: () => Pick<Approvals, 'make'>;
  readonly markets: Pick<MarketRegistry, 'coinById'>;
  readonly readNowMs: () => number;
}

interface NetworkRow extends Pick<ChainState, 'name' | 'state' | 'height'> {
  network_id: number;
  halt_reason: string;
  head_height: number;
  confirmed_height: number;
  approval_id: number;
  coins: readonly Omit<ChainState['coins'][number], 'coin'>[];
}

const NETWORKS = `
  SELECT network_id, name, state, halt_reason, coalesce(height, 0)::int8 AS height,
    coalesce(head_height, 0)::int8 AS head_height,
    greatest(-1, CASE WHEN needed = 0 THEN coalesce(final_height, -1)
      ELSE coalesce(head_height, -1) - needed + 1 END)::int8 AS confirmed_height,
    coalesce((SELECT max(approval_id) FROM approvals WHERE kind = 'network.open'
      AND state = 'pending' AND expires_at > $1
      AND (payload::jsonb ->> 'networkId')::int = network_id), 0)::int8 AS approval_id,
    coalesce((
      SELECT jsonb_agg(jsonb_build_object('coinId', listed.asset_id, 'sendingStop', sending_stop,
        'isDepositOpen', is_deposit_open, 'isWithdrawalOpen', is_withdrawal_open,
        'difference', coalesce(difference, 0)::text, 'hotLevel', coalesce(hot_level, ''))
        ORDER BY listed.asset_id)
      FROM network_assets AS listed LEFT JOIN chain_recons USING (network_id, asset_id)
      WHERE listed.network_id = networks.network_id), '[]') AS coins
  FROM networks LEFT JOIN chain_cursor USING (network_id) ORDER BY network_id`;

/** Columns of a deposit's row, of `deposits` with its network and, if it is listed, its coin. */
export const DEPOSIT_COLUMNS = `deposit_id, owner_id, deposits.network_id, networks.name AS network,
    deposits.asset_id, raw::text, address, tx_hash, status, reason, seen_at_ms, vanished_at_ms,
    coalesce(decimals, 0) AS decimals`;

const DEPOSITS = `
  SELECT ${DEPOSIT_COLUMNS}
  FROM deposits JOIN networks USING (network_id)
    LEFT JOIN network_assets USING (network_id, asset_id)
  WHERE $1 = 'all' OR ($1 = 'held' AND status = 11) OR ($1 = 'below' AND status = 10)
    OR ($1 = 'vanished' AND vanished_at_ms > 0 AND status <> 7)
  ORDER BY CASE WHEN $1 IN ('held', 'vanished') THEN deposit_id ELSE -deposit_id END LIMIT 200`;

/** A row of them. */
export interface DepositRow {
  network: string;
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

/** As operators see it. */
export const showDeposit = (row: DepositRow, markets: DeskParts['markets']): DeskDeposit => ({
  depositId: row.deposit_id,
  ownerId: row.owner_id,
  networkId: row.network_id,
  network: row.network,
  coinId: row.asset_id,
  coin: markets.coinById(row.asset_id)?.shortName ?? '',
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
  const { database, audit, approvals, markets, readNowMs } = parts;

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
      (await database.query<NetworkRow>(NETWORKS, [new Date(readNowMs())])).map((row) => ({
        networkId: row.network_id,
        name: row.name,
        state: row.state,
        haltReason: row.halt_reason,
        height: row.height,
        headHeight: row.head_height,
        confirmedHeight: row.confirmed_height,
        approvalId: row.approval_id,
        coins: row.coins.map((one) => ({
          ...one,
          coin: markets.coinById(one.coinId)?.shortName ?? '',
        })),
      })),
    ),
    serve(chainDeskRoutes.deposits, async ({ query: { set } }) =>
      (await database.query<DepositRow>(DEPOSITS, [set])).map((row) => showDeposit(row, markets)),
    ),
    serve(chainDeskRoutes.haltChain, async (call) => {
      await halt(operatorOf(call), call.body.networkId, call.body.reason);
      return {};
    }),
    serve(chainDeskRoutes.openChain, async (call) => {
      const { networkId, reason } = call.body;
      const reasons = await listStops(database, networkId);
      if (reasons.length === 0) throw refuse('object_not_found');
      const asked = { kind: 'network.open', payload: { networkId, reasons }, reason } as const;
      return { approvalId: await approvals().make(operatorOf(call), asked) };
    }),
    serve(chainDeskRoutes.releaseDeposit, async (call) => {
      const { depositId, reason } = call.body;
      const operator = operatorOf(call);
      const about = { kind: 'deposit.release', name: 'depositId', id: depositId } as const;
      const nowMs = readNowMs();
      await findUnasked(database, { ...about, operator, nowMs }, () =>
        findHeld(database, depositId),
      );
      const asked = { kind: 'deposit.release', payload: { depositId }, reason } as const;
      return { approvalId: await approvals().make(operator, asked) };
    }),
    serve(chainDeskRoutes.rollBackDeposit, async (call) => {
      const { depositId, reason } = call.body;
      const operator = operatorOf(call);
      const about = { kind: 'deposit.rollback', name: 'depositId', id: depositId } as const;
      const nowMs = readNowMs();
      await findUnasked(database, { ...about, operator, nowMs }, () =>
        findLoss(database, depositId, nowMs),
      );
      const asked = { kind: 'deposit.rollback', payload: { depositId }, reason } as const;
      return { approvalId: await approvals().make(operator, asked) };
    }),
  ];
}
