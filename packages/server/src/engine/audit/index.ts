// Opens an audit of an installation's one engine. The audits themselves stand beside it.
// Called by the operator's tool.
import type { Database } from '../../base/db/index.ts';
import { openCore, RULES_VERSION } from '../core.ts';
import { MarkFile } from '../journal/mark-file.ts';
import { ENGINE_ID } from '../tables.ts';
import { acceptLoss } from './accept-loss.ts';
import type { AuditSource } from './source.ts';
import { type TailReport, verifyTail } from './verify-tail.ts';

export { type DumpRange, dumpJournal } from './dump.ts';
export {
  exportLiabilities,
  provePerson,
  type LeafLine,
  type LiabilitySummary,
  type PersonProof,
} from './liabilities.ts';
export { hashAt, reportSolvency, type AssetSolvency, type SolvencyReport } from './past-state.ts';
export type { AuditFinding, AuditSource } from './source.ts';
export { verifyJournal, type VerifyReport } from './verify.ts';

/**
 * Check the end of the journal alone, without a replay.
 *
 * @param database - opened as owner. @param journalKey - the secret `journal-key`.
 */
export function verifyTailOf(
  database: Database,
  journalKey: string,
  stepsCount: number,
): Promise<TailReport> {
  const key = Buffer.from(journalKey, 'hex');
  return verifyTail({ database, engineId: ENGINE_ID, key }, stepsCount);
}

/**
 * What audits read from, with a fresh core: for one audit only.
 *
 * @param database - opened as owner.
 * @param journalKey - the secret `journal-key`.
 */
export function openAudit(database: Database, journalKey: string): AuditSource {
  const key = Buffer.from(journalKey, 'hex');
  const rulesVersion = RULES_VERSION;
  return { database, engineId: ENGINE_ID, key, rulesVersion, core: openCore() };
}

/**
 * Accept that the journal ends where it ends, although it had come further.
 *
 * @param options.sequence - its end, as the operator read it.
 * @errors Refusal 64 when it ends elsewhere, 65 when its head is not sound.
 */
export function acceptLossOf(options: {
  readonly database: Database;
  readonly journalKey: string;
  readonly dataFolder: string;
  readonly sequence: number;
}): Promise<{ sequence: number; markedSequence: number | undefined }> {
  const { database, dataFolder, sequence } = options;
  const key = Buffer.from(options.journalKey, 'hex');
  const mark = new MarkFile(dataFolder, key);
  return acceptLoss({ database, engineId: ENGINE_ID, key }, mark, { sequence, nowMs: Date.now() });
}
