/** The account directory's door. */
export { type AccountDirectory, createAccountDirectory, PERSON_ID_MIN } from './directory.ts';
