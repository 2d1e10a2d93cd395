// Every command of the tool: those of the installation itself stand in commands/, the others are
// brought by the server's modules.
import { type Command, listOperatorCommands, tableCommands } from '@isobath/server/operator';
import { archiveDrop, archiveRebuild, archiveWrite } from './commands/archive.ts';
import { acceptLoss, auditVerify, dump, hash, solvency, verify } from './commands/audit.ts';
import { backup, backupPrune, restore } from './commands/backup.ts';
import { configCheck } from './commands/config.ts';
import {
  custodyFreeze,
  custodyOfficerList,
  custodyPolicySet,
  custodyStatus,
  custodyThaw,
} from './commands/custody.ts';
import { custodyCeremony, custodyDrill } from './commands/custody-keys.ts';
import { custodyOfficerAdd } from './commands/custody-officer.ts';
import { doctor } from './commands/doctor.ts';
import { auditExport, liabilitiesExport, liabilitiesProof } from './commands/exports.ts';
import { cancelOnly, closeEra, halt, resume } from './commands/halt.ts';
import { jobsList, jobsRemove, jobsRetry } from './commands/jobs.ts';
import { networkContract } from './commands/network-contract.ts';
import { projectionsRebuild } from './commands/projections-rebuild.ts';
import { secretsCreate } from './commands/secrets-create.ts';
import { status } from './commands/status.ts';

/** Every command of the tool, in the order of the usage. */
export const commands: readonly Command[] = [
  status,
  doctor,
  ...(await listOperatorCommands()),
  ...tableCommands,
  halt,
  cancelOnly,
  resume,
  closeEra,
  configCheck,
  projectionsRebuild,
  jobsList,
  jobsRetry,
  jobsRemove,
  backup,
  backupPrune,
  restore,
  verify,
  archiveWrite,
  archiveDrop,
  archiveRebuild,
  auditVerify,
  auditExport,
  hash,
  solvency,
  liabilitiesExport,
  liabilitiesProof,
  dump,
  acceptLoss,
  secretsCreate,
  networkContract,
  custodyCeremony,
  custodyDrill,
  custodyStatus,
  custodyFreeze,
  custodyThaw,
  custodyOfficerAdd,
  custodyOfficerList,
  custodyPolicySet,
];
