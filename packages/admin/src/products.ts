// The pages of the console, in the order of its menu: a plain list, one line a page. A product adds
// its pages here; the shell knows them only through this list.
import type { ConsolePage } from './base/page.ts';
import { custodyPages } from './products/capital/index.ts';
import { contentPages } from './products/content/index.ts';
import { identityPages } from './products/identity/index.ts';
import { officerPages } from './products/officers/index.ts';
import { listingPages } from './products/listing/index.ts';
import { officePages } from './products/office/index.ts';
import { servicePages } from './products/service/index.ts';

/** Every page. */
export const pages: readonly ConsolePage[] = [
  // The office itself comes first: its overview is where everybody begins.
  ...officePages,
  ...custodyPages,
  ...listingPages,
  ...officerPages,
  ...identityPages,
  ...servicePages,
  ...contentPages,
];
