// Money in and out over chains, on the wire: which of its calls are served.
// Shapes of all calls stand beside (capital/); one that is served is added here.
import type { Route } from '../route.ts';

/** Routes of deposits and withdrawals that are served. */
export const capitalRoutes = {} as const satisfies Readonly<Record<string, Route>>;
