// The one custody that may write: it raises the epoch at its start, and each of its transactions
// asks for the row. A custody that was left behind finds a higher one and ends.
// Called by custody's process and all that write for it.

import type { Database, Session } from '../base/db/index.ts';

/** Another custody has begun. */
export class Fenced extends Error {
  constructor() {
    super('another custody has begun');
    this.name = 'Fenced';
  }
}

/** Writes as the one custody. */
export interface Fence {
  readonly epoch: number;
  /** A transaction that commits only while no other custody has begun. @errors Fenced */
  write<TResult>(work: (session: Session) => Promise<TResult>): Promise<TResult>;
}

/** Begin as the one custody: whoever was it before writes no more. */
export async function raiseEpoch(
  database: Database,
  { writer, nowMs }: { readonly writer: string; readonly nowMs: number },
): Promise<Fence> {
  const [row] = await database.query<{ epoch: number }>(
    `INSERT INTO custody_epochs AS own (epoch, writer, at_ms) VALUES (1, $1, $2)
     ON CONFLICT (only_row) DO UPDATE
     SET epoch = own.epoch + 1, writer = EXCLUDED.writer, at_ms = EXCLUDED.at_ms
     RETURNING epoch`,
    [writer, nowMs],
  );
  const { epoch } = row as { epoch: number };
  return {
    epoch,
    write: (work) =>
      database.transaction(async (session) => {
        // A raise waits for this transaction: nothing lands behind its back.
        const found = await session.query(
          'SELECT 1 FROM custody_epochs WHERE epoch = $1 FOR SHARE',
          [epoch],
        );
        if (found.length === 0) throw new Fenced();
        return work(session);
      }),
  };
}
