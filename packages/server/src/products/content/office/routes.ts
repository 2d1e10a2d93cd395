// Calls of the editor and of answering feedback: each does one thing and leaves an act in the audit
// chain, in the same transaction. Permissions are checked by the edge. Called by the edge.
import { editingRoutes } from '@isobath/wire';
import { type Actor, type AuditLog, createLooks } from '../../../base/audit/index.ts';
import type { Database, Session } from '../../../base/db/index.ts';
import {
  type CallContext,
  refuse,
  refuseField,
  type RouteHandler,
  serve,
} from '../../../base/product/index.ts';
import {
  addArticle,
  addVersion,
  hideLanguage,
  setFrame,
  setTerm,
  showVersion,
  type VersionText,
} from '../editing.ts';
import { answerFeedback } from '../feedback/feedback.ts';
import { parseMarkdown } from '../markdown/blocks.ts';
import { createCategoryRoutes } from './category-routes.ts';
import { listAllFeedback, listForEditor, listVersions } from './read.ts';

/** What the calls stand on. */
export interface EditorParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly readNowMs: () => number;
  /** Called after something may be shown that was not: announcements are told. */
  readonly shown: () => Promise<unknown>;
}

/** The operator of a call; the edge has let nobody else through. */
function operatorOf({ caller }: Pick<CallContext, 'caller'>): Actor {
  if (caller.operator === undefined) throw refuse('not_signed_in');
  return caller.operator;
}

const authorOf = (actor: Actor) => `operator:${actor.operatorId}`;
const targetOf = (id: number) => ({ kind: 'article', id }) as const;
const orNull = (ms: number) => (ms === 0 ? null : ms);

function createReadingRoutes({ database, readNowMs }: EditorParts): RouteHandler[] {
  return [
    serve(editingRoutes.editorList, ({ caller }) =>
      listForEditor(database, caller.locale, readNowMs()),
    ),
    serve(editingRoutes.editorVersions, ({ query }) =>
      listVersions(database, query.articleId, query.locale),
    ),
    serve(editingRoutes.editorPreview, async ({ body }) => ({ blocks: parseMarkdown(body.body) })),
  ];
}

/** What people told the house: whose words an operator was shown is written down. */
function createFeedbackReading({ database, audit }: EditorParts): RouteHandler[] {
  const looks = createLooks();
  return [
    serve(editingRoutes.listFeedback, async (call) => {
      const actor = operatorOf(call);
      const rows = await listAllFeedback(database, call.query.isOpen === 'true');
      const { sessionId } = actor;
      const ids = rows.map(({ id }) => Number(id));
      await looks.note({ sessionId, room: 'feedback', ids }, async (feedback) => {
        const fresh = rows.filter(({ id }) => feedback.includes(Number(id)));
        const people = [...new Set(fresh.map(({ ownerId }) => ownerId))];
        await audit.write(actor, { action: 'feedback_viewed', detail: { feedback, people } });
      });
      return rows;
    }),
    serve(editingRoutes.readFeedbackPicture, async (call) => {
      const { pictureId } = call.query;
      const [row] = await database.query<{ type: 'image/png'; content: Buffer; id: number }>(
        `SELECT type, content, feedback_id AS id FROM feedback_pictures
         WHERE picture_id = $1 AND feedback_id IS NOT NULL`,
        [pictureId],
      );
      if (row === undefined) throw refuse('object_not_found');
      const actor = operatorOf(call);
      const look = { sessionId: actor.sessionId, room: 'picture', ids: [pictureId] };
      await looks.note(look, () => {
        const target = { kind: 'feedback', id: row.id } as const;
        return audit.write(actor, { action: 'feedback_viewed', target, detail: { pictureId } });
      });
      return { type: row.type, content: row.content.toString('base64') };
    }),
  ];
}

/** Nobody removes the category before the transaction ends. */
async function checkCategory(session: Session, categoryId: number): Promise<void> {
  const text = 'SELECT FROM content_categories WHERE category_id = $1 FOR KEY SHARE';
  const known = await session.query(text, [categoryId]);
  if (known.length === 0) throw refuseField('categoryId', 'no such category');
}

