// The browser's own door to the exchange: one fetch client, and where the answers of pages come
// from. Loaders on the server use the client of their request instead (page-context.ts).
import { ApiError, type Client, createHttpClient } from '@isobath/sdk';
import { readLocale } from '@isobath/texts';
import { siteRoutes } from '@isobath/wire';
import { tellBusinessError, tellClosed } from './business-errors.ts';
import { sendCall } from './calls.ts';
import { tellIfSignedOut } from './signed-out.ts';

let client: Client | null = null;

/** A client that also tells the whole page what concerns it; the caller still gets the refusal. */
function tellPage(inner: Client): Client {
  return {
    async call(route, input) {
      try {
        return await sendCall(route, () => inner.call(route, input));
      } catch (error) {
        if (error instanceof ApiError) {
          tellBusinessError(route.path, error);
          tellIfSignedOut(error.code);
        }
        throw error;
      }
    },
  };
}

/** The client of this browser page; refusals come in the page's language. */
export function browserClient(): Client {
  const locale = readLocale(location.pathname.split('/')[1] ?? '', true) ?? 'en_US';
  client ??= tellPage(createHttpClient({ baseUrl: '', locale }));
  return client;
}

/** Ask whether the exchange is open; when it is not, the page hears of it. */
export async function lookIfOpen(): Promise<boolean> {
  try {
    const { mode } = await browserClient().call(siteRoutes.status);
    if (mode !== 'maintenance') return true;
    tellClosed();
  } catch {
    // Whoever cannot be asked is not open either.
  }
  return false;
}
