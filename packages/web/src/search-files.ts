// What search engines ask for first: robots.txt, and sitemap.xml with every page in every language
// and every article in those it is written in.
// Not here: the links of a page to itself in other languages (shell/Alternates.tsx).
import type { Client } from '@isobath/sdk';
import { languageTagOf, locales } from '@isobath/texts';
import { configurationRoutes, contentRoutes } from '@isobath/wire';
import { pages } from './products.ts';

/** Public pages that are worth finding; those to come, and those of one's own, are left out. */
export const indexedPaths: readonly string[] = pages
  .filter(
    ({ role, isPlanned, isIndexedBy }) =>
      role === 'public' && isPlanned !== true && isIndexedBy === undefined,
  )
  .map(({ path }) => path)
  .filter((path) => !['_ui', 'outbox', 'login', 'login/forgot', 'freeze'].includes(path));

const robots = (origin: string) => `User-agent: *
Disallow: /hk-web/
Disallow: /swap/
Disallow: /api/
Disallow: /*/login
Sitemap: ${origin}/sitemap.xml
`;

/** A page of the map: where it is below the language, in which languages, changed when. */
interface MapEntry {
  readonly path: string;
  readonly languages: readonly string[];
  readonly changedMs?: number;
}

function showEntry(origin: string, { path, languages, changedMs }: MapEntry): string {
  const at = (locale: string) => `${origin}/${locale}${path === '' ? '' : `/${path}`}`;
  const written = locales.filter((locale) => languages.includes(locale));
  const others = written
    .map((locale) => {
      const tag = languageTagOf(locale);
      return `<xhtml:link rel="alternate" hreflang="${tag}" href="${at(locale)}"/>`;
    })
    .join('');
  const changed =
    changedMs === undefined ? '' : `<lastmod>${new Date(changedMs).toISOString()}</lastmod>`;
  return written
    .map((locale) => `<url><loc>${at(locale)}</loc>${changed}${others}</url>`)
    .join('\n');
}

const PAGE_SIZE = 100;
const PAGES_MAX = 100;

/** Every published article, in the languages it is written in. */
async function listArticles(client: Client): Promise<MapEntry[]> {
  const entries: MapEntry[] = [];
  for (let pageNum = 1; pageNum <= PAGES_MAX; pageNum += 1) {
    const query = { pageNum, pageSize: PAGE_SIZE };
    const { list } = await client.call(contentRoutes.articles, { query });
    for (const { code, changedTime, locales: languages } of list) {
      entries.push({ path: `support/article?code=${code}`, languages, changedMs: changedTime });
    }
    if (list.length < PAGE_SIZE) break;
  }
  return entries;
}

async function showMap(origin: string, client: Client): Promise<string> {
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ' +
    'xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  const rows = await client.call(configurationRoutes.locales);
  const offered = rows.map(({ value }) => value);
  const entries: MapEntry[] = indexedPaths.map((path) => ({ path, languages: offered }));
  for (const article of await listArticles(client)) {
    const languages = article.languages.filter((locale) => offered.includes(locale));
    entries.push({ ...article, languages });
  }
  const urls = entries.map((entry) => showEntry(origin, entry)).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${urls}\n</urlset>\n`;
}

/** What a file for search engines is made from. */
export interface SearchFileFacts {
  /** Where this installation is reached, without a slash at its end. */
  readonly origin: string;
  /** Asks the exchange as a guest. */
  readonly readClient: () => Promise<Client>;
}

/**
 * A file for search engines.
 *
 * @returns null when there is no such file.
 */
export async function readSearchFile(
  path: string,
  { origin, readClient }: SearchFileFacts,
): Promise<{ readonly type: string; readonly text: string } | null> {
  if (path === '/robots.txt') return { type: 'text/plain; charset=utf-8', text: robots(origin) };
  if (path !== '/sitemap.xml') return null;
  const text = await showMap(origin, await readClient());
  return { type: 'application/xml; charset=utf-8', text };
}
