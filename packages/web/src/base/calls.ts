// What this page asks, as far as it is under way: it can be waited for, and all but one call can be
// held back. Not who does so (person/hold-others.ts). Used by client.ts.
import type { Route } from '@isobath/wire';

/** While calls wait: the one that does not, and until when. */
export interface Hold {
  readonly but: Route;
  readonly until: Promise<void>;
}

const underWay = new Set<Promise<unknown>>();
let held: Hold | null = null;

/** Send a call when it is not held any more. */
export async function sendCall<TAnswer>(
  route: Route,
  send: () => Promise<TAnswer>,
): Promise<TAnswer> {
  if (held !== null && held.but !== route) await held.until;
  const answer = send();
  underWay.add(answer);
  return answer.finally(() => underWay.delete(answer));
}

/** Hold calls from now on, or no more. @returns those under way. */
export function holdCalls(hold: Hold | null): ReadonlySet<Promise<unknown>> {
  held = hold;
  return underWay;
}
