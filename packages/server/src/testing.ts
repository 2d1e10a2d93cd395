/** The back door for real crashes: what this package's own tests put around the real engine. */
export { openDatabase, type Database } from './base/db/index.ts';
export { readSecrets, readSettings } from './base/config/index.ts';
export { readDatabaseAddress } from './base/db/of-settings.ts';
export { startTestDatabase, type TestDatabase } from './base/db/testing.ts';
export { findFreePort } from './base/process/free-port.ts';
export { engineMigrations } from './engine/tables.ts';
export {
  type EngineFixture,
  fundOperatorAccount,
  makeCommand,
  openEngineFixture,
} from './engine/testing/engine-process.ts';
export { type DatabaseProxy, startProxy } from './engine/testing/proxy.ts';
export { connectEngine, type EngineClient } from './engine/client.ts';
export { SubmitRefusal } from './engine/ports.ts';
