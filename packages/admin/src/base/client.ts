// The console's door to the exchange: one fetch client in the console's language. A call says
// whether somebody sits there: what the console asks by itself keeps no session alive.
import { ApiError, type Client, createHttpClient } from '@isobath/sdk';
import { officeSignInRoutes } from '@isobath/wire';
import { readConsoleLocale } from './texts.tsx';

/** So long after the last touch of key or pointer somebody still sits there. */
const attendedMs = 60_000;
let touchedMs = Date.now();
for (const touch of ['keydown', 'pointerdown', 'wheel'] as const) {
  addEventListener(touch, () => (touchedMs = Date.now()), { capture: true, passive: true });
}

/** Ends what is still read when the operator leaves: it would come back refused. */
let visit = new AbortController();

const options = { baseUrl: '', locale: readConsoleLocale() };
/** Leaving itself is not ended by leaving. */
const plain = createHttpClient(options);
const fetched = createHttpClient({
  ...options,
  fetch: (address, init) => {
    const headers = new Headers(init?.headers);
    if (Date.now() - touchedMs < attendedMs) headers.set('x-attended', '1');
    const own = init?.signal;
    const signal = own ? AbortSignal.any([visit.signal, own]) : visit.signal;
    return fetch(address, { ...init, signal, headers });
  },
});
const listeners = new Set<() => void>();

/** The client; whoever is signed out by the server comes back to the sign-in. */
export const client: Client = {
  async call(route, input) {
    try {
      return await fetched.call(route, input);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        for (const listener of listeners) listener();
      }
      throw error;
    }
  },
};

/** Leave: nothing more is read, then the session is ended. Never throws. */
export async function signOut(): Promise<void> {
  visit.abort();
  await plain.call(officeSignInRoutes.operatorLogout).catch(() => {});
  visit = new AbortController();
}

/** Hear that the session is over. @returns stops hearing. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
