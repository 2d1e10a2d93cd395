// Help and announcements on the wire: categories, articles as a tree that can hold no markup of its
// own, official channels. Not here: feedback (content/feedback.ts), and how Markdown becomes a tree
// (the server's product). Read by server, sdk and pages.
import { officialChannel } from '../contacts.ts';
import { timeMs } from '../money.ts';
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';

const open = { method: 'GET', role: 'public', owner: 'none', rate: 'read' } as const;

/** What a text may lead to: the web, a mail, a page of ours below the language, a heading. */
export const safeHref = z
  .string()
  .max(500)
  .regex(/^(https?:\/\/[^\s\\]+|mailto:[^\s\\]+|\/(?![/\\])[^\s\\]*|#[\w-]+)$/, 'link');

/** A run of text with its marks; `atMs` is a moment, shown in the reader's zone. */
export const articleSpan = z.object({
  text: z.string(),
  marks: z.array(z.enum(['strong', 'emphasis', 'code'])),
  href: safeHref.optional(),
  atMs: timeMs.optional(),
});
export type ArticleSpan = z.infer<typeof articleSpan>;

const spans = z.array(articleSpan);

/** One block of an article. */
export const articleBlock = z.union([
  z.object({ kind: z.literal('paragraph'), spans }),
  z.object({
    kind: z.literal('heading'),
    level: z.number().int().min(2).max(4),
    /** What an address names after its `#`. */
    anchor: z.string(),
    spans,
  }),
  z.object({
    kind: z.literal('list'),
    /** In reading order; `depth` 0 is the outer list. */
    items: z.array(z.object({ depth: z.number().int(), isOrdered: z.boolean(), spans })),
  }),
  z.object({ kind: z.literal('code'), language: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('quote'),
    /** A plain quote, or a box that asks for attention. */
    tone: z.enum(['plain', 'note', 'warning']),
    paragraphs: z.array(spans),
  }),
  z.object({ kind: z.literal('table'), head: z.array(spans), rows: z.array(z.array(spans)) }),
  z.object({ kind: z.literal('rule') }),
]);
export type ArticleBlock = z.infer<typeof articleBlock>;

/** Two houses in one store: the help centre and the announcements. */
export const contentKind = z.enum(['help', 'notice']);
export type ContentKind = z.infer<typeof contentKind>;

/** Name of an article or category in addresses, or its number. */
const code = z
  .string()
  .max(60)
  .regex(/^(\d{1,15}|[a-z][a-z0-9-]{2,59})$/, 'code');

/** A category in the reader's language. */
export const contentCategory = z.object({
  id: z.number().int(),
  code: z.string(),
  kind: contentKind,
  name: z.string(),
  lead: z.string(),
  articleCount: z.number().int(),
});
export type ContentCategory = z.infer<typeof contentCategory>;

/** An article in a list. */
export const articleRow = z.object({
  id: z.string(),
  code: z.string(),
  kind: contentKind,
  categoryCode: z.string(),
  categoryName: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Language of title and summary: en_US where there is no other. */
  locale: z.string(),
  /** Languages it is written in. */
  locales: z.array(z.string()),
  isPinned: z.boolean(),
  publishedTime: timeMs,
  /** When the text that is shown was made. */
  changedTime: timeMs,
  /** In a search: the place of the text that has the words; else empty. */
  excerpt: z.string(),
});
export type ArticleRow = z.infer<typeof articleRow>;

/** A whole article. */
export const article = articleRow.extend({
  categoryNumber: z.number().int(),
  blocks: z.array(articleBlock),
  /** Others of its category. */
  related: z.array(z.object({ code: z.string(), title: z.string() })),
});
export type Article = z.infer<typeof article>;

const vote = z.object({ isHelpful: z.boolean().nullable() });

/** A list or a search cost 8 ms, an article 3, where a call of the class may cost 2.5. */
const LIST_WEIGHT = 4;
const ARTICLE_WEIGHT = 2;

/** Routes of help and announcements. */
export const contentRoutes = {
  categories: defineRoute({
    ...open,
    path: '/hk-web/content/categories',
    summary: 'Categories of the help centre or of the announcements, in their order.',
    query: z.object({ kind: contentKind.default('help') }),
    answer: z.array(contentCategory),
  }),
  articles: defineRoute({
    ...open,
    weigh: () => LIST_WEIGHT,
    path: '/hk-web/content/articles',
    summary:
      'What is published: pinned first, then newest; with a keyword the best matches first. ' +
      'Help stands in its own order.',
    query: z.object({
      /** Left out: both. */
      kind: contentKind.optional(),
      category: code.optional(),
      keyword: z.string().trim().max(80).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
      pageNum: z.coerce.number().int().min(1).max(10_000).default(1),
    }),
    answer: z.object({ list: z.array(articleRow), totalCount: z.number().int() }),
  }),
  article: defineRoute({
    ...open,
    weigh: () => ARTICLE_WEIGHT,
    path: '/hk-web/content/article',
    summary: 'One published article by its code or number, as blocks of text without markup.',
    query: z.object({ code }),
    answer: article,
  }),
  vote: defineRoute({
    ...open,
    weigh: () => ARTICLE_WEIGHT,
    owner: 'caller',
    path: '/hk-web/content/vote',
    summary: 'Whether the caller said that an article helped; guests are told by their browser.',
    query: z.object({ code }),
    answer: vote,
  }),
  setVote: defineRoute({
    method: 'POST',
    role: 'public',
    owner: 'caller',
    rate: 'write',
    path: '/hk-web/content/vote',
    summary: 'Say whether an article helped, in place of what was said before; null takes it back.',
    body: z.object({ code, ...vote.shape }),
    answer: vote,
  }),
  channels: defineRoute({
    ...open,
    path: '/hk-web/content/channels',
    summary: 'Domains, mail addresses, telephones and accounts that are the exchange’s own.',
    answer: z.array(officialChannel),
  }),
} as const;
