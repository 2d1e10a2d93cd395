// One deposit or withdrawal whole, for those who decide about it: what the chain says, its way, and
// what is known of its owner. Called by the edge.
import { formatDecimal } from '@isobath/core/math';
import {
  custodyDeskRoutes,
  type DeskDepositWhole,
  type DeskMoneyCheck,
  type DeskWithdrawalWhole,
} from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import { refuse, type RouteHandler, serve } from '../../../base/product/index.ts';
import { DEPOSIT_COLUMNS, type DepositRow, showDeposit } from '../deposits/desk.ts';
import { LOST_AFTER_MS } from '../deposits/losses.ts';
import { readSendsOf } from './sends.ts';
import { showWithdrawal, WITHDRAWAL_COLUMNS, type WithdrawalRow } from './withdrawals.ts';

/** What looks at one thing stand on. */
export interface WholeParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
  readonly readNowMs: () => number;
}

const DAY_MS = 86_400_000;
const MONTH_MS = 30 * DAY_MS;

/** What providers were asked about one thing, of which they know nothing but a reference. */
const readChecks = (database: Database, kinds: readonly string[], id: number) =>
  database.query<DeskMoneyCheck>(
    `SELECT kind, state, provider, made_at_ms AS "madeAt", found_at_ms AS "foundAt"
     FROM chain_checks WHERE kind = ANY ($1::text[]) AND subject_id = $2 ORDER BY kind`,
    [[...kinds], id],
  );

interface DepositWholeRow extends DepositRow {
  readonly kind: string;
  readonly place: string;
  readonly contract: string;
  readonly from_address: string;
  readonly block_hash: string | null;
  readonly height: number | null;
  readonly head_height: number;
  readonly needed: number;
  readonly units: string | null;
  readonly said_raw: string | null;
  readonly gain: string;
  readonly screening: string;
  readonly screened_at_ms: number;
  readonly credited_at_ms: number;
  readonly held_in: string;
  readonly moving_to: string;
  readonly approval_id: number;
}

const DEPOSIT = `
  SELECT ${DEPOSIT_COLUMNS}, kind, place, deposits.contract, from_address, block_hash,
    deposits.height, coalesce(head_height, 0)::int8 AS head_height, deposits.needed, units::text,
    said_raw::text, gain, screening, screened_at_ms, credited_at_ms, held_in, moving_to,
    coalesce((SELECT max(approval_id) FROM approvals
      WHERE kind IN ('deposit.release', 'deposit.rollback') AND approvals.state = 'pending'
        AND expires_at > $2 AND payload = '{"depositId":' || deposit_id || '}'), 0)::int8
      AS approval_id
  FROM deposits JOIN networks USING (network_id)
    LEFT JOIN network_assets USING (network_id, asset_id)
    LEFT JOIN chain_cursor USING (network_id)
  WHERE deposit_id = $1`;

/** @errors object_not_found */
async function readDeposit(parts: WholeParts, depositId: number): Promise<DeskDepositWhole> {
  const { database, markets, readNowMs } = parts;
  const values = [depositId, new Date(readNowMs())];
  const [row] = await database.query<DepositWholeRow>(DEPOSIT, values);
  if (row === undefined) throw refuse('object_not_found');
  const isLoss =
    row.vanished_at_ms > 0 && row.block_hash === null && row.status !== 7 && row.moving_to === '';
  const scale = markets.coinById(row.asset_id)?.scale ?? 0;
  return {
    ...showDeposit(row, markets),
    kind: row.kind,
    place: row.place,
    contract: row.contract,
    fromAddress: row.from_address,
    blockHash: row.block_hash ?? '',
    height: row.height ?? 0,
    headHeight: row.head_height,
    needed: row.needed,
    said: row.gain === '' ? '' : formatDecimal(BigInt(row.said_raw ?? '0'), row.decimals),
    credited: row.units === null ? '' : formatDecimal(BigInt(row.units), scale),
    screening: row.screening,
    screenedAt: row.screened_at_ms,
    creditedAt: row.credited_at_ms,
    heldIn: row.held_in,
    lossAt: isLoss ? row.vanished_at_ms + LOST_AFTER_MS : 0,
    approvalId: row.approval_id,
    checks: await readChecks(database, ['receipt'], depositId),
  };
}

