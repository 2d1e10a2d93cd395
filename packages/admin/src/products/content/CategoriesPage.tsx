// Categories of help and of announcements: their order, names, and what they hold. One that holds
// articles stays; its articles can be moved to another. Not the articles. Listed by index.ts.
import { useRead } from '@isobath/kit';
import {
  Button,
  ChevronDown,
  ChevronUp,
  ConfirmSheet,
  IconButton,
  Panel,
  Select,
} from '@isobath/ui';
import { type ContentKind, editingRoutes, type EditorCategory } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { CategoryDialog, type CategoryRequest } from './CategoryDialog.tsx';
import './content.css';

const kinds: readonly ContentKind[] = ['help', 'notice'];

/** The page. */
export function CategoriesPage() {
  const t = useTexts('admin');
  const canWrite = usePermission('content.write');
  const loaded = useRead(['articles'], (signal) =>
    client.call(editingRoutes.editorList, { signal }),
  );
  const [request, setRequest] = useState<CategoryRequest | null>(null);
  return (
    <>
      <PageHead text={t('category.text')} title={t('page.categories')} />
      <LoadedBody read={loaded}>
        {({ categories }) => (
          <div className="office-stack">
            {kinds.map((kind) => (
              <Panel
                isFramed
                key={kind}
                title={t(`category.kind.${kind}`)}
                tools={
                  canWrite ? (
                    <Button onClick={() => setRequest({ kind })} size="small" variant="quiet">
                      {t('category.new')}
                    </Button>
                  ) : null
                }
              >
                <House
                  categories={categories.filter((one) => one.kind === kind)}
                  kind={kind}
                  onChanged={loaded.reload}
                  onEdit={setRequest}
                />
              </Panel>
            ))}
          </div>
        )}
      </LoadedBody>
      {request === null ? null : (
        <CategoryDialog
          key={'code' in request ? request.code : request.kind}
          onClose={() => setRequest(null)}
          onSaved={() => {
            setRequest(null);
            loaded.reload();
          }}
          request={request}
        />
      )}
    </>
  );
}

/** The numbers with one moved by a place. */
function moveBy(ids: readonly number[], id: number, step: -1 | 1): number[] {
  const from = ids.indexOf(id);
  return ids.toSpliced(from, 1).toSpliced(from + step, 0, id);
}

function House(props: {
  kind: ContentKind;
  categories: readonly EditorCategory[];
  onEdit: (category: EditorCategory) => void;
  onChanged: () => void;
}) {
  const t = useTexts('admin');
  const canWrite = usePermission('content.write');
  const { act, isPending } = useAction();
  const { kind, categories } = props;
  const ids = categories.map(({ categoryId }) => categoryId);
  const run = async (work: () => Promise<unknown>) => {
    if (await act(work, t('saved'))) props.onChanged();
  };
  const move = (id: number, step: -1 | 1) =>
    void run(() =>
      client.call(editingRoutes.orderCategories, {
        body: { kind, categoryIds: moveBy(ids, id, step) },
      }),
    );
  const remove = (categoryId: number) =>
    void run(() => client.call(editingRoutes.removeCategory, { body: { categoryId } }));
  return (
    <ul className="office-list">
      {categories.map((category, place) => (
        <li key={category.categoryId}>
          <span className="editor-category">
            <b>{category.name}</b>
            <small className="office-quiet">
              {category.code}, {t('category.holds', { number: category.articleCount })}
            </small>
          </span>
          {canWrite ? (
            <span className="office-row-tools editor-category-tools">
              <MoveChoice
                category={category}
                onChanged={props.onChanged}
                others={categories.filter((one) => one !== category)}
              />
              <IconButton
                disabled={place === 0 || isPending}
                icon={<ChevronUp />}
                label={t('category.up', { name: category.name })}
                onClick={() => move(category.categoryId, -1)}
              />
              <IconButton
                disabled={place === categories.length - 1 || isPending}
                icon={<ChevronDown />}
                label={t('category.down', { name: category.name })}
                onClick={() => move(category.categoryId, 1)}
              />
              <Button onClick={() => props.onEdit(category)} size="small">
                {t('category.edit')}
              </Button>
              <Button
                isPending={isPending}
                onClick={() => remove(category.categoryId)}
                size="small"
                variant="quiet"
                whyDisabled={category.articleCount > 0 ? t('category.full') : undefined}
              >
                {t('category.remove')}
              </Button>
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Where the articles of a category go; nothing for an empty one, or when there is no other. */
function MoveChoice(props: {
  category: EditorCategory;
  others: readonly EditorCategory[];
  onChanged: () => void;
}) {
  const t = useTexts('admin');
  const { act, isPending } = useAction();
  const [target, setTarget] = useState<EditorCategory | null>(null);
  const { category, others } = props;
  if (category.articleCount === 0 || others.length === 0) return null;
  const move = async (toCategoryId: number) => {
    const body = { categoryId: category.categoryId, toCategoryId };
    const work = () => client.call(editingRoutes.moveArticles, { body });
    if (await act(work, t('saved'))) props.onChanged();
  };
  return (
    <>
      <Select
        label={t('category.move')}
        labelPlace="hidden"
        onChange={(value) =>
          setTarget(others.find(({ categoryId }) => String(categoryId) === value) ?? null)
        }
        options={others.map(({ categoryId, name }) => ({ value: String(categoryId), label: name }))}
        placeholder={t('category.move')}
        value={null}
      />
      <ConfirmSheet
        cancelLabel={t('cancel')}
        confirmLabel={t('category.moveNow')}
        isOpen={target !== null}
        isPending={isPending}
        onConfirm={() => target !== null && void move(target.categoryId)}
        onOpenChange={() => setTarget(null)}
        title={`${category.name} → ${target?.name ?? ''}`}
      >
        <p>{t('category.moveText', { number: category.articleCount })}</p>
      </ConfirmSheet>
    </>
  );
}
