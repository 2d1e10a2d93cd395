// The desk of withdrawals: those that want people, letting one go on, refusing one.
// Called by the edge.
import { formatDecimal } from '@isobath/core/math';
import { type DeskWithdrawal, withdrawDeskRoutes } from '@isobath/wire';
import type { AuditLog } from '../../../base/audit/index.ts';
import {
  moveWithdrawal,
  readWayOn,
  releaseWithdrawal,
  WAITS_FOR_OFFICERS,
} from '../../../base/custody/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { Intents } from '../../../base/intents/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import {
  type OperatorCaller,
  refuse,
  type RouteHandler,
  serve,
} from '../../../base/product/index.ts';
import { operatorOf } from '../of-call.ts';

/** What the desk stands on. */
export interface WithdrawDeskParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly intents: Pick<Intents, 'write' | 'nudge'>;
  readonly markets: MarketRegistry;
  readonly readNowMs: () => number;
}

/** Columns of a withdrawal's row, of `withdrawals AS own` with its network. */
export const WITHDRAWAL_COLUMNS = `withdrawal_id, owner_id, network_id, networks.name AS network,
    asset_id, receives_units::text, fee_units::text, value_units::text, address, memo, tx_hash,
    own.state, reasons, is_inside, asked_at_ms, ${WAITS_FOR_OFFICERS} AS awaits_officers`;

// Of those that wait the oldest stand first, as they are worked off and sent.
const ROWS = `
  SELECT ${WITHDRAWAL_COLUMNS}
  FROM withdrawals AS own JOIN networks USING (network_id)
  WHERE $1 = 'all' OR ($1 = 'review' AND own.state = 'review')
    OR ($1 = 'approval' AND own.state = 'waiting_approval')
    OR ($1 = 'flight'
      AND own.state IN ('queued', 'signing', 'signed', 'sent', 'mined'))
    OR ($1 = 'open' AND own.state NOT IN ('complete', 'cancelled', 'rejected', 'failed'))
  ORDER BY CASE WHEN $1 = 'all' THEN -withdrawal_id ELSE withdrawal_id END LIMIT 200`;

/** A row of them. */
export interface WithdrawalRow {
  readonly withdrawal_id: number;
  readonly owner_id: number;
  readonly network_id: number;
  readonly network: string;
  readonly asset_id: number;
  readonly receives_units: string;
  readonly fee_units: string;
  readonly value_units: string;
  readonly address: string;
  readonly memo: string;
  readonly tx_hash: string;
  readonly state: string;
  readonly awaits_officers: boolean;
  readonly reasons: readonly string[];
  readonly is_inside: boolean;
  readonly asked_at_ms: number;
}

/** As operators see it. */
export function showWithdrawal(row: WithdrawalRow, markets: MarketRegistry): DeskWithdrawal {
  const coin = markets.coinById(row.asset_id);
  const scale = coin?.scale ?? 0;
  return {
    withdrawalId: row.withdrawal_id,
    ownerId: row.owner_id,
    networkId: row.network_id,
    network: row.network,
    coinId: row.asset_id,
    coin: coin?.shortName ?? '',
    amount: formatDecimal(BigInt(row.receives_units), scale),
    fee: formatDecimal(BigInt(row.fee_units), scale),
    value: formatDecimal(BigInt(row.value_units), markets.coinByName('USDT')?.scale ?? 0),
    address: row.address,
    memo: row.memo,
    txHash: row.tx_hash,
    state: row.state,
    awaitsOfficers: row.awaits_officers,
    reasons: [...row.reasons],
    isInside: row.is_inside,
    askedAt: row.asked_at_ms,
  };
}

interface Decided {
  readonly withdrawalId: number;
  readonly reason: string;
}

/** Handlers of the desk. */
export function createWithdrawDesk(parts: WithdrawDeskParts): RouteHandler[] {
  const { database, audit, intents, markets, readNowMs } = parts;

  /** @errors object_not_found when it is not in review any more. */
  async function release(operator: OperatorCaller, { withdrawalId, reason }: Decided) {
    return audit.transaction(operator, async (session, write) => {
      const [row] = await session.query<{ value_units: string }>(
        'SELECT value_units::text FROM withdrawals WHERE withdrawal_id = $1 FOR UPDATE',
        [withdrawalId],
      );
      const to = readWayOn(BigInt(row?.value_units ?? '0'));
      const step = { withdrawalId, to, from: ['review'], nowMs: readNowMs() } as const;
      if (!(await moveWithdrawal(session, step))) throw refuse('object_not_found');
      await session.execute(
        'UPDATE withdrawals SET released_by = $2, not_before_ms = 0 WHERE withdrawal_id = $1',
        [withdrawalId, operator.operatorId],
      );
      await write({ action: 'withdrawal_released', detail: { withdrawalId, reason } });
      return { state: to as string };
    });
  }

  /** @errors withdraw_signed when the sender was first, or the signer may have signed it. */
  async function refuseOne(operator: OperatorCaller, { withdrawalId, reason }: Decided) {
    const to = 'rejected';
    await audit.transaction(operator, async (session, write) => {
      const step = { withdrawalId, to, nowMs: readNowMs(), reason: 'desk_refused' } as const;
      if (!(await releaseWithdrawal(session, intents, step))) throw refuse('withdraw_signed');
      await write({ action: 'withdrawal_refused', detail: { withdrawalId, reason } });
    });
    intents.nudge();
    return { state: to };
  }

  return [
    serve(withdrawDeskRoutes.withdrawals, async ({ query: { set } }) =>
      (await database.query<WithdrawalRow>(ROWS, [set])).map((row) => showWithdrawal(row, markets)),
    ),
    serve(withdrawDeskRoutes.releaseWithdrawal, (call) => release(operatorOf(call), call.body)),
    serve(withdrawDeskRoutes.refuseWithdrawal, (call) => refuseOne(operatorOf(call), call.body)),
  ];
}
