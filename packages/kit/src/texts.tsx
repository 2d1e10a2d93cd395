// Words for components: the language of the page and the `t` of a namespace. Site and back office
// each say which language that is. Not here: catalogues and plural rules (package texts).
import {
  type AnyLocale,
  loadTexts,
  type Namespace,
  readTexts,
  type TextKey,
  type TextValues,
  translate,
} from '@isobath/texts';
import { createContext, use, useMemo } from 'react';

/** The language of the page: on the site that of the address, in the back office the chosen one. */
export const LocaleContext = createContext<AnyLocale>('en_US');

/** The language of the page. */
export function useLocale(): AnyLocale {
  return use(LocaleContext);
}

/** Says a text of a namespace. */
export type Translate<TNamespace extends Namespace> = (
  key: TextKey<TNamespace>,
  values?: TextValues,
) => string;

/** The texts of a namespace did not come: the network is away, or another version is in place. */
export class TextsAwayError extends Error {}

const loading = new Map<string, Promise<unknown>>();

function bring(locale: AnyLocale, namespace: Namespace): Promise<unknown> {
  const name = `${locale}/${namespace}`;
  const known = loading.get(name);
  if (known !== undefined) return known;
  const promise = loadTexts(locale, namespace).catch((cause: unknown) => {
    throw new TextsAwayError(name, { cause });
  });
  loading.set(name, promise);
  return promise;
}

/**
 * The texts of a namespace. A page names its namespaces in `handle.texts`, so that they are there
 * before it is shown; a part that comes later waits for its own.
 *
 * @example
 * const t = useTexts('spot');
 * t('order.submit');
 */
export function useTexts<TNamespace extends Namespace>(
  namespace: TNamespace,
): Translate<TNamespace> {
  const locale = useLocale();
  // A render that once waited for its texts must wait again, even when they have come: only `use`
  // tells React that the hooks behind it are new.
  if (loading.has(`${locale}/${namespace}`) || readTexts(locale, namespace) === null) {
    use(bring(locale, namespace));
  }
  const catalogues = readTexts(locale, namespace) ?? [];
  return useMemo(
    () => (key, values) => translate(catalogues, key, values),
    // The catalogues of a language and namespace never change.
    [locale, namespace],
  );
}
