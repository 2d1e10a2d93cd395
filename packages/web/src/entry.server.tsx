// The server's side of the pages: everything the HTTP server needs, and nothing of it.
// Not here: caching, static files, headers; the server's pages room does those.
// Loaded by packages/server/src/pages from the built bundle.
import type { Client } from '@isobath/sdk';
import { loadTexts, namespaces, readLocale } from '@isobath/texts';
import { type SiteBrand, siteRoutes } from '@isobath/wire';
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import { type AddressHints, type AddressPlace, findPattern, placeAddress } from './base/address.ts';
import { deskPaths } from './base/desk-paths.ts';
import { postponeScripts } from './base/deferred.ts';
import { NonceContext } from './base/nonce.ts';
import { pathBelowLanguage } from './base/page-address.ts';
import { type PageRequest, pageRequest } from './base/page-context.ts';
import { pages } from './products.ts';
import { MaintenanceDocument } from './shell/maintenance/MaintenanceDocument.tsx';
import { readAppFile } from './manifest.ts';
import { readSearchFile, type SearchFileFacts } from './search-files.ts';

const renderTimeoutMs = 5_000;

/** Stands where the nonce belongs; the server replaces it in each answer. */
export const noncePlaceholder = `nonce-${crypto.randomUUID()}`;

/**
 * Scripts of a page loaded ahead compete with what its first picture needs: style sheets and
 * letters come first. The router leaves no place to say so.
 */
function putScriptsLast(html: string): string {
  return html.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  );
}

/** Render a document whole: pages are small, and a whole one can be kept. */
async function renderDocument(context: EntryContext, url: string): Promise<string> {
  const stream = await renderToReadableStream(
    <NonceContext value={noncePlaceholder}>
      <ServerRouter context={context} url={url} nonce={noncePlaceholder} />
    </NonceContext>,
    {
      nonce: noncePlaceholder,
      // Parts in their places: a large one would come at the end, hidden until a script moves it.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: AbortSignal.timeout(renderTimeoutMs),
      onError: (error) => console.error(error),
    },
  );
  await stream.allReady;
  const html = await new Response(stream).text();
  const path = pathBelowLanguage(new URL(url).pathname);
  // Pages that a script fills do not wait for a first picture.
  return findPattern(path, deskPaths) === null ? postponeScripts(html) : putScriptsLast(html);
}

/** The router's own hook: one document for one request. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const locale = readLocale(new URL(request.url).pathname.split('/')[1] ?? '', true) ?? 'en_US';
  await Promise.all(namespaces.map((namespace) => loadTexts(locale, namespace)));
  headers.set('content-type', 'text/html; charset=utf-8');
  const html = await renderDocument(context, request.url);
  return new Response(html, { headers, status });
}

/** What the document of a closed exchange is made from. */
export interface MaintenanceFacts {
  readonly locale: string;
  readonly endsAtMs: number;
  /** Asks the exchange as a guest. */
  readonly readClient: () => Promise<Client>;
}

/** Name and looks of the house, also when nobody can be asked for them. */
async function readBrand(readClient: () => Promise<Client>): Promise<SiteBrand> {
  try {
    return (await (await readClient()).call(siteRoutes.webConfig)).brand;
  } catch {
    return { name: '', accent: 'lime', picture: '' };
  }
}

/** The pages as the HTTP server sees them. */
export interface Pages {
  /** Where an address leads: a page, another address, or nowhere. */
  place(url: URL, hints: AddressHints): AddressPlace;
  /** True when a guest's answer for this path may be kept for other guests. */
  isCacheable(path: string): boolean;
  /** Render a page or answer a router's data request. */
  answer(request: Request, facts: PageRequest): Promise<Response>;
  /** The whole document of a closed exchange; `endsAtMs` 0 = not known. */
  renderMaintenance(facts: MaintenanceFacts): Promise<string>;
  /** A file for search engines or of the installed app at this path, or null: there is none. */
  readFile(
    path: string,
    facts: SearchFileFacts,
  ): Promise<{ readonly type: string; readonly text: string } | null>;
}

/**
 * Make the pages of a build.
 *
 * @param build - the built bundle itself (this module is its entry).
 */
export function createPages(build: ServerBuild): Pages {
  const handle = createRequestHandler(build, 'production');
  const paths = pages.map((page) => page.path);
  const cacheable = new Set(pages.filter((page) => page.isCacheable).map((page) => page.path));
  return {
    place: (url, hints) => placeAddress(url, paths, hints),
    isCacheable: (path) => cacheable.has(path),
    readFile: async (path, facts) =>
      (await readAppFile(path, facts.readClient)) ?? readSearchFile(path, facts),
    renderMaintenance: async ({ locale: wanted, endsAtMs, readClient }) => {
      const locale = readLocale(wanted, true) ?? 'en_US';
      await loadTexts(locale, 'shell');
      const styles = build.assets.routes['root']?.css ?? [];
      const html = renderToStaticMarkup(
        <NonceContext value={noncePlaceholder}>
          <MaintenanceDocument
            brand={await readBrand(readClient)}
            endsAtMs={endsAtMs}
            locale={locale}
            styles={styles}
          />
        </NonceContext>,
      );
      return `<!DOCTYPE html>${html}`;
    },
    answer: (request, facts) => {
      const context = new RouterContextProvider();
      context.set(pageRequest, facts);
      return handle(request, context);
    },
  };
}
