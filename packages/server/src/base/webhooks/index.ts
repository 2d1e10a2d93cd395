/** What providers tell us, heard the same way by every product. */
export { type HearParts, hearProvider } from './hear.ts';
