// Whether a way leads to a page that is not built yet. Not the list of them (planned-pages.ts).
import { findPattern } from './address.ts';
import { pathBelowLanguage } from './page-address.ts';
import { plannedPages } from './planned-pages.ts';

const paths = plannedPages.map(({ path }) => path);

/** Whether an address with its language leads to a page that is not built yet. */
export function isPlanned(address: string): boolean {
  return findPattern(pathBelowLanguage(address.replace(/[?#].*$/, '')), paths) !== null;
}

/** The same of a path below the language. */
export function isPathPlanned(path: string): boolean {
  return isPlanned(`/any/${path}`);
}
