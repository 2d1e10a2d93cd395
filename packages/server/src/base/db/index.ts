/** The database room's door: sessions, migrations, and the server we bring along. */
export { embeddedFolder, parseDatabaseUrl, type DatabaseAddress } from './address.ts';
export {
  backUpServer,
  readBackup,
  restoreServer,
  type BackupManifest,
  type BackupSealing,
} from './embedded/backup.ts';
export { findCluster, prepareCluster } from './embedded/cluster.ts';
export { endLeftOvers, startPostmaster } from './embedded/postmaster.ts';
export { checkExternal, makeRole, prepareExternal } from './external.ts';
export {
  baseMigrations,
  checkAppendOnly,
  listMigrations,
  migrate,
  type Migration,
} from './migrate.ts';
export {
  isSessionLost,
  openDatabase,
  openDriverPool,
  sqlState,
  type Database,
  type OwnSession,
  type Session,
  type SqlValue,
  type Statement,
} from './pool.ts';
