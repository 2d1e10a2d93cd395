// What the server hands to pages with each request, without HTTP and without importing the server.
// Not here: anything the browser keeps. Read by loaders only.
import type { Client } from '@isobath/sdk';
import { createContext } from 'react-router';

/** Facts of one request. */
export interface PageRequest {
  /** Asks the exchange in this process, as the caller. */
  readonly client: Client;
  readonly isSignedIn: boolean;
  readonly mode: 'sandbox' | 'production';
  /** Where this installation is reached, without a slash at its end. */
  readonly origin: string;
}

/** Key of the facts in the router's context; the server entry sets it. */
export const pageRequest = createContext<PageRequest>();
