/** The account directory's door. */
export { type AccountDirectory, createAccountDirectory } from './directory.ts';
