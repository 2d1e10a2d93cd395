// From taken to queued: who receives it is screened, and what must be looked at waits for people.
// Why a person looks at it was found when it was asked for, and stands in its row.

import type { Family } from '@isobath/signer/addresses';
import {
  CHECK_LATE_MS,
  moveWithdrawal,
  readWayOn,
  releaseWithdrawal,
} from '../../base/custody/index.ts';
import { listHouseAddresses } from '../keys/house-addresses.ts';
import type { PaymentAnswer, SenderParts } from './parts.ts';

interface NewRow {
  readonly withdrawal_id: number;
  readonly owner_id: number;
  readonly network_id: number;
  readonly asset_id: number;
  readonly address: string;
  readonly receives_raw: string;
  readonly value_units: string;
  readonly reasons: readonly string[];
  readonly state: 'taken' | 'screening';
  readonly is_ours: boolean;
  readonly is_inside: boolean;
  readonly family: Family;
}

const ROWS_MAX = 100;

/** Take what is new as far as it goes by itself. */
export async function takeIn(parts: SenderParts): Promise<void> {
  // What still waits for an answer holds up nobody behind it. An address of ours is a customer's,
  // and then it is booked; or nobody's, and nothing goes there.
  const rows = await parts.database.query<NewRow>(
    `SELECT own.withdrawal_id, own.owner_id, own.network_id, own.asset_id, own.address,
       own.receives_raw::text, own.value_units::text, own.reasons, own.state, own.is_inside,
       networks.family,
       EXISTS (SELECT FROM deposit_addresses AS ours WHERE ours.family = networks.family
         AND lower(ours.address) = lower(own.address)) AS is_ours
     FROM withdrawals AS own JOIN networks USING (network_id)
     WHERE own.state IN ('taken', 'screening') AND NOT EXISTS (SELECT FROM chain_checks AS open
       WHERE open.kind IN ('address', 'travel') AND open.subject_id = own.withdrawal_id
         AND open.state IN ('new', 'asked') AND open.made_at_ms > $1)
     ORDER BY own.withdrawal_id LIMIT ${ROWS_MAX}`,
    [parts.readNowMs() - CHECK_LATE_MS],
  );
  for (const row of rows) {
    // One that cannot be screened does not hold up those behind it.
    await takeOne(parts, row).catch(parts.report);
  }
}

async function takeOne(parts: SenderParts, row: NewRow): Promise<void> {
  const {
    fence,
    money: { intents },
    readNowMs,
  } = parts;
  const withdrawalId = row.withdrawal_id;
  if (row.state === 'taken') {
    const step = { withdrawalId, to: 'screening', nowMs: readNowMs() } as const;
    if (!(await fence.write((session) => moveWithdrawal(session, step)))) return;
  }
  const said = await screen(parts, row);
  if (said === 'wait') return;
  const nowMs = readNowMs();
  if (said === 'refuse') {
    const step = { withdrawalId, to: 'rejected', nowMs, reason: 'screening_refused' } as const;
    await fence.write((session) => releaseWithdrawal(session, intents, step));
    intents.nudge();
    return;
  }
  const reason = reasons[said];
  const isLookedAt = row.reasons.length > 0 || reason !== undefined;
  const to = isLookedAt ? 'review' : readWayOn(BigInt(row.value_units));
  await fence.write((session) =>
    moveWithdrawal(session, {
      withdrawalId,
      to,
      from: ['screening'],
      nowMs,
      ...(reason === undefined ? {} : { reason }),
    }),
  );
}

/** Words of why people look. */
const reasons: Readonly<Partial<Record<PaymentAnswer, string>>> = {
  hold: 'screening_held',
  late: 'screening_late',
  travel_refused: 'travel_refused',
  travel_late: 'travel_late',
};

async function screen({ screen, signer }: SenderParts, row: NewRow): Promise<PaymentAnswer> {
  // Nothing leaves the house by paying its own wallets.
  const own = listHouseAddresses(signer.keys, row.family);
  if (own.some(({ address }) => address.toLowerCase() === row.address.toLowerCase())) {
    return 'refuse';
  }
  // It has become ours only after it was asked for: somebody looks.
  if (row.is_ours !== row.is_inside) return 'hold';
  if (row.is_inside) return 'pass';
  return screen({
    withdrawalId: row.withdrawal_id,
    ownerId: row.owner_id,
    networkId: row.network_id,
    assetId: row.asset_id,
    address: row.address,
    receivesRaw: BigInt(row.receives_raw),
  });
}

/**
 * Keep what people whose account is frozen asked for: somebody looks at it, and what that one
 * releases waits again for as long as the account is frozen.
 */
export async function holdFrozen({ database, fence, readNowMs }: SenderParts): Promise<void> {
  const rows = await database.query<{ withdrawal_id: number }>(
    `SELECT withdrawal_id FROM withdrawals JOIN account_freezes USING (owner_id)
     WHERE state = 'queued' AND end_intent_id IS NULL ORDER BY withdrawal_id LIMIT ${ROWS_MAX}`,
  );
  for (const { withdrawal_id: withdrawalId } of rows) {
    const step = {
      withdrawalId,
      to: 'review',
      from: ['queued'],
      reason: 'account_frozen',
    } as const;
    await fence.write((session) => moveWithdrawal(session, { ...step, nowMs: readNowMs() }));
  }
}
