// The console's door to the exchange: one fetch client in the console's language.
import { ApiError, type Client, createHttpClient } from '@isobath/sdk';
import { readConsoleLocale } from './texts.tsx';

const fetched = createHttpClient({ baseUrl: '', locale: readConsoleLocale() });
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

/** Hear that the session is over. @returns stops hearing. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
