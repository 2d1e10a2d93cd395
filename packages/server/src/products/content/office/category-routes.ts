// Calls that edit categories: each leaves an act in the audit chain, in the same transaction. A
// category with articles is not removed. Called by routes.ts.
import { editingRoutes } from '@isobath/wire';
import type { Actor, AuditLog } from '../../../base/audit/index.ts';
import type { Session } from '../../../base/db/index.ts';
import {
  type CallContext,
  refuse,
  refuseField,
  type RouteHandler,
  serve,
} from '../../../base/product/index.ts';
import {
  addCategory,
  lockCategories,
  moveArticles,
  orderCategories,
  readCategory,
  removeCategory,
  setCategoryNames,
} from '../categories.ts';

const targetOf = (id: number) => ({ kind: 'category', id }) as const;

async function readKnown(session: Session, categoryId: number) {
  const found = await readCategory(session, categoryId);
  if (found === undefined) throw refuse('object_not_found');
  return found;
}

/** Handlers of categories. */
export function createCategoryRoutes(parts: {
  readonly audit: AuditLog;
  readonly operatorOf: (call: Pick<CallContext, 'caller'>) => Actor;
}): RouteHandler[] {
  const { audit, operatorOf } = parts;
  return [
    serve(editingRoutes.addCategory, (call) =>
      audit.transaction(operatorOf(call), async (session, write) => {
        await lockCategories(session);
        const categoryId = await addCategory(session, call.body);
        if (categoryId === undefined) throw refuseField('code', 'taken');
        const detail = call.body;
        await write({ action: 'category_added', target: targetOf(categoryId), detail });
        return { categoryId };
      }),
    ),
    serve(editingRoutes.setCategoryNames, (call) =>
      audit.transaction(operatorOf(call), async (session, write) => {
        const { categoryId, names } = call.body;
        await lockCategories(session);
        await readKnown(session, categoryId);
        await setCategoryNames(session, categoryId, names);
        await write({ action: 'category_named', target: targetOf(categoryId), detail: { names } });
        return {};
      }),
    ),
    serve(editingRoutes.orderCategories, (call) =>
      audit.transaction(operatorOf(call), async (session, write) => {
        const { kind, categoryIds } = call.body;
        await lockCategories(session);
        const isWhole = await orderCategories(session, kind, categoryIds);
        if (!isWhole) throw refuseField('categoryIds', 'changed meanwhile');
        await write({ action: 'categories_ordered', detail: { kind, categoryIds } });
        return {};
      }),
    ),
    serve(editingRoutes.moveArticles, (call) =>
      audit.transaction(operatorOf(call), async (session, write) => {
        const { categoryId, toCategoryId } = call.body;
        await lockCategories(session);
        const [from, to] = [
          await readKnown(session, categoryId),
          await readKnown(session, toCategoryId),
        ];
        if (from.kind !== to.kind) throw refuseField('toCategoryId', 'of another kind');
        const movedCount = await moveArticles(session, categoryId, toCategoryId);
        const detail = { toCategoryId, movedCount };
        await write({ action: 'category_emptied', target: targetOf(categoryId), detail });
        return { movedCount };
      }),
    ),
    serve(editingRoutes.removeCategory, (call) =>
      audit.transaction(operatorOf(call), async (session, write) => {
        const { categoryId } = call.body;
        await lockCategories(session);
        const { articleCount } = await readKnown(session, categoryId);
        if (articleCount > 0) throw refuseField('categoryId', 'has articles');
        await removeCategory(session, categoryId);
        await write({ action: 'category_removed', target: targetOf(categoryId), detail: {} });
        return {};
      }),
    ),
  ];
}
