// Which VIP level each person shall have: by what he traded in the 30 days before today (UTC), or
// by the operator's hand. A level that was reached is given the same night and kept for 30 days at
// least. What was decided is written first and then carried out by the engine's ordinary command,
// so a fall in between is made up for by the next run. Not what a level wants (levels.ts). Run by
// ../start.ts.
import { CommandKind, type OwnerId, Source } from '@isobath/core';
import type { AccountDirectory } from '../../../base/accounts/index.ts';
import type { CommandClient } from '../../../base/commands/index.ts';
import type { Database, Session } from '../../../base/db/index.ts';
import type { PlatformTrades } from '../../../base/modules/index.ts';
import { writeNotifications } from '../../../base/notifications/index.ts';
import { VIP_DAYS } from './levels.ts';

/** What the standings stand on. */
export interface VipParts {
  readonly database: Database;
  readonly commandClient: CommandClient;
  readonly accounts: AccountDirectory;
  readonly readNowMs: () => number;
  readonly readVolumes: PlatformTrades['readVolumes'];
  /** Whether everything that was traded until now stands in the tables. */
  readonly isSettled: () => Promise<boolean>;
}

/** The standings of an installation. */
export interface VipStandings {
  /** Count the days that are over and decide, once a day. @returns whether it did. */
  count(): Promise<boolean>;
  /** Have the engine set what was decided, and tell the people; of one person, or of all. */
  carryOut(ownerId?: number): Promise<void>;
  /** Give a level that no volume changes. */
  setByHand(session: Session, ownerId: number, level: number): Promise<void>;
  /** Let volume decide from the next night on. */
  leaveToVolume(session: Session, ownerId: number): Promise<void>;
}

const DAY_MS = 86_400_000;
/** The engine's clock may be a little behind ours: its day is over by then. */
const GRACE_MS = 300_000;
const HOUSE = { ownerId: 1 as OwnerId, sessionId: 0 };

interface Standing {
  owner_id: number;
  level: number;
  decided_at: Date;
}

/**
 * The operator may have given levels before there were standings: whoever has one and no standing
 * has it from him.
 */
const UNKNOWN_REACHED = `SELECT owner_id FROM vip_volumes
  WHERE day >= $1 AND owner_id NOT IN (SELECT owner_id FROM vip_standings)
  GROUP BY owner_id HAVING sum(volume_usdt) >= (SELECT min(volume_usdt) FROM vip_levels)`;

const DECIDE = `WITH totals AS (
    SELECT owner_id, sum(volume_usdt) AS volume FROM vip_volumes WHERE day >= $1 GROUP BY owner_id
  ), wanted AS (
    SELECT owner_id, coalesce(volume, 0) AS volume, known.owner_id IS NOT NULL AS is_known,
      coalesce((SELECT max(level) FROM vip_levels WHERE volume_usdt <= volume), 0) AS reached
    FROM totals FULL JOIN vip_standings AS known USING (owner_id)
  )
  INSERT INTO vip_standings AS own
    (owner_id, level, is_by_hand, volume_usdt, decided_at, held_until)
  SELECT owner_id, reached, false, volume, $2, $3 FROM wanted WHERE is_known OR reached > 0
  ON CONFLICT (owner_id) DO UPDATE SET
    volume_usdt = EXCLUDED.volume_usdt,
    level = CASE WHEN NOT own.is_by_hand AND (EXCLUDED.level > own.level OR own.held_until <= $2)
      THEN EXCLUDED.level ELSE own.level END,
    decided_at = CASE WHEN NOT own.is_by_hand AND (EXCLUDED.level > own.level
      OR (EXCLUDED.level < own.level AND own.held_until <= $2)) THEN $2 ELSE own.decided_at END,
    held_until = CASE WHEN NOT own.is_by_hand AND EXCLUDED.level > own.level
      THEN $3 ELSE own.held_until END`;

