// Frozen accounts: nothing of theirs is traded, moved or changed, signed requests are refused; what
// is there can be looked at. Rows in the database and all of them in memory, since every call asks.
// It freezes and thaws nothing by itself. Opened once by the edge's process.
import type { FreezeCause } from '@isobath/wire';
import type { Database, Session } from '../db/index.ts';

/** A frozen account. */
export interface Freeze {
  readonly ownerId: number;
  readonly cause: FreezeCause;
  readonly atMs: number;
}

/** The frozen accounts of an installation. */
export interface Freezes {
  /** Undefined for an account that is not frozen. */
  read(ownerId: number): Freeze | undefined;
  readCause(ownerId: number): FreezeCause | undefined;
  isFrozen(ownerId: number): boolean;
  /**
   * Freeze; of one that is frozen already the newer cause counts, but nothing takes the place of
   * `erased`, which is for good.
   *
   * @param session - a transaction; call `load` after it.
   * @returns false when it is closed for good.
   */
  write(session: Session, freeze: Freeze): Promise<boolean>;
  /** Thaw. @returns false when it was not frozen, or is for good. */
  remove(session: Session, ownerId: number): Promise<boolean>;
  /** Read the rows again. */
  load(): Promise<void>;
}

interface Row {
  owner_id: number;
  cause: FreezeCause;
  at_ms: number;
}

/** Read what is frozen. */
export async function openFreezes(database: Database): Promise<Freezes> {
  let known = new Map<number, Freeze>();
  let loads = 0;
  const load = async () => {
    loads += 1;
    const turn = loads;
    const rows = await database.query<Row>('SELECT owner_id, cause, at_ms FROM account_freezes');
    // A read that began earlier may end later.
    if (turn !== loads) return;
    known = new Map(
      rows.map(({ owner_id, cause, at_ms }) => [
        owner_id,
        { ownerId: owner_id, cause, atMs: at_ms },
      ]),
    );
  };
  await load();
  return {
    read: (ownerId) => known.get(ownerId),
    readCause: (ownerId) => known.get(ownerId)?.cause,
    isFrozen: (ownerId) => known.has(ownerId),
    async write(session, { ownerId, cause, atMs }) {
      const count = await session.execute(
        `INSERT INTO account_freezes (owner_id, cause, at_ms) VALUES ($1, $2, $3)
         ON CONFLICT (owner_id) DO UPDATE SET cause = excluded.cause, at_ms = excluded.at_ms
         WHERE account_freezes.cause <> 'erased' OR excluded.cause = 'erased'`,
        [ownerId, cause, atMs],
      );
      return count > 0;
    },
    remove: async (session, ownerId) =>
      (await session.execute(
        `DELETE FROM account_freezes WHERE owner_id = $1 AND cause <> 'erased'`,
        [ownerId],
      )) > 0,
    load,
  };
}
