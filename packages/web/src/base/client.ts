// The browser's own door to the exchange: one fetch client, and where the answers of pages come
// from. Loaders on the server use the client of their request instead (page-context.ts).
import { type Client, createHttpClient } from '@isobath/sdk';
import { readLocale } from '@isobath/texts';

let client: Client | null = null;

/** The client of this browser page; refusals come in the page's language. */
export function browserClient(): Client {
  const locale = readLocale(location.pathname.split('/')[1] ?? '', true) ?? 'en_US';
  client ??= createHttpClient({ baseUrl: '', locale });
  return client;
}
