/** The server's door for the operator's tool: settings, socket, and work on a stopped server. */
export { exportAudit, makeAuditKey, readAuditMark, verifyAudit } from './base/audit/index.ts';
export { createSecrets, readSecrets, readSettings, type Settings } from './base/config/index.ts';
export type { Database } from './base/db/index.ts';
export {
  ask,
  askTwice,
  askServer,
  type Command,
  defineCommand,
  type Finding,
  keyOptions,
  type OperatorAnswer,
  type OperatorName,
  type OperatorRequests,
  parseCount,
  parseTime,
  parseWords,
  placeOf,
  questionEffects,
  readKey,
  readNamed,
  readPassword,
  recordAlone,
  showUsage,
  terminal,
  type Typist,
  type Words,
} from './base/operator/index.ts';
export { tableCommands } from './base/reference-tables/commands.ts';
export { listOperatorCommands } from './modules.ts';
export { readKeyFingerprint } from './products/capital/officers/enrol.ts';
export { dropParts, rebuildFromParts, verifyParts, writeParts } from './launch/archive.ts';
export { readContract } from './custody/chains/contract.ts';
export { diagnose } from './doctor/index.ts';
export { describeFailure, EXIT, Refusal, type ExitCode } from './base/process/exit.ts';
export {
  firstOfficersFile,
  localChainFiles,
  readChainNodes,
  pinnedKeysFile,
  readStatementKey,
  signerFiles,
} from './base/custody/index.ts';
export { readOwnPassphrase, runSigner } from './launch/index.ts';
export { backUp, findHolder, restore, runOffline, runWithDatabase } from './launch/index.ts';
export {
  checkConfiguration,
  listLoneSecrets,
  makeKeptBackup,
  removeLoneSecrets,
} from './launch/index.ts';
