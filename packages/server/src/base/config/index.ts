/** The configuration room's door: settings from outside, and secrets. */
export { createSecrets, findMissingSecrets, readSecrets, secretsFolder } from './secrets.ts';
export type { SecretName, Secrets } from './secrets.ts';
export { readSettings, type SandboxPart, type Settings } from './settings.ts';
