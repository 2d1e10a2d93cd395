// The page in all languages, and its own address, for search engines; in the head of every page.
import { languageTagOf, locales, readLocale } from '@isobath/texts';
import { useLocation } from 'react-router';
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

/** Links to the same page in every language. */
export function Alternates() {
  const { origin } = useRootData();
  const { pathname, search } = useLocation();
  const locale = readLocale(pathname.split('/')[1] ?? '');
  if (origin === '' || locale === null) return null;
  const rest = pathname.replace(/^\/[^/]*/, '') + keepQuery(search);
  return (
    <>
      <link href={`${origin}/${locale}${rest}`} rel="canonical" />
      {locales.map((each) => (
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
