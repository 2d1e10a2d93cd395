// Where catalogues are: one loader for each language and namespace there is, spelt out so that
// Node and the browser's bundler both find the files; the bundler makes a small file of each.
// Not here: sentences. A language without a loader falls back to en_US.
import { type AnyLocale, type Locale, locales, longestLocale } from './locales.ts';
import { makeLongest } from './longest.ts';
import type { Catalogue } from './translate.ts';

type Loader = () => Promise<{ default: Catalogue }>;

const loaders = {
  account: {
    en_US: () => import('./en_US/account.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/account.json', { with: { type: 'json' } }),
  },
  docs: {
    en_US: () => import('./en_US/docs.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/docs.json', { with: { type: 'json' } }),
  },
  errors: {
    en_US: () => import('./en_US/errors.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/errors.json', { with: { type: 'json' } }),
  },
  inbox: {
    en_US: () => import('./en_US/inbox.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/inbox.json', { with: { type: 'json' } }),
  },
  keys: {
    en_US: () => import('./en_US/keys.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/keys.json', { with: { type: 'json' } }),
  },
  mail: {
    en_US: () => import('./en_US/mail.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/mail.json', { with: { type: 'json' } }),
  },
  market: {
    en_US: () => import('./en_US/market.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/market.json', { with: { type: 'json' } }),
  },
  assets: {
    en_US: () => import('./en_US/assets.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/assets.json', { with: { type: 'json' } }),
  },
  planned: {
    en_US: () => import('./en_US/planned.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/planned.json', { with: { type: 'json' } }),
  },
  site: {
    en_US: () => import('./en_US/site.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/site.json', { with: { type: 'json' } }),
  },
  shell: {
    en_US: () => import('./en_US/shell.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/shell.json', { with: { type: 'json' } }),
  },
  trade: {
    en_US: () => import('./en_US/trade.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/trade.json', { with: { type: 'json' } }),
  },
  spot: {
    en_US: () => import('./en_US/spot.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/spot.json', { with: { type: 'json' } }),
  },
  transfer: {
    en_US: () => import('./en_US/transfer.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/transfer.json', { with: { type: 'json' } }),
  },
} as const satisfies Record<string, { en_US: Loader } & Partial<Record<Locale, Loader>>>;

/** A part of the texts: the shell, or one product. */
export type Namespace = keyof typeof loaders;

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
  const loader = (loaders[namespace] as Partial<Record<Locale, Loader>>)[locale];
  return loader === undefined ? null : (await loader()).default;
}

async function loadLongest(namespace: Namespace): Promise<Catalogue> {
  const all = await Promise.all(locales.map((locale) => loadReal(locale, namespace)));
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
