// Which VIP level each person shall have, as it was decided by volume (count.ts) or by the
// operator's hand. What was decided is written first and then carried out by the engine's ordinary
// command, so a fall in between is made up for by the job's next run. Not what a level wants
// (levels.ts). Used by ../operator.ts and job.ts.
import { CommandKind, type OwnerId, Source } from '@isobath/core';
import type { AccountDirectory } from '../../../base/accounts/index.ts';
import type { CommandClient } from '../../../base/commands/index.ts';
import type { Database, Session } from '../../../base/db/index.ts';
import type { EnqueueJob } from '../../../base/jobs/index.ts';
import { writeNotifications } from '../../../base/notifications/index.ts';

/** What the standings stand on. */
export interface VipParts {
  readonly database: Database;
  readonly commandClient: CommandClient;
  readonly accounts: AccountDirectory;
  readonly readNowMs: () => number;
  /** Asks for the job that carries out what was given by hand. */
  readonly enqueue: EnqueueJob;
}

/** The standings of an installation. */
export interface VipStandings {
  /** Have the engine set what was decided, and tell the people; of one person, or of all. */
  carryOut(ownerId?: number): Promise<void>;
  /** Give a level that no volume changes. */
  setByHand(session: Session, ownerId: number, level: number): Promise<void>;
  /** Let volume decide from the next night on. */
  leaveToVolume(session: Session, ownerId: number): Promise<void>;
}

const HOUSE = { ownerId: 1 as OwnerId, sessionId: 0 };

interface Standing {
  owner_id: number;
  level: number;
  decided_at: Date;
}

/** Write what was decided for a person. */
export async function writeStanding(
  session: Session,
  ownerId: number,
  { level, isByHand, atMs }: { level: number; isByHand: boolean; atMs: number },
): Promise<void> {
  await session.execute(
    `INSERT INTO vip_standings (owner_id, level, is_by_hand, decided_at, held_until)
     VALUES ($1, $2, $3, $4, $4) ON CONFLICT (owner_id)
     DO UPDATE SET level = $2, is_by_hand = $3, decided_at = $4, held_until = $4`,
    [ownerId, level, isByHand, new Date(atMs)],
  );
}

/** The job that has the engine set a person's level. */
export const CARRY_OUT_JOB = 'account.vip-carry-out';

/** Open the standings. */
export function createVipStandings(parts: VipParts): VipStandings {
  const { database, commandClient, accounts, readNowMs } = parts;

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
    async setByHand(session, ownerId, level) {
      const decided = { level, isByHand: true, atMs: readNowMs() };
      await writeStanding(session, ownerId, decided);
      await parts.enqueue(session, { job: CARRY_OUT_JOB, payload: { ownerId } });
    },
    leaveToVolume: (session, ownerId) =>
      writeStanding(session, ownerId, {
        level: accounts.readVipLevel(ownerId),
        isByHand: false,
        atMs: readNowMs(),
      }),
  };
}
