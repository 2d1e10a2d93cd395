// From when to when an article is shown, its category and its pin. Not its words (EditorPage.tsx).
// Shown by the editor.
import { Button, Panel, Select, Switch, Tag, TextField } from '@isobath/ui';
import { editingRoutes, type EditorRow } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';

/** A moment as the field for date and time has it, in the operator's zone; "" for none. */
function toField(atMs: number): string {
  if (atMs === 0) return '';
  const local = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

const fromField = (text: string) => (text === '' ? 0 : new Date(text).getTime());

/** The form. */
export function Terms(props: {
  article: EditorRow;
  categories: readonly { readonly categoryId: number; readonly name: string }[];
  onChanged: () => void;
}) {
  const t = useTexts('admin');
  const canWrite = usePermission('content.write');
  const { act, isPending } = useAction();
  const { article } = props;
  const { articleId, categoryId, isPinned, place } = article;
  const [publish, setPublish] = useState(toField(article.publishAt));
  const [takeDown, setTakeDown] = useState(toField(article.takeDownAt));
  const run = async (work: () => Promise<unknown>) => {
    if (await act(work, t('saved'))) props.onChanged();
  };
  const setTerm = (publishAt: number, takeDownAt: number) =>
    run(() => client.call(editingRoutes.setTerm, { body: { articleId, publishAt, takeDownAt } }));
  const setFrame = (change: { categoryId?: number; isPinned?: boolean }) =>
    run(() =>
      client.call(editingRoutes.setFrame, {
        body: { articleId, categoryId, isPinned, place, ...change },
      }),
    );
  return (
    <Panel
      isFramed
      title={t(`cstate.${article.state}`)}
      tools={<Tag tone="outline">{article.code}</Tag>}
    >
      <div className="office-form editor-terms">
        <TextField
          input={{ type: 'datetime-local' }}
          isDisabled={!canWrite}
          label={t('content.publishAt')}
          onChange={setPublish}
          value={publish}
        />
        <TextField
          input={{ type: 'datetime-local' }}
          isDisabled={!canWrite}
          label={t('content.takeDownAt')}
          onChange={setTakeDown}
          value={takeDown}
        />
        <Select
          isDisabled={!canWrite}
          label={t('content.category')}
          onChange={(value) => void setFrame({ categoryId: Number(value) })}
          options={props.categories.map((one) => ({
            value: String(one.categoryId),
            label: one.name,
          }))}
          value={String(categoryId)}
        />
        <Switch
          isDisabled={!canWrite}
          isOn={isPinned}
          label={t('content.pinned')}
          onChange={(isOn) => void setFrame({ isPinned: isOn })}
        />
        {canWrite ? (
          <TermTools
            isOut={article.state === 'published' || article.state === 'scheduled'}
            isPending={isPending}
            onDraft={() => void setTerm(0, 0)}
            onPublish={() => {
              const nowMs = Date.now();
              setPublish(toField(nowMs));
              setTakeDown('');
              void setTerm(nowMs, 0);
            }}
            onSet={() => void setTerm(fromField(publish), fromField(takeDown))}
          />
        ) : null}
      </div>
    </Panel>
  );
}

function TermTools(props: {
  /** It is shown, or will be. */
  isOut: boolean;
  isPending: boolean;
  onSet: () => void;
  onDraft: () => void;
  onPublish: () => void;
}) {
  const t = useTexts('admin');
  const { isPending } = props;
  return (
    <div className="office-row-tools">
      <Button isPending={isPending} onClick={props.onSet}>
        {t('content.setTerm')}
      </Button>
      {props.isOut ? (
        <Button isPending={isPending} onClick={props.onDraft} variant="quiet">
          {t('content.unpublish')}
        </Button>
      ) : (
        <Button isPending={isPending} onClick={props.onPublish} variant="primary">
          {t('content.publishNow')}
        </Button>
      )}
    </div>
  );
}