/** Open the standings. */
export function createVipStandings(parts: VipParts): VipStandings {
  const { database, commandClient, accounts, readNowMs } = parts;

  async function decide(session: Session, fromDay: number, nowMs: number): Promise<void> {
    const reached = await session.query<{ owner_id: number }>(UNKNOWN_REACHED, [fromDay]);
    for (const { owner_id: ownerId } of reached) {
      const level = accounts.readVipLevel(ownerId);
      if (level > 0) await write(session, ownerId, { level, isByHand: true });
    }
    const heldUntil = new Date(nowMs + VIP_DAYS * DAY_MS);
    await session.execute(DECIDE, [fromDay, new Date(nowMs), heldUntil]);
  }

  async function write(
    session: Session,
    ownerId: number,
    { level, isByHand }: { level: number; isByHand: boolean },
  ): Promise<void> {
    await session.execute(
      `INSERT INTO vip_standings (owner_id, level, is_by_hand, decided_at, held_until)
       VALUES ($1, $2, $3, $4, $4) ON CONFLICT (owner_id)
       DO UPDATE SET level = $2, is_by_hand = $3, decided_at = $4, held_until = $4`,
      [ownerId, level, isByHand, new Date(readNowMs())],
    );
  }

  async function set({ owner_id: ownerId, level, decided_at: at }: Standing): Promise<void> {
    const before = accounts.readVipLevel(ownerId);
    if (before === level) return;
    const { events } = await commandClient.send(
      { kind: CommandKind.setVipLevel, ownerId: ownerId as OwnerId, vipLevel: level },
      { caller: HOUSE, idempotencyKey: '', source: Source.system },
    );
    for (const event of events) accounts.apply(event);
    await database.transaction((session) =>
      writeNotifications(session, [
        {
          ownerId,
          kind: level > before ? 'vip_raised' : 'vip_lowered',
          facts: { level: String(level), before: String(before) },
          sourceKey: `vip:${ownerId}:${at.getTime()}`,
          atMs: readNowMs(),
        },
      ]),
    );
  }

  return {
    async count() {
      const nowMs = readNowMs();
      const today = Math.floor((nowMs - GRACE_MS) / DAY_MS);
      const [known] = await database.query<{ through_day: number }>('SELECT * FROM vip_count');
      if (known.through_day >= today - 1 || !(await parts.isSettled())) return false;
      return database.transaction(async (session) => {
        const [last] = await session.query<{ through_day: number; last_fill_id: number }>(
          'SELECT * FROM vip_count FOR UPDATE',
        );
        if (last.through_day >= today - 1) return false;
        const oldest = today - VIP_DAYS;
        const { lastFillId, volumes } = await parts.readVolumes(session, {
          afterFillId: last.last_fill_id,
          fromDay: Math.max(last.through_day + 1, oldest),
          toDay: today,
        });
        await session.execute(
          `INSERT INTO vip_volumes SELECT "ownerId", day, "volumeUsdt"
           FROM jsonb_to_recordset($1) AS row ("ownerId" bigint, day int, "volumeUsdt" numeric)`,
          [JSON.stringify(volumes)],
        );
        await session.execute('DELETE FROM vip_volumes WHERE day < $1', [oldest]);
        await session.execute('UPDATE vip_count SET through_day = $1, last_fill_id = $2', [
          today - 1,
          lastFillId,
        ]);
        await decide(session, oldest, nowMs);
        return true;
      });
    },
    async carryOut(ownerId) {
      const standings = await database.query<Standing>(
        `SELECT owner_id, level, decided_at FROM vip_standings
         WHERE $1::bigint IS NULL OR owner_id = $1 ORDER BY owner_id`,
        [ownerId ?? null],
      );
      const failures: unknown[] = [];
      for (const standing of standings) {
        // One that is refused must not keep the others from theirs; the next run tries it again.
        await set(standing).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
    setByHand: (session, ownerId, level) => write(session, ownerId, { level, isByHand: true }),
    leaveToVolume: (session, ownerId) =>
      write(session, ownerId, { level: accounts.readVipLevel(ownerId), isByHand: false }),
  };
}
