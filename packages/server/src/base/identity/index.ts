import { listMigrations } from '../db/index.ts';

/** The room of identity records. */
export {
  createIdentityRecords,
  type IdentityRecords,
  identityTypes,
  readIdentity,
} from './identity.ts';

/** Tables of this room; they stand on people's. */
export const identityMigrations = listMigrations('identity', import.meta.url, ['0001-identity']);
