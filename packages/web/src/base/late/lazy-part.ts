// Parts beside the page whose files come when they are needed. One that cannot be brought, because
// the network is away or another version was put in place meanwhile, is left out until the page is
// loaded anew (browsers do not ask for a module twice): it would take the whole page with it.
// Not for pages, which the router brings.
import { lazy } from 'react';

/** As React's `lazy`, with nothing in the place of a part whose file does not come. */
export const lazyPart: typeof lazy = (bring) =>
  lazy(() => bring().catch(() => ({ default: (() => null) as never })));
