// The editor of the back office on the wire: articles with their languages and versions, what is
// shown from when to when, and feedback with its answers. Every call names its permission.
// Read by server and console.
import { timeMs } from '../../money.ts';
import { bodyBytes, defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import { articleBlock, contentKind } from '../content.ts';
import { feedbackRow, pictureTypes } from './feedback.ts';

const reading = { method: 'GET', role: 'admin:content.read', owner: 'none', rate: 'read' } as const;
const writing = {
  method: 'POST',
  role: 'admin:content.write',
  owner: 'none',
  rate: 'write',
} as const;

const rowNumber = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** The same in an address. */
const numberText = z.string().max(15).regex(/^\d+$/, 'whole number').transform(Number);
const locale = z.string().regex(/^[a-z]{2,3}_[A-Z]{2}$/, 'language');

/** Name of an article in addresses. */
const code = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9-]{2,59}$/, 'code');

const words = {
  title: z.string().trim().min(1).max(200),
  summary: z.string().trim().max(500),
  /** Markdown. */
  body: z.string().max(60_000),
} as const;

/** Where an article stands. */
export const articleStates = ['draft', 'scheduled', 'published', 'ended'] as const;

/** One language of an article. */
const languageRow = z.object({
  locale: z.string(),
  /** 0 = this language is not shown. */
  shownVersion: z.number().int(),
  newestVersion: z.number().int(),
});

/** An article in the editor's list. */
export const editorRow = z.object({
  articleId: z.number().int(),
  code: z.string(),
  kind: contentKind,
  categoryId: z.number().int(),
  title: z.string(),
  isPinned: z.boolean(),
  place: z.number().int(),
  state: z.enum(articleStates),
  /** 0 = a draft. */
  publishAt: timeMs,
  /** 0 = until further notice. */
  takeDownAt: timeMs,
  languages: z.array(languageRow),
  /** Readers whom it helped, and whom it did not. */
  helpfulCount: z.number().int(),
  unhelpfulCount: z.number().int(),
});
export type EditorRow = z.infer<typeof editorRow>;

/** One version in the list of a language. */
export const versionRow = z.object({
  version: z.number().int(),
  title: z.string(),
  author: z.string(),
  at: timeMs,
});

/** A version whole. */
export const versionText = z.object({ version: z.number().int(), ...words });
export type VersionTextAnswer = z.infer<typeof versionText>;

const done = z.object({});

/** A category's name in one language; English has to be among them. */
const categoryName = z.object({
  locale,
  name: z.string().trim().min(1).max(80),
  lead: z.string().trim().max(300),
});
export type CategoryName = z.infer<typeof categoryName>;

const categoryNames = z
  .array(categoryName)
  .min(1)
  .max(20)
  .refine((names) => names.some((one) => one.locale === 'en_US'), 'needs en_US')
  .refine(
    (names) => new Set(names.map((one) => one.locale)).size === names.length,
    'each language once',
  );

/** A category as the editor sees it; `name` is in the operator's language. */
const editorCategory = z.object({
  categoryId: z.number().int(),
  kind: contentKind,
  code: z.string(),
  name: z.string(),
  names: z.array(categoryName),
  /** Drafts included. */
  articleCount: z.number().int(),
});
export type EditorCategory = z.infer<typeof editorCategory>;

