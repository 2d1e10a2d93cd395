// What search engines are told of the public pages that say it not themselves, by path below the
// language. Of use in the document of a first visit alone: only the server has these texts
// (bundle/browser-texts.ts). Not names (page-titles.ts). Read by the loader of Frame.tsx.
import type { AnyLocale, TextKey } from '@isobath/texts';
import { describePage } from '../base/page-about.ts';

/** Texts by path below the language. */
export const pageAbouts: Readonly<Record<string, TextKey<'about'>>> = {
  '': 'home',
  market: 'markets',
  'marketExplore/overview': 'overview',
  rateStandard: 'fees',
  status: 'status',
  'app/downLoad': 'app',
  apiDocument: 'apiDocument',
  docs: 'docs',
  register: 'register',
};

/** What a page is about, as a sentence; null: it says so itself, or is not for search engines. */
export async function readAbout(locale: AnyLocale, path: string): Promise<string | null> {
  const key = pageAbouts[path];
  return key === undefined ? null : describePage(locale, key);
}
