/** The configuration room's door: settings from outside, and secrets. */
export { createSecrets, readSecrets, secretsFolder } from './secrets.ts';
export type { Secrets } from './secrets.ts';
export { readSettings, type ReferenceSettings, type Settings } from './settings.ts';