function createVersionRoutes({ audit, readNowMs }: EditorParts): RouteHandler[] {
  return [
    serve(editingRoutes.addArticle, (call) =>
      audit.transaction(operatorOf(call), async (session, write) => {
        const { code, categoryId, locale, title, summary, body } = call.body;
        const frame = { code, categoryId, isPinned: false, place: 1_000 };
        await checkCategory(session, categoryId);
        const articleId = await addArticle(session, frame);
        if (articleId === undefined) throw refuseField('code', 'taken');
        const author = authorOf(operatorOf(call));
        const text = { title, summary, body, author, atMs: readNowMs() };
        await addVersion(session, { articleId, locale, ...text });
        await write({ action: 'content_added', target: targetOf(articleId), detail: { code } });
        return { articleId };
      }),
    ),
    serve(editingRoutes.saveVersion, (call) =>
      audit.transaction(operatorOf(call), async (session, write) => {
        const { articleId, locale } = call.body;
        const author = authorOf(operatorOf(call));
        await checkArticle(session, articleId);
        const version = await addVersion(session, { ...call.body, author, atMs: readNowMs() });
        if (version === undefined) throw refuseField('baseVersion', 'changed meanwhile');
        const detail = { locale, version };
        await write({ action: 'content_saved', target: targetOf(articleId), detail });
        return { version };
      }),
    ),
    serve(editingRoutes.restoreVersion, (call) =>
      audit.transaction(operatorOf(call), async (session, write) => {
        const { articleId, locale, version: from } = call.body;
        const rows = await session.query<VersionText>(
          `SELECT title, summary, body FROM content_versions
           WHERE article_id = $1 AND locale = $2 AND version = $3`,
          [articleId, locale, from],
        );
        if (rows[0] === undefined) throw refuse('object_not_found');
        const author = authorOf(operatorOf(call));
        const text = { ...rows[0], author, atMs: readNowMs() };
        const version = (await addVersion(session, { articleId, locale, ...text })) ?? 0;
        const detail = { locale, from, version };
        await write({ action: 'content_restored', target: targetOf(articleId), detail });
        return { version };
      }),
    ),
  ];
}

async function checkArticle(
  session: Parameters<typeof addVersion>[0],
  articleId: number,
): Promise<void> {
  const rows = await session.query('SELECT FROM content_articles WHERE article_id = $1', [
    articleId,
  ]);
  if (rows.length === 0) throw refuse('object_not_found');
}

function createShowingRoutes({ audit, shown }: EditorParts): RouteHandler[] {
  return [
    serve(editingRoutes.showVersion, async (call) => {
      const { articleId, locale, version } = call.body;
      await audit.transaction(operatorOf(call), async (session, write) => {
        await checkArticle(session, articleId);
        if (version === 0) await hideLanguage(session, articleId, locale);
        else if (!(await showVersion(session, { articleId, locale, version }))) {
          throw refuse('object_not_found');
        }
        const detail = { locale, version };
        await write({ action: 'content_shown', target: targetOf(articleId), detail });
      });
      await shown();
      return {};
    }),
    serve(editingRoutes.setTerm, async (call) => {
      const { articleId, publishAt, takeDownAt } = call.body;
      if (takeDownAt !== 0 && takeDownAt <= publishAt) {
        throw refuseField('takeDownAt', 'before it begins');
      }
      await audit.transaction(operatorOf(call), async (session, write) => {
        const term = { publishAtMs: orNull(publishAt), takeDownAtMs: orNull(takeDownAt) };
        if (!(await setTerm(session, articleId, term))) throw refuse('object_not_found');
        const detail = { publishAt, takeDownAt };
        await write({ action: 'content_term_set', target: targetOf(articleId), detail });
      });
      await shown();
      return {};
    }),
    serve(editingRoutes.setFrame, async (call) => {
      const { articleId, ...frame } = call.body;
      await audit.transaction(operatorOf(call), async (session, write) => {
        await checkCategory(session, frame.categoryId);
        if (!(await setFrame(session, articleId, frame))) throw refuse('object_not_found');
        const target = targetOf(articleId);
        await write({ action: 'content_frame_set', target, detail: frame });
      });
      return {};
    }),
  ];
}

/** Handlers of the editor, and of answering feedback. */
export function createEditorRoutes(parts: EditorParts): RouteHandler[] {
  return [
    ...createReadingRoutes(parts),
    ...createFeedbackReading(parts),
    ...createVersionRoutes(parts),
    ...createShowingRoutes(parts),
    ...createCategoryRoutes({ audit: parts.audit, operatorOf }),
    serve(editingRoutes.answerFeedback, async (call) => {
      const { feedbackId, answer } = call.body;
      const nowMs = parts.readNowMs();
      await parts.audit.transaction(operatorOf(call), async (session, write) => {
        const isKnown = await answerFeedback(session, { feedbackId, answer, nowMs });
        if (!isKnown) throw refuse('object_not_found');
        const target = { kind: 'feedback', id: feedbackId } as const;
        await write({ action: 'feedback_answered', target, detail: { answer } });
      });
      return {};
    }),
  ];
}
