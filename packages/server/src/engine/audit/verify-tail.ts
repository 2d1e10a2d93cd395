// Proves the end of the journal alone: hashes, order and head of the last steps, without a replay.
// Quick enough to be asked at any time; the whole proof is verify.ts. Called by the doctor.
import { hashRow, isSameHash } from '../journal/chain.ts';
import { readHead, type StoredHead, viewJournal } from '../journal/postgres-journal.ts';
import type { JournalRow } from '../ports.ts';
import type { AuditFinding, AuditSource } from './source.ts';

/** What an end of a journal is read with. */
export type TailSource = Pick<AuditSource, 'database' | 'engineId' | 'key'>;

/** What was looked at and found. */
export interface TailReport {
  readonly fromSequence: number;
  readonly lastSequence: number;
  readonly rowsCount: number;
  readonly findings: readonly AuditFinding[];
}

/** Check the rows of the last `stepsCount` steps, and that the head is theirs. */
export async function verifyTail(source: TailSource, stepsCount: number): Promise<TailReport> {
  const known = await readHead(source.database, source.engineId, source.key);
  const from = Math.max(1, (known?.lastSequence ?? 0) - stepsCount + 1);
  return viewJournal(source, from, (head, rows) => checkRows(source, head, rows));
}

async function checkRows(
  { key, engineId }: TailSource,
  head: StoredHead | undefined,
  rows: AsyncIterable<JournalRow>,
): Promise<TailReport> {
  const findings: AuditFinding[] = [];
  const find = (part: AuditFinding['part'], sequence: number, what: string) =>
    void findings.push({ part, sequence, what });
  let before: JournalRow | undefined;
  let fromSequence = 0;
  let rowsCount = 0;
  for await (const row of rows) {
    const { firstSequence } = row;
    fromSequence ||= firstSequence;
    rowsCount += 1;
    if (!isSameHash(row.rowHash, hashRow(key, engineId, row))) {
      find('journal', firstSequence, 'a row was changed');
    }
    if (before !== undefined && before.firstSequence + before.count !== firstSequence) {
      find('journal', firstSequence, 'rows before this one are missing or there twice');
    } else if (before !== undefined && !isSameHash(row.previousHash, before.rowHash)) {
      find('journal', firstSequence, 'a row does not follow the one before it');
    }
    before = row;
  }
  const lastSequence = before === undefined ? 0 : before.firstSequence + before.count - 1;
  if (head === undefined) {
    if (rowsCount > 0) find('head', lastSequence, 'the head is missing');
  } else if (!head.isSealed) find('head', lastSequence, 'the head was changed');
  else if (head.lastSequence !== lastSequence) {
    find('head', lastSequence, `the head says that it ends at ${head.lastSequence}`);
  } else if (before !== undefined && !isSameHash(head.lastHash, before.rowHash)) {
    find('head', lastSequence, 'the head does not belong to the last row');
  }
  return { fromSequence, lastSequence, rowsCount, findings };
}
