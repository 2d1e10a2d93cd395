// What a reviewer asks for in addition, and its answers. A check that waits goes on waiting, one
// that passed stays passed; the answers are kept closed as forms are.
// Not asking and deciding (desk/decisions.ts). Called by routes.ts.
import { companyItems, type IdentityItem, type SupplementAnswer } from '@isobath/wire';
import type { Database, Session } from '../../base/db/index.ts';
import { identityStatuses } from '../../base/identity/index.ts';
import { refuse, refuseField } from '../../base/product/index.ts';
import type { Files } from './files.ts';
import type { ClosedData, Vault } from '../../base/vault/index.ts';

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

interface OpenRow extends SupplementRow {
  readonly identity_status: number;
}

interface SupplementParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly files: Files;
  readonly readNowMs: () => number;
}

/** Which kind of file answers a part: those of companies may be papers too. */
const kindOf = (item: IdentityItem) =>
  (companyItems as readonly IdentityItem[]).includes(item) ? 'company_supplement' : 'supplement';

/** Open the supplements. */
export function createSupplements({ database, vault, files, readNowMs }: SupplementParts) {
  /** What is asked of a person and not answered, of checks that wait or passed; by its day. */
  function listOpen(session: Session, ownerId: number): Promise<OpenRow[]> {
    return session.query<OpenRow>(
      `SELECT asked.*, identity_status
       FROM identity_supplements AS asked JOIN identity_records USING (record_id)
       WHERE asked.owner_id = $1 AND closed_at_ms = 0 AND answered_at_ms = 0
         AND identity_status IN (${identityStatuses.waiting}, ${identityStatuses.passed})
       ORDER BY due_at_ms, supplement_id`,
      [ownerId],
    );
  }

  return {
    /** What a person is asked for now; the one that is due first. */
    async check(ownerId: number) {
      const rows = await listOpen(database, ownerId);
      const [row] = rows;
      if (row === undefined) return { isDue: false, isLimited: false, dueAtMs: 0, items: [] };
      const isOver = ({ due_at_ms: dueAtMs }: OpenRow) => dueAtMs <= readNowMs();
      return {
        isDue: isOver(row),
        // Of a check that waits nothing is closed: it only goes on once there is an answer.
        isLimited: rows.some(
          (one) => isOver(one) && one.identity_status === identityStatuses.passed,
        ),
        dueAtMs: row.due_at_ms,
        items: row.items,
      };
    },

    /** @errors identity_supplement_over; invalid unless each part is answered once. */
    submit(ownerId: number, answers: readonly SupplementAnswer[]): Promise<Record<string, never>> {
      return database.transaction(async (session) => {
        await session.query('SELECT FROM users WHERE owner_id = $1 FOR UPDATE', [ownerId]);
        const [row] = await listOpen(session, ownerId);
        if (row === undefined) throw refuse('identity_supplement_over');
        const answered = answers.map(({ item }) => item).toSorted();
        if (answered.join() !== row.items.toSorted().join()) {
          throw refuseField('answers', `each of ${row.items.join(', ')} once`);
        }
        for (const [at, { item, text, fileId }] of answers.entries()) {
          if (text === '' && fileId === undefined) throw refuseField(`answers.${at}`, 'empty');
          if (fileId === undefined) continue;
          await files.use(session, ownerId, [{ fileId, kind: kindOf(item) }]);
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
