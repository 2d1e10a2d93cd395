// What a reviewer asks for in addition. It is asked in the browser alone: pages that a server draws
// make no calls that are posted.
import { type Read, useRead } from '@isobath/kit';
import { identityRoutes, type RouteAnswer } from '@isobath/wire';
import { browserClient } from '../../base/client.ts';

/** What is asked for; no items = nothing. */
export type Supplement = RouteAnswer<typeof identityRoutes.checkSupplement>;

/** Read what is asked for. */
export function useSupplement(): Read<Supplement> {
  return useRead(['identity-supplement'], (signal) =>
    browserClient().call(identityRoutes.checkSupplement, { signal }),
  );
}

/** What is said before its day: what to do, or what it means that the day is over. */
export function nameAsked({ isDue, isLimited }: Pick<Supplement, 'isDue' | 'isLimited'>) {
  if (isLimited) return 'asked.over';
  return isDue ? 'asked.late' : 'asked.text';
}
