// The products the edge serves: a plain list, nothing is found by scanning.
// Not here: what several products share and stand on; edge-rooms.ts, account-rooms.ts and
// site-rooms.ts make that. Called by edge-process.ts; tools/new-product.ts adds its line.
import type { Database } from './base/db/index.ts';
import type { RouteHandler } from './base/product/index.ts';

/** What handlers are made from. */
export interface ProductParts {
  readonly database: Database;
  /** Rooms that share parts and bring the handlers of their products. */
  readonly rooms: readonly { readonly handlers: readonly RouteHandler[] }[];
}

/** Products that need no room. */
const alone: readonly ((parts: ProductParts) => RouteHandler[])[] = [
  // One line a product.
];

/** Handlers of every product: those of the rooms, then those of the products without one. */
export function listHandlers(parts: ProductParts): RouteHandler[] {
  const shared = parts.rooms.flatMap(({ handlers }) => handlers);
  return [...shared, ...alone.flatMap((makeHandlers) => makeHandlers(parts))];
}
