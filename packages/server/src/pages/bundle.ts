// The built pages as this process loads them. The shapes repeat what the bundle's entry exports:
// the server must not import the sources of pages.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@isobath/sdk';

/** Where an address leads. */
export type AddressPlace =
  | { readonly kind: 'page'; readonly locale: string; readonly path: string }
  | { readonly kind: 'redirect'; readonly status: 302 | 308; readonly to: string }
  | { readonly kind: 'missing'; readonly locale: string };

/** The pages of a build. */
export interface Pages {
  place(
    url: URL,
    hints: {
      readonly savedLocale: string;
      readonly cookieLocale: string;
      readonly acceptLanguage: string;
      readonly hasLongest: boolean;
    },
  ): AddressPlace;
  isCacheable(path: string): boolean;
  answer(
    request: Request,
    facts: {
      readonly client: Client;
      readonly isSignedIn: boolean;
      readonly mode: 'sandbox' | 'production';
      readonly origin: string;
    },
  ): Promise<Response>;
  /** The whole document of a closed exchange; `endsAtMs` 0 = not known. */
  renderMaintenance(facts: {
    readonly locale: string;
    readonly endsAtMs: number;
    readonly readClient: () => Promise<Client>;
  }): Promise<string>;
  /** A file for search engines or of the installed app at this path, or null: there is none. */
  readFile(
    path: string,
    facts: { readonly origin: string; readonly readClient: () => Promise<Client> },
  ): Promise<{ readonly type: string; readonly text: string } | null>;
}

interface Bundle {
  readonly entry: {
    readonly module: {
      readonly noncePlaceholder: string;
      createPages(bundle: unknown): Pages;
    };
  };
}

/**
 * Load the built pages.
 *
 * @param folder - the build folder of web, with `server/index.js` inside.
 */
export async function loadPages(folder: string): Promise<{ pages: Pages; placeholder: string }> {
  const bundle = (await import(pathToFileURL(join(folder, 'server/index.js')).href)) as Bundle;
  const { createPages, noncePlaceholder } = bundle.entry.module;
  return { pages: createPages(bundle), placeholder: noncePlaceholder };
}
