// The form of one value: saved when the operator says so; what the server objects to stands under
// the field; the last change can be undone. Not the controls (ValueControl.tsx).
// Shown by the page of values.
import { ApiError } from '@isobath/sdk';
import { Button, KeyValue, RelativeTime, useToasts } from '@isobath/ui';
import {
  type ConfigRow,
  officeRoutes,
  type RouteAnswer,
  type WebValueName,
  webValues,
} from '@isobath/wire';
import { type FormEvent, useState } from 'react';
import { client } from '../../../base/client.ts';
import { ReasonDialog } from '../../../base/ReasonDialog.tsx';
import { usePermission } from '../../../base/session.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';
import { listFacts } from '../facts.tsx';
import { ValueControl } from './ValueControl.tsx';
import { parseDraft, showDraft } from './value-drafts.ts';

type Saved = RouteAnswer<typeof officeRoutes.setConfig>;

/** What the server says of a value it does not take; null for every other failure. */
function readObjection(failure: unknown): string | null {
  if (!(failure instanceof ApiError) || failure.fields.length === 0) return null;
  return failure.fields[0]?.problem ?? failure.message;
}

/** The form. @param props - undoTo: the value before the last change as JSON, null for none. */
export function ValueEditor(props: {
  name: WebValueName;
  row: ConfigRow;
  undoTo: string | null;
  onSaved: (saved: ConfigRow) => void;
}) {
  const { name, row, undoTo } = props;
  const { form } = webValues[name];
  const t = useTexts('admin');
  const toasts = useToasts();
  const canWrite = usePermission('config.write');
  const kept = showDraft(form, row.value);
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { act, isPending } = useAction();
  const isChanged = draft !== null && draft !== kept;
  const edit = (next: string | null) => {
    setError(null);
    setDraft(next);
  };
  const [requested, setRequested] = useState<string | null>(null);
  const needsTwo = webValues[name].needsTwo === true;
  const send = (value: string, reason = '') =>
    act(async () => {
      setError(null);
      let saved: Saved;
      try {
        saved = await client.call(officeRoutes.setConfig, { body: { name, value, reason } });
      } catch (failure) {
        const objection = readObjection(failure);
        if (objection === null) throw failure;
        setError(objection);
        setRequested(null);
        return;
      }
      setDraft(null);
      setRequested(null);
      if (saved.approvalId === 0) props.onSaved(saved);
      toasts.show({
        kind: 'done',
        title: saved.approvalId === 0 ? t('saved') : t('approval.made'),
      });
    }, '');
  const ask = (value: string) => {
    if (needsTwo) setRequested(value);
    else void send(value);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged) return;
    ask(parseDraft(form, draft));
  };
  return (
    <>
      <form className="office-value" onSubmit={save}>
        <ValueControl
          draft={draft ?? kept}
          error={error}
          form={form}
          isDisabled={!canWrite}
          name={name}
          onChange={edit}
        />
        {canWrite ? (
          <Actions
            isChanged={isChanged}
            isPending={isPending}
            onCancel={() => edit(null)}
            onUndo={undoTo === null ? null : () => ask(undoTo)}
          />
        ) : null}
      </form>
      {requested === null ? null : (
        <ReasonDialog
          confirmLabel={t('approval.ask')}
          isOpen
          isPending={isPending}
          onClose={() => setRequested(null)}
          onConfirm={(reason) => void send(requested, reason)}
          text={t(`config.${name}`)}
          title={t('kind.config.set')}
        >
          <KeyValue facts={listFacts(JSON.stringify({ before: row.value, value: requested }), t)} />
        </ReasonDialog>
      )}
      <small className="office-quiet">
        {row.changedAt === 0 ? null : <RelativeTime atMs={row.changedAt} />}
      </small>
    </>
  );
}

/** Save and leave for a change; undo for what was saved last. */
function Actions(props: {
  isChanged: boolean;
  isPending: boolean;
  onCancel: () => void;
  onUndo: (() => void) | null;
}) {
  const t = useTexts('admin');
  const { isChanged, isPending, onCancel, onUndo } = props;
  if (isChanged) {
    return (
      <div className="office-actions">
        <Button isPending={isPending} type="submit" variant="primary">
          {t('save')}
        </Button>
        <Button onClick={onCancel} variant="quiet">
          {t('cancel')}
        </Button>
      </div>
    );
  }
  return onUndo === null ? null : (
    <div className="office-actions">
      <Button isPending={isPending} onClick={onUndo}>
        {t('config.undo')}
      </Button>
    </div>
  );
}
