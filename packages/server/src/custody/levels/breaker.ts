// How much of a coin may still leave: in an hour a hundredth of what the exchange owes of it, in a
// day a tenth, and never less than its row says. What would be more stops the sending of the coin
// on all networks; requests are still taken. Once people have ended the stop on each of them, what
// tripped it may leave and counting begins anew.
// Called by who plans payments.

import type { SenderParts } from '../sender/parts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What may leave now. */
export interface BreakerRoom {
  readonly hourUnits: bigint;
  readonly dayUnits: bigint;
  /** A withdrawal that people have let through. */
  readonly passedId: number;
}

interface Row {
  readonly hour_max: string;
  readonly day_max: string;
  readonly hour_used: string;
  readonly day_used: string;
  readonly passed_id: number;
}

const ROOM = `
  WITH rows AS (
    SELECT max(greatest(breaker_hour_units, floor(owed.units / 100))) AS hour_max,
      max(greatest(breaker_day_units, floor(owed.units / 10))) AS day_max,
      max(breaker_at_ms) AS tripped_at_ms, max(breaker_withdrawal_id) AS passed_id,
      bool_or(sending_stop LIKE 'breaker%') AS is_stopped
    FROM network_assets JOIN asset_owed AS owed USING (asset_id) WHERE asset_id = $1),
  sent AS (
    SELECT receives_units, max(at_ms) AS at_ms FROM withdrawals
    JOIN withdrawal_steps USING (withdrawal_id), rows
    WHERE asset_id = $1 AND NOT is_inside AND word = 'signing' AND at_ms > $3
      AND at_ms > tripped_at_ms AND withdrawal_id <> passed_id
      AND state IN ('signing', 'signed', 'sent', 'mined', 'complete')
    GROUP BY withdrawal_id)
  SELECT hour_max::text, day_max::text, passed_id,
    (SELECT coalesce(sum(receives_units) FILTER (WHERE at_ms > $2), 0) FROM sent)::text
      AS hour_used,
    (SELECT coalesce(sum(receives_units), 0) FROM sent)::text AS day_used
  FROM rows WHERE hour_max IS NOT NULL AND NOT is_stopped`;

/** Read it; undefined while a network is stopped by it, and before what is owed was read. */
export async function readBreakerRoom(
  { database, readNowMs }: Pick<SenderParts, 'database' | 'readNowMs'>,
  assetId: number,
): Promise<BreakerRoom | undefined> {
  const nowMs = readNowMs();
  const [row] = await database.query<Row>(ROOM, [assetId, nowMs - HOUR_MS, nowMs - DAY_MS]);
  if (row === undefined) return undefined;
  return {
    hourUnits: BigInt(row.hour_max) - BigInt(row.hour_used),
    dayUnits: BigInt(row.day_max) - BigInt(row.day_used),
    passedId: row.passed_id,
  };
}

/** A payment as far as the breaker goes. */
interface JudgedPayment {
  readonly withdrawalId: number;
  readonly assetId: number;
  readonly units: bigint;
}

/**
 * Take a payment out of what may leave.
 * @returns what is left; undefined where it was too much: the coin is stopped then.
 */
export async function passBreaker(
  { fence, report, readNowMs }: Pick<SenderParts, 'fence' | 'report' | 'readNowMs'>,
  room: BreakerRoom,
  { withdrawalId, assetId, units }: JudgedPayment,
): Promise<BreakerRoom | undefined> {
  if (withdrawalId === room.passedId) return room;
  const hourUnits = room.hourUnits - units;
  const dayUnits = room.dayUnits - units;
  if (hourUnits >= 0n && dayUnits >= 0n) return { ...room, hourUnits, dayUnits };
  const reason = hourUnits < 0n ? 'breaker_hour' : 'breaker_day';
  const stopped = await fence.write((session) =>
    session.execute(
      `UPDATE network_assets SET sending_stop = $2, breaker_at_ms = $3, breaker_withdrawal_id = $4
       WHERE asset_id = $1 AND sending_stop = ''`,
      [assetId, reason, readNowMs(), withdrawalId],
    ),
  );
  if (stopped > 0) report(new Error(`coin ${assetId} is stopped: ${reason}`));
  return undefined;
}
