// Catalogues as they are asked for: loaded once each, and what a key of one may be.
// Not here: sentences, and where the files are (loaders.ts). A language without a loader falls back
// to en_US.
import { loaders } from './loaders.ts';
import { type AnyLocale, type Locale, locales, longestLocale } from './locales.ts';
import type { Catalogue } from './translate.ts';

type Loader = () => Promise<{ default: Catalogue }>;

/** A part of the texts: the shell, or one product. */
export type Namespace = keyof typeof loaders;

const loadersByName: Record<Namespace, { en_US: Loader } & Partial<Record<Locale, Loader>>> =
  loaders;

/** Every namespace there is. */
export const namespaces = Object.keys(loaders) as Namespace[];

/** The texts of a namespace as en_US has them. */
export type TextsOf<TNamespace extends Namespace> = Awaited<
  ReturnType<(typeof loaders)[TNamespace]['en_US']>
>['default'];

type WithoutPlural<TKey> = TKey extends `${infer TStem}_${'one' | 'other' | 'few' | 'many'}`
  ? TStem
  : TKey;

/** A key of a namespace; plural forms are asked for by their stem. */
export type TextKey<TNamespace extends Namespace> = WithoutPlural<
  keyof TextsOf<TNamespace> & string
>;

const loaded = new Map<string, Catalogue>();

async function loadReal(locale: Locale, namespace: Namespace): Promise<Catalogue | null> {
  const loader = loadersByName[namespace][locale];
  return loader === undefined ? null : (await loader()).default;
}

async function loadLongest(namespace: Namespace): Promise<Catalogue> {
  const all = await Promise.all(locales.map((locale) => loadReal(locale, namespace)));
  // Late: no page in production asks for it.
  const { makeLongest } = await import('./longest.ts');
  return makeLongest(all.filter((catalogue) => catalogue !== null));
}

/**
 * Load the texts of a namespace, with those of en_US behind them. Loaded once for each language.
 *
 * @returns pairs of language and texts, as `translate` takes them.
 */
export async function loadTexts(
  locale: AnyLocale,
  namespace: Namespace,
): Promise<readonly (readonly [AnyLocale, Catalogue])[]> {
  const wanted = [...new Set<AnyLocale>([locale, 'en_US'])];
  await Promise.all(
    wanted.map(async (each) => {
      const name = `${each}/${namespace}`;
      if (loaded.has(name)) return;
      const texts =
        each === longestLocale ? await loadLongest(namespace) : await loadReal(each, namespace);
      loaded.set(name, texts ?? {});
    }),
  );
  return readTexts(locale, namespace) ?? [];
}

/** The texts of a namespace when `loadTexts` has brought them, else null. */
export function readTexts(
  locale: AnyLocale,
  namespace: Namespace,
): readonly (readonly [AnyLocale, Catalogue])[] | null {
  const own = loaded.get(`${locale}/${namespace}`);
  const behind = loaded.get(`en_US/${namespace}`);
  if (own === undefined || behind === undefined) return null;
  return locale === 'en_US'
    ? [['en_US', behind]]
    : [
        [locale, own],
        ['en_US', behind],
      ];
}
