/** The server's door for the operator's tool: settings, socket, and work on a stopped server. */
export { type ListingKind } from '@isobath/wire';
export {
  type ReferenceTableForm,
  type ReferenceTableName,
  referenceTableNames,
  referenceTables,
} from '@isobath/wire';
export { exportAudit, makeAuditKey, readAuditMark, verifyAudit } from './base/audit/index.ts';
export { createSecrets, readSecrets, readSettings, type Settings } from './base/config/index.ts';
export type { Database } from './base/db/index.ts';
export {
  askServer,
  type OperatorAnswer,
  type OperatorName,
  questionEffects,
  recordAlone,
} from './base/operator/index.ts';
export type { OperatorRequests } from './base/operator/index.ts';
export { dropParts, rebuildFromParts, verifyParts, writeParts } from './operate-archive.ts';
export { diagnose } from './doctor/index.ts';
export { describeFailure, EXIT, Refusal, type ExitCode } from './base/process/exit.ts';
export { backUp, findHolder, restore, runOffline, runWithDatabase } from './launch/index.ts';
export {
  checkConfiguration,
  listLoneSecrets,
  makeKeptBackup,
  removeLoneSecrets,
} from './launch/index.ts';
