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
export type Translate<TNamespace extends Namespace> = (
  key: TextKey<TNamespace>,
  values?: TextValues,
) => string;

/** A text of the console outside of what is shown: words of a call that failed. */
export const consoleText = (key: TextKey<'admin'>): string =>
  translate(readTexts(readConsoleLocale(), 'admin') ?? [], key);

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
  if (typeof label === 'string') return consoleText(label);
  return translate(readTexts(readConsoleLocale(), label.namespace) ?? [], label.key);
}

/** The texts of a namespace, loaded before the first picture. */
export function useTexts<TNamespace extends Namespace>(
  namespace: TNamespace,
): Translate<TNamespace> {
  const catalogues = readTexts(readConsoleLocale(), namespace) ?? [];
  return (key, values) => translate(catalogues, key, values);
}
