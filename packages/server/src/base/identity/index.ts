/** The room of identity records. */
export {
  createIdentityRecords,
  type IdentityRecords,
  identityStatuses,
  identityTypes,
  openIdentityRecord,
  readIdentity,
  turnIdentityRecord,
} from './identity.ts';
