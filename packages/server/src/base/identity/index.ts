/** The room of identity records. */
export {
  createIdentityRecords,
  type IdentityRecords,
  identityTypes,
  readIdentity,
} from './identity.ts';
