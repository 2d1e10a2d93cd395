// The page in all languages that are offered, and its own address, for search engines; in the
// head of every page.
import { languageTagOf, locales, readLocale } from '@isobath/texts';
import { useLocation, useMatches } from 'react-router';
import { useRootData } from '../base/session.ts';

/** Queries that make another page of a path; all others are left out of its address. */
const kept = ['tradeCode', 'tradeName', 'coin', 'code', 'id', 'tab', 'name'];

function keepQuery(search: string): string {
  const given = new URLSearchParams(search);
  const wanted = new URLSearchParams();
  for (const name of kept) {
    const value = given.get(name);
    if (value !== null) wanted.set(name, value);
  }
  const text = wanted.toString();
  return text === '' ? '' : `?${text}`;
}

/** What a page's loader may say under `alternates`: the languages it is written in, its query. */
interface OwnAlternates {
  readonly locales: readonly string[];
  readonly query: string;
}

function useOwnAlternates(): OwnAlternates | undefined {
  const given = useMatches().map(
    ({ loaderData }) =>
      (loaderData as { alternates?: OwnAlternates | null } | undefined)?.alternates,
  );
  return given.find((each) => each !== undefined && each !== null) ?? undefined;
}

/** Links to the same page in every language it has. */
export function Alternates() {
  const { origin, offered } = useRootData();
  const { pathname, search } = useLocation();
  const own = useOwnAlternates();
  const locale = readLocale(pathname.split('/')[1] ?? '');
  if (origin === '' || locale === null) return null;
  const rest = pathname.replace(/^\/[^/]*/, '') + (own?.query ?? keepQuery(search));
  const written = locales.filter(
    (each) => offered.includes(each) && (own === undefined || own.locales.includes(each)),
  );
  const canonical = written.includes(locale as (typeof locales)[number]) ? locale : 'en_US';
  return (
    <>
      <link href={`${origin}/${canonical}${rest}`} rel="canonical" />
      {written.map((each) => (
        <link
          href={`${origin}/${each}${rest}`}
          hrefLang={languageTagOf(each)}
          key={each}
          rel="alternate"
        />
      ))}
      <link href={`${origin}/en_US${rest}`} hrefLang="x-default" rel="alternate" />
    </>
  );
}
