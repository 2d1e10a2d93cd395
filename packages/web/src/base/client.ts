// The browser's own door to the exchange: one fetch client, and where the answers of pages come
// from. Loaders on the server use the client of their request instead (page-context.ts).
import { ApiError, type Client, createHttpClient } from '@isobath/sdk';
import { readLocale } from '@isobath/texts';
import { siteRoutes } from '@isobath/wire';
import { reportBusinessError, reportClosed } from './business-errors.ts';
import { sendCall } from './calls.ts';
import { readPageAccount } from './page-account.ts';
import { reportIfSignedOut } from './signed-out.ts';

let client: Client | null = null;

/** What was asked for is still being read: the number as in the table of codes, not the table. */
const NOT_READY = 50_011;
const againAfterMs = 2_000;
const againMax = 8;

/** Ask again what is not ready yet, and give up in the end. */
async function askAgain<TAnswer>(
  ask: () => Promise<TAnswer>,
  triesLeft = againMax,
): Promise<TAnswer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== NOT_READY || triesLeft === 0) throw error;
  }
  await new Promise((done) => setTimeout(done, againAfterMs));
  return askAgain(ask, triesLeft - 1);
}

/** A client that also tells the whole page what concerns it; the caller still gets the refusal. */
function reportPage(inner: Client): Client {
  return {
    async call(route, input) {
      try {
        return await askAgain(() => sendCall(route, () => inner.call(route, input)));
      } catch (error) {
        if (error instanceof ApiError) {
          reportBusinessError(route.path, error);
          reportIfSignedOut(error.code);
        }
        throw error;
      }
    },
  };
}

/** The client of this browser page; refusals come in the page's language. */
export function browserClient(): Client {
  client ??= makeClient();
  return client;
}

/** One of its own. @param more - how it sends, where that is not by fetch. */
export function makeClient(more?: { readonly fetch: typeof fetch }): Client {
  const locale = readLocale(location.pathname.split('/')[1] ?? '', true) ?? 'en_US';
  return reportPage(
    createHttpClient({ baseUrl: '', locale, readAccount: readPageAccount, ...more }),
  );
}

/** Ask whether the exchange is open; when it is not, the page hears of it. */
export async function lookIfOpen(): Promise<boolean> {
  try {
    const { mode } = await browserClient().call(siteRoutes.status);
    if (mode !== 'maintenance') return true;
    reportClosed();
  } catch {
    // Whoever cannot be asked is not open either.
  }
  return false;
}
