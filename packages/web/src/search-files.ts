// What search engines ask for first: robots.txt, and sitemap.xml with every page in every language.
// Not here: the links of a page to itself in other languages (shell/Alternates.tsx).
import { languageTagOf, locales } from '@isobath/texts';
import { pages } from './products.ts';

/** Public pages that are worth finding; those to come, and those of one's own, are left out. */
export const indexedPaths: readonly string[] = pages
  .filter(({ role, isPlanned }) => role === 'public' && isPlanned !== true)
  .map(({ path }) => path)
  .filter((path) => !['_ui', 'outbox', 'login', 'login/forgot'].includes(path));

const robots = (origin: string) => `User-agent: *
Disallow: /hk-web/
Disallow: /swap/
Disallow: /api/
Disallow: /*/login
Sitemap: ${origin}/sitemap.xml
`;

function showPage(origin: string, path: string): string {
  const at = (locale: string) => `${origin}/${locale}${path === '' ? '' : `/${path}`}`;
  const others = locales
    .map((locale) => {
      const tag = languageTagOf(locale);
      return `<xhtml:link rel="alternate" hreflang="${tag}" href="${at(locale)}"/>`;
    })
    .join('');
  return locales.map((locale) => `<url><loc>${at(locale)}</loc>${others}</url>`).join('\n');
}

/**
 * A file for search engines.
 *
 * @param origin - where this installation is reached, without a slash at its end.
 * @returns null when there is no such file.
 */
export function readSearchFile(
  path: string,
  origin: string,
): { readonly type: string; readonly text: string } | null {
  if (path === '/robots.txt') return { type: 'text/plain; charset=utf-8', text: robots(origin) };
  if (path !== '/sitemap.xml') return null;
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ' +
    'xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  const urls = indexedPaths.map((each) => showPage(origin, each)).join('\n');
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${urls}\n</urlset>\n`;
  return { type: 'application/xml; charset=utf-8', text };
}
