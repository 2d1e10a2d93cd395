// Calls of help, announcements and official channels. Called by the edge.
import { contentRoutes, type OfficialChannel } from '@isobath/wire';
import { refuse, type RouteHandler, serve } from '../../base/product/index.ts';
import type { Articles } from './articles.ts';

/** What the calls stand on. */
export interface ContentParts {
  readonly articles: Articles;
  /** What the operator named as the house's own. */
  readonly readChannels: () => Promise<readonly OfficialChannel[]>;
}

/** Handlers of what people read. */
export function createContentRoutes({ articles, readChannels }: ContentParts): RouteHandler[] {
  return [
    serve(contentRoutes.categories, ({ caller, query }) =>
      articles.listCategories(query.kind, caller.locale),
    ),
    serve(contentRoutes.articles, ({ caller, query }) => articles.list(query, caller.locale)),
    serve(contentRoutes.article, async ({ caller, query }) => {
      const found = await articles.read(query.code, caller.locale);
      if (found === undefined) throw refuse('object_not_found');
      return found;
    }),
    serve(contentRoutes.channels, async () => [...(await readChannels())]),
  ];
}
