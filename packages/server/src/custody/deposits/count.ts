// Counts receipts: which of them are deep enough, what they are worth, and whether they are
// credited, collected below the minimum or held. The row and the intent that books it commit
// together. A receipt counts once: what it adds to its owner's total is in the same transaction.
// Called by custody's loop when the end of the chain was read.

import type { Session } from '../../base/db/index.ts';
import { creditReceived } from '../../base/custody/index.ts';
import { writeNotifications } from '../../base/notifications/index.ts';
import type { CustodyContext } from '../loop.ts';
import type { CustodyMoney } from '../money.ts';
import type { OpenNetwork } from '../networks.ts';
import type { GainWord } from '../scanner/gains.ts';
import {
  beginMove,
  type DepositAccounts,
  findDepositAccounts,
  type MovableDeposit,
  MOVE_COLUMNS,
} from './ledger-move.ts';
import type { ScreenDeposit, Screening, ScreeningAnswer } from './screening.ts';

/** What counting stands on. */
export interface CountParts
  extends Pick<CustodyContext, 'database' | 'fence' | 'readNowMs' | 'report'> {
  readonly money: CustodyMoney;
  readonly screenDeposit: ScreenDeposit;
  readonly beginScreening?: Screening['begin'];
}

interface Candidate {
  deposit_id: number;
  network_id: number;
  asset_id: number;
  owner_id: number;
  account_type: number;
  from_address: string;
  block_hash: string;
  height: number;
  raw: string;
  gain: GainWord;
  decimals: number;
  deposit_raw_min: string;
}

const SPOT = 2;

/** Receipts whose tier wants more blocks than they were told; all of an owner count together. */
const RAISE = `
  UPDATE deposits AS own SET needed = sums.tier_needed FROM (
    SELECT owner_id, asset_id, listed.tier_needed, sum(raw) AS waiting_raw
    FROM deposits JOIN network_assets AS listed USING (network_id, asset_id)
    WHERE network_id = $1 AND status = 1 AND block_hash IS NOT NULL
      AND listed.tier_raw_min IS NOT NULL
    GROUP BY owner_id, asset_id, listed.tier_needed, listed.tier_raw_min
    HAVING sum(raw) >= listed.tier_raw_min) AS sums
  WHERE own.network_id = $1 AND own.status = 1 AND own.block_hash IS NOT NULL
    AND own.owner_id = sums.owner_id AND own.asset_id = sums.asset_id
    AND own.needed < sums.tier_needed`;

/** Deep enough: by blocks, or below what is final where a network has that. */
const DEEP = `
  SELECT own.deposit_id, own.network_id, own.asset_id, own.owner_id, own.account_type,
    own.from_address, own.block_hash, own.height, own.raw::text, own.gain, listed.decimals,
    listed.deposit_raw_min::text
  FROM deposits AS own JOIN network_assets AS listed USING (network_id, asset_id)
  JOIN networks USING (network_id) JOIN chain_cursor AS cursors USING (network_id)
  WHERE own.network_id = $1 AND own.status = 1 AND own.block_hash IS NOT NULL
    AND networks.state = 'open' AND own.height + own.needed - 1 <= cursors.height
    AND (networks.needed > 0 OR own.height <= cursors.final_height)
  ORDER BY own.deposit_id`;

/** Count what is deep enough on a network whose end was read. */
export async function countDeposits(parts: CountParts, network: OpenNetwork): Promise<void> {
  const { networkId, port } = network;
  await parts.fence.write((session) => session.execute(RAISE, [networkId]));
  await parts.beginScreening?.(networkId);
  let hasCounted = false;
  for (const candidate of await parts.database.query<Candidate>(DEEP, [networkId])) {
    // The node may have gone on since its end was read.
    if ((await port.readHash(candidate.height)) !== candidate.block_hash) return;
    // One node alone may be wrong, or lie: what is credited two of them say.
    if (!(await isConfirmed(parts, network, candidate))) return;
    if (await countOne(parts, candidate)) hasCounted = true;
  }
  if (hasCounted) parts.money.intents.nudge();
}

/** A second node that does not answer confirms nothing, and holds up nothing else. */
async function isConfirmed(
  { report }: CountParts,
  network: OpenNetwork,
  { height, block_hash: hash }: Candidate,
): Promise<boolean> {
  try {
    return await network.isConfirmed(height, hash);
  } catch (error) {
    report(error);
    return false;
  }
}

async function screen(
  { screenDeposit, report }: CountParts,
  candidate: Candidate,
): Promise<ScreeningAnswer> {
  const { from_address: from, network_id: networkId, asset_id: assetId, raw } = candidate;
  try {
    return await screenDeposit({
      depositId: candidate.deposit_id,
      ownerId: candidate.owner_id,
      from: from === '' ? [] : [from],
      networkId,
      assetId,
      raw: BigInt(raw),
    });
  } catch (error) {
    report(error);
    return { kind: 'hold', isDown: true };
  }
}

/** @returns false while nobody knows whether it may count. */
async function countOne(parts: CountParts, candidate: Candidate): Promise<boolean> {
  const { fence, money } = parts;
  const isHouse = candidate.account_type !== SPOT;
  const answer =
    isHouse || candidate.owner_id === 0
      ? ({ kind: 'pass' } as const)
      : await screen(parts, candidate);
  if (answer.kind === 'wait') return false;
  const [accounts, scale] = await Promise.all([
    findDepositAccounts(money, candidate),
    money.readScale(candidate.asset_id),
  ]);
  await fence.write(async (session) => {
    const held = await session.query(
      `SELECT FROM deposits WHERE deposit_id = $1 AND status = 1 AND block_hash = $2 FOR UPDATE`,
      [candidate.deposit_id, candidate.block_hash],
    );
    if (held.length === 0) return;
    const units = await addReceived(session, candidate, scale);
    const counted = { parts, candidate, accounts, units };
    await settleStatus(session, counted, await decide(session, candidate, answer));
  });
  return true;
}

