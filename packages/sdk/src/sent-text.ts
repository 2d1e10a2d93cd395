// The exact text of a call as the fetch client sends it: what a proof is over.
import type { Route } from '@isobath/wire';
import type { CallInput } from './client.ts';
import { fillPath } from './http.ts';

/** The body that will be sent, or of a GET its query. */
export function readSentText<TRoute extends Route>(
  route: TRoute,
  { query, body }: CallInput<TRoute>,
): string {
  if (route.method !== 'GET') return JSON.stringify(body ?? {});
  return fillPath(route.path, (query ?? {}) as Record<string, unknown>).split('?')[1] ?? '';
}
