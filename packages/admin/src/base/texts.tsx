// The language of the console: chosen by the operator, kept in the browser. Words are the kit's.
// Not here: catalogues and plural rules (package texts).
import {
  type Locale,
  languageTagOf,
  locales,
  type Namespace,
  readTexts,
  type TextKey,
  translate,
} from '@isobath/texts';

export { type Translate, useTexts } from '@isobath/kit';

const storageName = 'isobath.office.locale';

/** The language of the console: the chosen one, else the browser's. */
export function readConsoleLocale(): Locale {
  const wished = localStorage.getItem(storageName) ?? navigator.language.replace('-', '_');
  return locales.find((each) => each === wished) ?? byLanguage(wished) ?? 'en_US';
}

function byLanguage(wished: string): Locale | undefined {
  return locales.find((each) => each.slice(0, 2) === wished.slice(0, 2));
}

/** Choose another language; the page begins anew with it. */
export function writeConsoleLocale(locale: Locale): void {
  localStorage.setItem(storageName, locale);
  location.reload();
}

/** BCP 47 tag of the console's language. */
export const consoleTag = (): string => languageTagOf(readConsoleLocale());

/** The name of a page in the menu: a text of the console, or of the product's own namespace. */
export type PageLabel =
  | TextKey<'admin'>
  | {
      [TNamespace in Namespace]: {
        readonly namespace: TNamespace;
        readonly key: TextKey<TNamespace>;
      };
    }[Namespace];

/** Put the name of a page into words. */
export function readPageLabel(label: PageLabel): string {
  const { namespace, key } =
    typeof label === 'string' ? { namespace: 'admin' as const, key: label } : label;
  return translate(readTexts(readConsoleLocale(), namespace) ?? [], key);
}
