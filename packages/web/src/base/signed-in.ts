// The one guard of pages that belong to a person: a guest is sent to sign in, and comes back.
// Not the list of such pages (products.ts). Called by their loaders.
import type { Client } from '@isobath/sdk';
import { readLocale } from '@isobath/texts';
import { redirect, type RouterContextProvider } from 'react-router';
import { loginAddress } from './address.ts';
import { pageRequest } from './page-context.ts';

/** What a loader is given. */
export interface GuardedRequest {
  readonly context: Readonly<RouterContextProvider>;
  readonly params: { readonly locale?: string | undefined };
  /** Of the page, without what a router that asks for data puts at its end. */
  readonly url: URL;
}

/**
 * The client of the person who asks for a page.
 *
 * @throws a redirect to signing in, with the way back, when a guest asks.
 */
export function clientOfPerson({ context, params, url }: GuardedRequest): Client {
  const { client, isSignedIn } = context.get(pageRequest);
  if (isSignedIn) return client;
  const locale = readLocale(params.locale ?? '', true) ?? 'en_US';
  throw redirect(loginAddress(locale, url.pathname + url.search));
}
