// Why somebody looks at a withdrawal before it is sent. The person sees that it is looked at, and
// since when; the words are for the desk.
// Called by submit.ts, in the transaction that writes the row.
import type { Session } from '../../../base/db/index.ts';
import { DAY_MS } from './day-use.ts';
import type { NewWithdrawal } from './checks.ts';

/** Words of the reasons. */
export const reviewReasons = [
  'new_device',
  'new_address',
  'large_share',
  'many_addresses',
] as const;

/** A new address is looked at from this value on, in units of USDT. */
const NEW_ADDRESS_UNITS = 1_000n * 10n ** 8n;
/** Of everything the person owns, in hundredths. */
const LARGE_SHARE = 80n;
const ADDRESSES_MAX = 3;

type Judged = Pick<
  NewWithdrawal,
  'address' | 'memo' | 'networkId' | 'valueUnits' | 'equityUnits' | 'isAddressNew'
>;

/** Reasons to look at it, in the order of the words; none = it goes by itself. */
export async function findReviewReasons(
  session: Session,
  judged: Judged,
  { ownerId, nowMs }: { readonly ownerId: number; readonly nowMs: number },
): Promise<string[]> {
  const { valueUnits, equityUnits } = judged;
  const isLargeShare = valueUnits * 100n > equityUnits * LARGE_SHARE;
  const found: Readonly<Record<(typeof reviewReasons)[number], boolean>> = {
    new_device: await hasNewDevice(session, ownerId, nowMs),
    new_address: judged.isAddressNew && valueUnits >= NEW_ADDRESS_UNITS,
    large_share: isLargeShare && valueUnits >= NEW_ADDRESS_UNITS,
    many_addresses: await hasManyAddresses(session, judged, { ownerId, nowMs }),
  };
  return reviewReasons.filter((word) => found[word]);
}

/** A session of the last day from a device that no earlier one had; the first of all is none. */
async function hasNewDevice(session: Session, ownerId: number, nowMs: number): Promise<boolean> {
  const since = new Date(nowMs - DAY_MS);
  const rows = await session.query(
    `SELECT FROM sessions AS own
     WHERE own.owner_id = $1 AND own.created_at > $2
       AND EXISTS (SELECT FROM sessions AS before
         WHERE before.owner_id = $1 AND before.created_at <= $2)
       AND NOT EXISTS (SELECT FROM sessions AS before
         WHERE before.owner_id = $1 AND before.created_at <= $2 AND before.device = own.device)
     LIMIT 1`,
    [ownerId, since],
  );
  return rows.length > 0;
}

/** Together with this one. */
async function hasManyAddresses(
  session: Session,
  { address, memo, networkId }: Judged,
  { ownerId, nowMs }: { readonly ownerId: number; readonly nowMs: number },
): Promise<boolean> {
  const [row] = await session.query<{ count: number }>(
    `SELECT count(DISTINCT (network_id, address, memo))::int AS count FROM withdrawals
     WHERE owner_id = $1 AND asked_at_ms > $2 AND (network_id, address, memo) <> ($3, $4, $5)`,
    [ownerId, nowMs - DAY_MS, networkId, address, memo],
  );
  return (row?.count ?? 0) + 1 >= ADDRESSES_MAX;
}
