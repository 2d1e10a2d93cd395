// Locks that outlive a restart: who guessed too often, who asked too often. It counts nothing; the
// counters (credentials/throttle.ts, dialect/address-limits.ts) live in memory and say what they
// came to. Opened once by the edge's process.
import type { Database } from '../db/index.ts';

/** Somebody who must wait. */
export interface Lock {
  readonly name: string;
  /** What the counter stood at. */
  readonly count: number;
  /** UTC milliseconds. */
  readonly untilMs: number;
}

/** Locks of one counter. */
export interface LockStore {
  /** Those of before the start, over ones among them. */
  readonly kept: readonly Lock[];
  /** Keep a lock; returns at once, what cannot be written is reported. */
  write(lock: Lock): void;
  /** Forget a lock. */
  remove(name: string): void;
}

/** Locks of the installation. */
export interface Locks {
  of(room: 'people' | 'operators' | 'addresses'): LockStore;
}

interface Row {
  room: string;
  name: string;
  count: number;
  until_at: Date;
}

const OLD = `until_at < now() - interval '3 days'`;
const AGAIN_MS = 60_000;

/** Remove what is over, later when the disk is full: a start goes on without it. */
async function removeOld(database: Database, report: (error: unknown) => void): Promise<void> {
  try {
    await database.execute(`DELETE FROM locks WHERE ${OLD}`);
  } catch (error) {
    report(error);
    setTimeout(() => void removeOld(database, report), AGAIN_MS).unref();
  }
}

/** Read what is kept. @param report - told of a lock that could not be written or removed. */
export async function openLocks(
  database: Database,
  report: (error: unknown) => void,
): Promise<Locks> {
  await removeOld(database, report);
  const rows = await database.query<Row>(
    `SELECT room, name, count, until_at FROM locks WHERE NOT (${OLD})`,
  );
  let writing: Promise<unknown> = Promise.resolve();
  /** One after the other: a lock that was forgiven must not come back. */
  const send = (sql: string, values: (string | number | Date)[]) => {
    writing = writing.then(() => database.execute(sql, values)).catch(report);
  };
  return {
    of: (room) => ({
      kept: rows
        .filter((row) => row.room === room)
        .map(({ name, count, until_at }) => ({ name, count, untilMs: until_at.getTime() })),
      write: ({ name, count, untilMs }) =>
        send(
          `INSERT INTO locks (room, name, count, until_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (room, name) DO UPDATE
             SET count = excluded.count, until_at = excluded.until_at`,
          [room, name, count, new Date(untilMs)],
        ),
      remove: (name) => send('DELETE FROM locks WHERE room = $1 AND name = $2', [room, name]),
    }),
  };
}
