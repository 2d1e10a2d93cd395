// What a reviewer asks for in addition, and its answers. A check that waits goes on waiting, one
// that passed stays passed; the answers are kept closed as forms are.
// Not asking and deciding (desk/decisions.ts). Called by routes.ts.
import type { IdentityItem, SupplementAnswer } from '@isobath/wire';
import type { Database, Session } from '../../base/db/index.ts';
import { refuse, refuseField } from '../../base/product/index.ts';
import type { Files } from './files.ts';
import type { ClosedData, Vault } from './vault.ts';

/** A supplement as its table has it. */
export interface SupplementRow extends ClosedData {
  readonly supplement_id: number;
  readonly record_id: number;
  readonly owner_id: number;
  readonly items: IdentityItem[];
  readonly asked_at_ms: number;
  readonly due_at_ms: number;
  readonly answered_at_ms: number;
}

interface SupplementParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly files: Files;
  readonly readNowMs: () => number;
}

/** Open the supplements. */
export function createSupplements({ database, vault, files, readNowMs }: SupplementParts) {
  async function findOpen(session: Session, ownerId: number): Promise<SupplementRow | undefined> {
    const rows = await session.query<SupplementRow>(
      `SELECT * FROM identity_supplements
       WHERE owner_id = $1 AND closed_at_ms = 0 AND answered_at_ms = 0
       ORDER BY due_at_ms, supplement_id LIMIT 1`,
      [ownerId],
    );
    return rows[0];
  }

  return {
    /** What a person is asked for now; the one that is due first. */
    async check(ownerId: number) {
      const row = await findOpen(database, ownerId);
      if (row === undefined) return { isDue: false, dueAtMs: 0, items: [] };
      const { due_at_ms: dueAtMs, items } = row;
      return { isDue: dueAtMs <= readNowMs(), dueAtMs, items };
    },

    /** @errors identity_supplement_over; invalid unless each part is answered once. */
    submit(ownerId: number, answers: readonly SupplementAnswer[]): Promise<Record<string, never>> {
      return database.transaction(async (session) => {
        await session.query('SELECT FROM users WHERE owner_id = $1 FOR UPDATE', [ownerId]);
        const row = await findOpen(session, ownerId);
        if (row === undefined) throw refuse('identity_supplement_over');
        const answered = answers.map(({ item }) => item).toSorted();
        if (answered.join() !== row.items.toSorted().join()) {
          throw refuseField('answers', `each of ${row.items.join(', ')} once`);
        }
        for (const [at, { text, fileId }] of answers.entries()) {
          if (text === '' && fileId === undefined) throw refuseField(`answers.${at}`, 'empty');
          if (fileId === undefined) continue;
          await files.use(session, ownerId, [{ fileId, kind: 'supplement' }]);
        }
        const closed = await vault.closeData(answers, { ownerId, kind: 'answers' });
        await session.execute(
          `UPDATE identity_supplements SET sealed = $2, wrapped_key = $3, key_version = $4,
             answered_at_ms = $5 WHERE supplement_id = $1`,
          [row.supplement_id, closed.sealed, closed.wrapped_key, closed.key_version, readNowMs()],
        );
        return {};
      });
    },

    /** What was answered; nothing yet = none. */
    async readAnswers(row: SupplementRow): Promise<readonly SupplementAnswer[]> {
      if (row.answered_at_ms === 0) return [];
      const about = { ownerId: row.owner_id, kind: 'answers' };
      return (await vault.openData(row, about)) as SupplementAnswer[];
    },
  };
}

/** The supplements of an installation. */
export type Supplements = ReturnType<typeof createSupplements>;
