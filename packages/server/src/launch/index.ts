/** The launcher's door: start everything, and the parts its offline helpers need. */
export { buildBrowserPart } from './browser-part.ts';
export type { ChildPlan } from './child-process.ts';
export { backUp, restore } from './backup.ts';
export { checkConfiguration } from './check-configuration.ts';
export { launch, type RunningServer } from './launcher.ts';
export { planCustody, readOwnPassphrase, runSigner, takePassphrase } from './signer.ts';
export { showSteps, standardScreen } from './steps.ts';
export { runOffline, runWithDatabase, runWithOwner as runWithRunning } from './offline.ts';
export { findHolder } from './lock.ts';
export {
  listKeptBackups,
  listLoneSecrets,
  makeKeptBackup,
  removeLoneSecrets,
} from './kept-backups.ts';
export { writeLauncherLine } from './logs.ts';
