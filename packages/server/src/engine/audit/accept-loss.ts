// The operator's word that what a shortened journal lost is lost: only with the exact number, only
// in the mark outside the database, and written down for good. Called by the operator's tool.
import { EXIT, Refusal } from '../../base/process/exit.ts';
import type { MarkFile } from '../journal/mark-file.ts';
import { readHead } from '../journal/postgres-journal.ts';
import type { AuditSource } from './source.ts';

/**
 * Accept that the journal ends where it ends.
 *
 * @param sequence - the end of the journal, as the operator read it.
 * @param nowMs - goes into the record.
 * @errors Refusal 64 when the journal ends elsewhere, 65 when its head is not sound.
 */
export async function acceptLoss(
  source: Pick<AuditSource, 'database' | 'engineId' | 'key'>,
  mark: MarkFile,
  { sequence, nowMs }: { sequence: number; nowMs: number },
): Promise<{ sequence: number; markedSequence: number | undefined }> {
  const head = await readHead(source.database, source.engineId, source.key);
  if (head?.isSealed !== true) {
    throw new Refusal(EXIT.journalDamaged, 'The head of the journal is not sound: run verify.');
  }
  if (head.lastSequence !== sequence) {
    throw new Refusal(
      EXIT.usage,
      `The journal ends at sequence ${head.lastSequence}, not ${sequence}: nothing was accepted.`,
    );
  }
  const before = await mark.read().catch(() => undefined);
  const hash = Buffer.from(head.lastHash).toString('hex');
  const at = new Date(nowMs).toISOString();
  const from = before === undefined ? 'an unreadable mark' : `${before.lastSequence}`;
  await mark.recordAcceptance(`${at} accepted the end at ${sequence} (${hash}) after ${from}`);
  await mark.write(head);
  return { sequence, markedSequence: before?.lastSequence };
}
