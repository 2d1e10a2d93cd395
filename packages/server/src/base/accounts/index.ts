/** The account directory's door. */
export {
  type AccountDirectory,
  createAccountDirectory,
  ensureSpotAccount,
  PERSON_ID_MIN,
} from './directory.ts';