interface WithdrawalWholeRow extends WithdrawalRow {
  readonly released_by: string;
  readonly declared: DeskWithdrawalWhole['declared'];
  readonly named: DeskWithdrawalWhole['named'];
  readonly not_before_ms: number;
  readonly approval_id: number;
  readonly joined_at: Date;
  readonly complete_count: number;
  readonly to_address_count: number;
  readonly day_addresses_count: number;
  readonly month_units: string;
  readonly deposits_count: number;
}

const WITHDRAWAL = `
  SELECT ${WITHDRAWAL_COLUMNS}, not_before_ms,
    coalesce((SELECT CASE WHEN is_venue THEN 'venue' ELSE 'own' END
      FROM withdrawal_declarations AS said WHERE said.withdrawal_id = own.withdrawal_id), 'none')
      AS declared,
    (SELECT jsonb_build_object('txHash', named.tx_hash, 'state', named.state, 'outcome', outcome)
      FROM withdrawal_namings AS named WHERE named.withdrawal_id = own.withdrawal_id) AS named,
    coalesce((SELECT email FROM operators WHERE operator_id = released_by), '') AS released_by,
    coalesce((SELECT max(approval_id) FROM approvals WHERE approvals.state = 'pending'
      AND expires_at > $2 AND kind IN ('withdrawal.approve', 'withdrawal.name')
      AND (payload::jsonb ->> 'withdrawalId')::bigint = withdrawal_id), 0)::int8 AS approval_id,
    (SELECT created_at FROM users WHERE users.owner_id = own.owner_id) AS joined_at,
    history.*, (SELECT count(*) FROM deposits
      WHERE deposits.owner_id = own.owner_id AND status = 3)::int AS deposits_count
  FROM withdrawals AS own JOIN networks USING (network_id), LATERAL (
    SELECT count(*) FILTER (WHERE others.state = 'complete')::int AS complete_count,
      count(*) FILTER (WHERE others.state = 'complete' AND others.address = own.address
        AND others.network_id = own.network_id)::int AS to_address_count,
      count(DISTINCT (others.network_id, others.address))
        FILTER (WHERE others.asked_at_ms > $3)::int AS day_addresses_count,
      coalesce(sum(others.value_units) FILTER (WHERE others.asked_at_ms > $4
        AND others.state NOT IN ('cancelled', 'rejected', 'failed')), 0)::text AS month_units
    FROM withdrawals AS others WHERE others.owner_id = own.owner_id) AS history
  WHERE withdrawal_id = $1`;

/** @errors object_not_found */
async function readWithdrawal(
  { database, markets, readNowMs }: WholeParts,
  withdrawalId: number,
): Promise<DeskWithdrawalWhole> {
  const nowMs = readNowMs();
  const values = [withdrawalId, new Date(nowMs), nowMs - DAY_MS, nowMs - MONTH_MS];
  const [row] = await database.query<WithdrawalWholeRow>(WITHDRAWAL, values);
  if (row === undefined) throw refuse('object_not_found');
  const steps = await database.query<{ word: string; at_ms: number }>(
    'SELECT word, at_ms FROM withdrawal_steps WHERE withdrawal_id = $1 ORDER BY at_ms, word',
    [withdrawalId],
  );
  const usdtScale = markets.coinByName('USDT')?.scale ?? 0;
  return {
    ...showWithdrawal(row, markets),
    steps: steps.map(({ word, at_ms: at }) => ({ word, at })),
    sends: await readSendsOf(database, markets, withdrawalId),
    releasedBy: row.released_by,
    declared: row.declared,
    named: row.named,
    notBefore: row.not_before_ms,
    owner: {
      joinedAt: row.joined_at?.getTime() ?? 0,
      completeCount: row.complete_count,
      toAddressCount: row.to_address_count,
      dayAddressesCount: row.day_addresses_count,
      monthValue: formatDecimal(BigInt(row.month_units), usdtScale),
      depositsCount: row.deposits_count,
    },
    approvalId: row.approval_id,
    checks: await readChecks(database, ['address', 'travel'], withdrawalId),
  };
}

/** Handlers of looks at one thing. */
export function createWholeDesk(parts: WholeParts): RouteHandler[] {
  return [
    serve(custodyDeskRoutes.viewDeposit, ({ query: { depositId } }) =>
      readDeposit(parts, depositId),
    ),
    serve(custodyDeskRoutes.viewWithdrawal, ({ query: { withdrawalId } }) =>
      readWithdrawal(parts, withdrawalId),
    ),
  ];
}
