// The nonce of the content security policy. It must never travel in loader data, so it is a React
// context that only the server's entry fills; in the browser scripts already carry it.
import { createContext, use } from 'react';

/** Filled by the server entry. */
export const NonceContext = createContext<string | undefined>(undefined);

/** The nonce for a script or style of this document. */
export function useNonce(): string | undefined {
  return use(NonceContext);
}
