// Words of the console and its language: chosen by the operator, kept in the browser.
// Not here: catalogues and plural rules (package texts).
import {
  type Locale,
  languageTagOf,
  locales,
  type Namespace,
  readTexts,
  type TextKey,
  type TextValues,
  translate,
} from '@isobath/texts';

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

/** Says a text of a namespace. */
export type Say<TNamespace extends Namespace> = (
  key: TextKey<TNamespace>,
  values?: TextValues,
) => string;

/** The texts of a namespace, loaded before the first picture. */
export function useTexts<TNamespace extends Namespace>(namespace: TNamespace): Say<TNamespace> {
  const catalogues = readTexts(readConsoleLocale(), namespace) ?? [];
  return (key, values) => translate(catalogues, key, values);
}
