// Questions to providers about deposits and withdrawals, as rows: who needs an answer writes the
// row and looks again, a job asks. Nobody waits within a transaction.
// Written by custody, asked by jobs of the product of deposits and withdrawals.
import { randomUUID } from 'node:crypto';
import type { Session } from '../db/index.ts';
import { enqueueJob } from '../jobs/index.ts';
import type { MoneyCheckKind } from '../providers/index.ts';

/** Job that asks providers what is new. */
export const CHAIN_CHECKS_JOB = 'capital.checks';
/** What was not answered so long wants people. */
export const CHECK_LATE_MS = 600_000;

/** What is asked about. */
export interface CheckedThing {
  readonly kind: MoneyCheckKind;
  /** A deposit of a receipt, a withdrawal of the others. */
  readonly subjectId: number;
}

/** How a question stands. */
export interface ChainCheck {
  readonly state: 'new' | 'asked' | 'passed' | 'held' | 'refused';
  readonly madeAtMs: number;
}

/** How a question stands; undefined: nobody asked it. */
export async function readChainCheck(
  session: Session,
  { kind, subjectId }: CheckedThing,
): Promise<ChainCheck | undefined> {
  const [row] = await session.query<{ state: ChainCheck['state']; made_at_ms: number }>(
    'SELECT state, made_at_ms FROM chain_checks WHERE kind = $1 AND subject_id = $2',
    [kind, subjectId],
  );
  return row && { state: row.state, madeAtMs: row.made_at_ms };
}

/** Write a question down, in a transaction; asked for again it changes nothing. */
export async function writeChainCheck(
  session: Session,
  { kind, subjectId, ownerId, nowMs }: CheckedThing & { ownerId: number; nowMs: number },
): Promise<void> {
  const written = await session.execute(
    `INSERT INTO chain_checks (reference, kind, subject_id, owner_id, made_at_ms, next_at_ms)
     VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (kind, subject_id) DO NOTHING`,
    [randomUUID(), kind, subjectId, ownerId, nowMs],
  );
  if (written === 0) return;
  await enqueueJob(session, { job: CHAIN_CHECKS_JOB, payload: {}, key: CHAIN_CHECKS_JOB });
}