/** Routes of the editor. */
export const editingRoutes = {
  editorList: defineRoute({
    ...reading,
    path: '/admin/api/content/articles',
    summary: 'Every article with its languages, drafts included.',
    answer: z.object({
      articles: z.array(editorRow),
      /** In the order of the pages. */
      categories: z.array(editorCategory),
    }),
  }),
  editorVersions: defineRoute({
    ...reading,
    path: '/admin/api/content/versions',
    summary: 'Versions of one language of an article, newest first, and the newest one whole.',
    query: z.object({ articleId: numberText, locale }),
    answer: z.object({ versions: z.array(versionRow), newest: versionText.nullable() }),
  }),
  editorPreview: defineRoute({
    ...reading,
    method: 'POST',
    path: '/admin/api/content/preview',
    bodyBytesMax: bodyBytes.article,
    summary: 'What Markdown becomes, as blocks; nothing is kept.',
    body: z.object({ body: words.body }),
    answer: z.object({ blocks: z.array(articleBlock) }),
  }),
  addArticle: defineRoute({
    ...writing,
    path: '/admin/api/content/article',
    bodyBytesMax: bodyBytes.article,
    summary: 'Make an article with its first version; it is a draft.',
    body: z.object({ code, categoryId: rowNumber, locale, ...words }),
    answer: z.object({ articleId: z.number().int() }),
  }),
  saveVersion: defineRoute({
    ...writing,
    path: '/admin/api/content/version',
    bodyBytesMax: bodyBytes.article,
    summary: 'Keep a new version; refused when somebody else kept one meanwhile.',
    body: z.object({
      articleId: rowNumber,
      locale,
      /** Newest version the writer saw, 0 = none. */
      baseVersion: z.number().int().min(0),
      ...words,
    }),
    answer: z.object({ version: z.number().int() }),
  }),
  restoreVersion: defineRoute({
    ...writing,
    path: '/admin/api/content/restore',
    summary: 'Keep an older version again, as the newest one.',
    body: z.object({ articleId: rowNumber, locale, version: rowNumber }),
    answer: z.object({ version: z.number().int() }),
  }),
  showVersion: defineRoute({
    ...writing,
    path: '/admin/api/content/show',
    summary: 'Show a version to readers of its language; 0 shows none.',
    body: z.object({ articleId: rowNumber, locale, version: z.number().int().min(0) }),
    answer: done,
  }),
  setTerm: defineRoute({
    ...writing,
    path: '/admin/api/content/term',
    summary: 'Say from when to when an article is shown; 0 = not yet, or without end.',
    body: z.object({ articleId: rowNumber, publishAt: timeMs, takeDownAt: timeMs }),
    answer: done,
  }),
  setFrame: defineRoute({
    ...writing,
    path: '/admin/api/content/frame',
    summary: 'Change category, pin and place of an article.',
    body: z.object({
      articleId: rowNumber,
      categoryId: rowNumber,
      isPinned: z.boolean(),
      place: z.number().int().min(0).max(100_000),
    }),
    answer: done,
  }),
  addCategory: defineRoute({
    ...writing,
    path: '/admin/api/content/category',
    bodyBytesMax: bodyBytes.row,
    summary: 'Make a category, the last one of its house.',
    body: z.object({ kind: contentKind, code, names: categoryNames }),
    answer: z.object({ categoryId: z.number().int() }),
  }),
  setCategoryNames: defineRoute({
    ...writing,
    path: '/admin/api/content/category/names',
    bodyBytesMax: bodyBytes.row,
    summary: 'Put these names in place of all that a category had.',
    body: z.object({ categoryId: rowNumber, names: categoryNames }),
    answer: done,
  }),
  orderCategories: defineRoute({
    ...writing,
    path: '/admin/api/content/category/order',
    summary: 'Put all categories of a house into an order.',
    body: z.object({ kind: contentKind, categoryIds: z.array(rowNumber).max(500) }),
    answer: done,
  }),
  moveArticles: defineRoute({
    ...writing,
    path: '/admin/api/content/category/move',
    summary: 'Move every article of a category into another one of its house.',
    body: z.object({ categoryId: rowNumber, toCategoryId: rowNumber }),
    answer: z.object({ movedCount: z.number().int() }),
  }),
  removeCategory: defineRoute({
    ...writing,
    path: '/admin/api/content/category/remove',
    summary: 'Remove a category; refused while it has articles.',
    body: z.object({ categoryId: rowNumber }),
    answer: done,
  }),
  listFeedback: defineRoute({
    ...reading,
    role: 'admin:desk.read',
    path: '/admin/api/feedback',
    summary: 'What people told the house, newest first: what waits, or everything.',
    query: z.object({ isOpen: z.enum(['true', 'false']).default('true') }),
    answer: z.array(feedbackRow.extend({ ownerId: z.number().int(), locale: z.string() })),
  }),
  readFeedbackPicture: defineRoute({
    ...reading,
    role: 'admin:desk.read',
    path: '/admin/api/feedback/picture',
    summary: 'A picture that came with feedback.',
    query: z.object({ pictureId: numberText }),
    answer: z.object({ type: z.enum(pictureTypes), content: z.string() }),
  }),
  answerFeedback: defineRoute({
    ...writing,
    role: 'admin:desk.answer',
    path: '/admin/api/feedback/answer',
    summary: 'Answer feedback: beside it and in the inbox of whoever sent it.',
    body: z.object({ feedbackId: rowNumber, answer: z.string().trim().min(1).max(4_000) }),
    answer: done,
  }),
} as const;
