/** The configuration room's door: settings from outside, and secrets. */
export {
  checkSecrets,
  createSecrets,
  isSecretName,
  parseSecrets,
  readSecrets,
  secretsFolder,
  secretsId,
  writeSecrets,
} from './secrets.ts';
export type { Secrets } from './secrets.ts';
export { checkPublicUrl } from './public-addresses.ts';
export { readBackupMark, writeBackupMark } from './backup-mark.ts';
export {
  examineSettings,
  listValues,
  readSettings,
  SETTING_DEFAULTS,
  SECRET_SETTINGS,
  SETTING_NAMES,
  type LogSettings,
  type ReferenceSettings,
  type Settings,
} from './settings.ts';
