// Calls of help, announcements and official channels. Called by the edge.
import { contentRoutes, type OfficialChannel } from '@isobath/wire';
import type { MarkCounted } from '../../base/addresses/index.ts';
import type { Database } from '../../base/db/index.ts';
import { refuse, type RouteHandler, serve } from '../../base/product/index.ts';
import type { Articles } from './articles.ts';
import { readVote, readVoter, writeVote } from './votes.ts';

/** What the calls stand on. */
export interface ContentParts {
  readonly database: Database;
  readonly mark: MarkCounted;
  readonly articles: Articles;
  readonly readNowMs: () => number;
  /** What the operator named as the house's own. */
  readonly readChannels: () => Promise<readonly OfficialChannel[]>;
}

/** Handlers of what people read. */
export function createContentRoutes(parts: ContentParts): RouteHandler[] {
  const { articles, database, readChannels, readNowMs } = parts;

  /** Only what is shown now can be voted on. */
  async function readArticleId(code: string, locale: string): Promise<number> {
    const found = await articles.read(code, locale);
    if (found === undefined) throw refuse('object_not_found');
    return Number(found.id);
  }

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
    serve(contentRoutes.vote, async ({ caller, query }) => {
      const articleId = await readArticleId(query.code, caller.locale);
      return { isHelpful: await readVote(database, articleId, readVoter(caller)) };
    }),
    serve(contentRoutes.setVote, async ({ caller, body: { code, isHelpful } }) => {
      const articleId = await readArticleId(code, caller.locale);
      const voter = readVoter(caller);
      const network = caller.ownerId > 0 ? null : parts.mark(caller);
      await writeVote(database, { articleId, voter, network, isHelpful, atMs: readNowMs() });
      return { isHelpful };
    }),
    serve(contentRoutes.channels, async () => [...(await readChannels())]),
  ];
}
