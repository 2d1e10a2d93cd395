// People of whom more was asked after they had passed, and who did not answer in time: until they
// do, only withdrawing is left to them. Kept in memory, since every call asks, and read anew every
// two seconds. Which calls go on: base/switches/gate.ts.
import type { Database } from '../../../base/db/index.ts';
import { identityStatuses } from '../../../base/identity/index.ts';

/** Who has answers due. */
export interface DueAnswers {
  readonly has: (ownerId: number) => boolean;
  /** Read the rows anew now. */
  load(): Promise<void>;
  close(): void;
}

const LOOK_EVERY_MS = 2_000;

/** Open them; call `load` once before they are asked. */
export function createDueAnswers(
  database: Database,
  readNowMs: () => number,
  report: (error: unknown) => void,
): DueAnswers {
  let dueMs: ReadonlyMap<number, number> = new Map();

  async function load(): Promise<void> {
    const rows = await database.query<{ owner_id: number; due_at_ms: number }>(
      `SELECT asked.owner_id, min(due_at_ms) AS due_at_ms
       FROM identity_supplements AS asked JOIN identity_records USING (record_id)
       WHERE closed_at_ms = 0 AND answered_at_ms = 0
         AND identity_status = ${identityStatuses.passed}
       GROUP BY asked.owner_id`,
    );
    dueMs = new Map(rows.map(({ owner_id: ownerId, due_at_ms: atMs }) => [ownerId, atMs]));
  }

  const timer = setInterval(() => void load().catch(report), LOOK_EVERY_MS);
  timer.unref();
  return {
    has: (ownerId) => (dueMs.get(ownerId) ?? Number.POSITIVE_INFINITY) <= readNowMs(),
    load,
    close: () => clearInterval(timer),
  };
}
