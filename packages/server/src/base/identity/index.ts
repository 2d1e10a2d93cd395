/** The room of identity records. */
export {
  createIdentityRecords,
  type IdentityRecords,
  identityStatuses,
  identityTypes,
  openIdentityRecord,
  readIdentity,
  readPassedType,
  turnIdentityRecord,
} from './identity.ts';
export { type MoneyRights, readMoneyRights } from './money-rights.ts';
