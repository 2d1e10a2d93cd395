import type { Command } from './command.ts';
import { archiveDrop, archiveRebuild, archiveWrite } from './commands/archive.ts';
import { acceptLoss, dump, hash, solvency, verify } from './commands/audit.ts';
import { backup, backupPrune, restore } from './commands/backup.ts';
import { auditExport, liabilitiesExport, liabilitiesProof } from './commands/exports.ts';
import { cancelOnly, closeEra, halt, resume } from './commands/halt.ts';
import { coinPicture } from './commands/coin-picture.ts';
import { configCheck, configList, configSet } from './commands/config.ts';
import { listingCommands, marketAdd, marketDelist } from './commands/listing.ts';
import { doctor } from './commands/doctor.ts';
import { keysCreate } from './commands/keys-create.ts';
import { maintenanceOff, maintenanceOn } from './commands/maintenance.ts';
import { mailList } from './commands/mail-list.ts';
import {
  marketAuction,
  marketHalt,
  marketList,
  marketResume,
  marketSet,
  marketState,
} from './commands/market.ts';
import {
  auditVerify,
  operatorCreate,
  operatorDisable,
  operatorEnable,
  operatorList,
  operatorReset,
} from './commands/operator.ts';
import { projectionsRebuild } from './commands/projections-rebuild.ts';
import { secretsCreate } from './commands/secrets-create.ts';
import { status } from './commands/status.ts';
import { tableCommands } from './commands/tables.ts';
import { userCreate } from './commands/user-create.ts';
import { userDemo } from './commands/user-demo.ts';
import { userGroup, userIdentity, userVip } from './commands/user-profile.ts';

/** Every command of the tool, in the order of the usage. */
export const commands: readonly Command[] = [
  status,
  doctor,
  userCreate,
  userIdentity,
  userVip,
  userGroup,
  keysCreate,
  userDemo,
  operatorCreate,
  operatorList,
  operatorDisable,
  operatorEnable,
  operatorReset,
  marketList,
  marketAdd,
  marketSet,
  marketDelist,
  marketHalt,
  marketResume,
  marketState,
  marketAuction,
  ...listingCommands,
  coinPicture,
  halt,
  cancelOnly,
  resume,
  closeEra,
  configCheck,
  configList,
  configSet,
  ...tableCommands,
  maintenanceOn,
  maintenanceOff,
  projectionsRebuild,
  mailList,
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
];