/** Add to all that its owner ever received of the coin here. @returns what it adds, in units. */
async function addReceived(session: Session, row: Candidate, scale: number): Promise<bigint> {
  const key = [row.owner_id, row.network_id, row.asset_id];
  await session.execute(
    `INSERT INTO residues (owner_id, network_id, asset_id, total_raw, credited_units)
     VALUES ($1, $2, $3, 0, 0) ON CONFLICT DO NOTHING`,
    key,
  );
  const [before] = await session.query<{ total_raw: string; credited_units: string }>(
    `SELECT total_raw::text, credited_units::text FROM residues
     WHERE owner_id = $1 AND network_id = $2 AND asset_id = $3 FOR UPDATE`,
    key,
  );
  const credit = creditReceived(
    { totalRaw: BigInt(before.total_raw), creditedUnits: BigInt(before.credited_units) },
    BigInt(row.raw),
    { decimals: row.decimals, scale },
  );
  // Below zero where the residue of one that was written off was used up by a later one.
  const units = credit.units > 0n ? credit.units : 0n;
  await session.execute(
    `UPDATE residues SET total_raw = $4, credited_units = $5
     WHERE owner_id = $1 AND network_id = $2 AND asset_id = $3`,
    [...key, String(credit.totalRaw), String(BigInt(before.credited_units) + units)],
  );
  return units;
}

/** An answer that says something. */
type Decided = Exclude<ScreeningAnswer, { readonly kind: 'wait' }>;

interface Decision {
  readonly status: 2 | 4 | 10 | 11;
  readonly reason: string;
  readonly screening: '' | Decided['kind'];
}

async function decide(session: Session, candidate: Candidate, answer: Decided): Promise<Decision> {
  if (candidate.account_type !== SPOT) return { status: 2, reason: '', screening: '' };
  if (candidate.owner_id === 0) return { status: 4, reason: 'no_owner', screening: '' };
  const screening = answer.kind;
  if (answer.kind === 'refuse') return { status: 11, reason: answer.code, screening };
  if (answer.kind === 'hold') {
    return { status: 11, reason: answer.isDown ? 'screening_down' : 'screening', screening };
  }
  // Its amount is what came; people look at the token before it is credited.
  if (candidate.gain !== '') return { status: 11, reason: `gain_${candidate.gain}`, screening };
  const [waiting] = await session.query<{ raw: string }>(
    `SELECT coalesce(sum(raw), 0)::text AS raw FROM deposits
     WHERE owner_id = $1 AND network_id = $2 AND asset_id = $3 AND status = 10`,
    [candidate.owner_id, candidate.network_id, candidate.asset_id],
  );
  const collectedRaw = BigInt(waiting?.raw ?? 0) + BigInt(candidate.raw);
  return collectedRaw < BigInt(candidate.deposit_raw_min)
    ? { status: 10, reason: 'below_minimum', screening }
    : { status: 2, reason: '', screening };
}

interface Counted {
  readonly parts: CountParts;
  readonly candidate: Candidate;
  readonly accounts: DepositAccounts;
  readonly units: bigint;
}

/** Write what was decided, of the receipt and of those that it completes, and begin their moves. */
async function settleStatus(
  session: Session,
  { parts, candidate, accounts, units }: Counted,
  { status, reason, screening }: Decision,
): Promise<void> {
  const nowMs = parts.readNowMs();
  const move = async (row: MovableDeposit) =>
    beginMove(session, parts.money, { row, accounts, availableUnits: 0n, nowMs });
  const [row] = await session.query<MovableDeposit>(
    `UPDATE deposits SET units = $2, screening = $3, screened_at_ms = $4, reason = $5,
       status = CASE WHEN $6::int = 2 THEN 1 ELSE $6::int END
     WHERE deposit_id = $1 RETURNING ${MOVE_COLUMNS}`,
    [candidate.deposit_id, String(units), screening, nowMs, reason, status],
  );
  // A row that is being credited has its intent: both are written before the status says so.
  await move({ ...row, status });
  await session.execute(
    `UPDATE deposits SET status = CASE WHEN held_in = 'owner' THEN 3 ELSE 2 END,
       credited_at_ms = CASE WHEN held_in = 'owner' THEN $3::bigint ELSE 0 END
     WHERE deposit_id = $1 AND status = 1 AND $2::int = 2`,
    [candidate.deposit_id, status, nowMs],
  );
  if (status === 11) await tellHeld(session, candidate, nowMs);
  if (status !== 2 || candidate.account_type !== SPOT) return;
  const collected = await session.query<MovableDeposit & { moving_to: string }>(
    `UPDATE deposits SET status = 2, reason = ''
     WHERE owner_id = $1 AND network_id = $2 AND asset_id = $3 AND status = 10
     RETURNING ${MOVE_COLUMNS}, moving_to`,
    [candidate.owner_id, candidate.network_id, candidate.asset_id],
  );
  // One that is still on its way into suspense goes on from there when it has come.
  for (const one of collected) if (one.moving_to === '') await move(one);
}

function tellHeld(
  session: Session,
  { deposit_id: depositId, owner_id: ownerId, asset_id: assetId }: Candidate,
  atMs: number,
): Promise<void> {
  return writeNotifications(session, [
    {
      ownerId,
      kind: 'deposit_held',
      facts: { coinId: String(assetId), id: String(depositId) },
      sourceKey: `deposit_held:${depositId}`,
      atMs,
    },
  ]);
}
