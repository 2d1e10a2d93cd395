// The form of one row: a field for each cell by its kind, what the server objects to under it, and
// a reason where another operator must agree. Removing asks with the same dialog. Shown by the page
// of tables.
import { ApiError } from '@isobath/sdk';
import {
  Button,
  isRefused,
  NumberField,
  Select,
  Switch,
  TextArea,
  TextField,
  useToasts,
} from '@isobath/ui';
import {
  type ReferenceColumn,
  type ReferenceRow,
  type ReferenceTableForm,
  type ReferenceTableName,
  referenceTableRoutes,
  referenceTables,
} from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { FormDialog } from '../../../base/FormDialog.tsx';
import { useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';
import { nameColumn, nameRow, showCell } from './words.ts';

/** What is to be done with which row. */
export type RowRequest =
  | { readonly kind: 'add' }
  | { readonly kind: 'set' | 'remove'; readonly row: ReferenceRow };

type Cells = Readonly<Record<string, string>>;

const reasonMin = 3;
/** More than any amount of a table has; the server knows how many each of them has. */
const decimalsMax = 18;

/** Cells that a person changed, or all that they filled in a new row. */
function listChanges(draft: Cells, kept: Cells) {
  return Object.entries(draft)
    .filter(([name, value]) => value !== (kept[name] ?? ''))
    .map(([name, value]) => ({ name, value }));
}

/** A new row as its form shows it: what is shown is what is sent. */
function begin({ columns }: ReferenceTableForm): Cells {
  const cells: Record<string, string> = {};
  for (const [name, column] of Object.entries(columns)) {
    if (column.kind === 'switch') cells[name] = 'true';
    if (column.kind === 'choice') cells[name] = column.choices[0] ?? '';
  }
  return cells;
}

function useObjections() {
  const [problems, setProblems] = useState<Cells>({});
  return {
    problems,
    /** Objections of the server by field; whatever else it says goes on to be told as it is. */
    take(failure: unknown) {
      if (!(failure instanceof ApiError) || failure.fields.length === 0) throw failure;
      setProblems(Object.fromEntries(failure.fields.map((one) => [one.path, one.problem])));
    },
    clear: () => setProblems({}),
  };
}

/** The dialog; made anew for each wish. */
export function RowDialog(props: {
  table: ReferenceTableName;
  request: RowRequest;
  onClose: () => void;
  onDone: () => void;
  /** The row shall go instead. */
  onRemove: (row: ReferenceRow) => void;
}) {
  const t = useTexts('admin');
  const toasts = useToasts();
  const { table, request } = props;
  const form: ReferenceTableForm = referenceTables[table];
  const kept: Cells = request.kind === 'add' ? {} : request.row.cells;
  const [key, setKey] = useState(request.kind === 'add' ? '' : request.row.key);
  const [draft, setDraft] = useState<Cells>(() => (request.kind === 'add' ? begin(form) : kept));
  const [reason, setReason] = useState('');
  const { act, isPending } = useAction();
  const { problems, take, clear } = useObjections();
  const changes = listChanges(draft, kept);
  const hasReason = !form.needsTwo || reason.trim().length >= reasonMin;
  const isRead = !Object.values(draft).some(isRefused);
  const isReady =
    hasReason && isRead && key !== '' && (request.kind === 'remove' || changes.length > 0);
  const send = () =>
    act(async () => {
      clear();
      try {
        const { approvalId } =
          request.kind === 'remove'
            ? await client.call(referenceTableRoutes.removeTableRow, {
                body: { table, key, reason },
              })
            : await client.call(referenceTableRoutes.setTableRow, {
                body: { table, key, changes, reason },
              });
        const title = t(approvalId === 0 ? 'saved' : 'approval.made');
        toasts.show({ kind: 'done', title });
        props.onDone();
      } catch (failure) {
        take(failure);
      }
    }, '');
  const confirm = request.kind === 'remove' ? t('tables.remove') : t('save');
  return (
    <FormDialog
      confirmLabel={form.needsTwo ? t('approval.ask') : confirm}
      isDanger={request.kind === 'remove'}
      isOpen
      isPending={isPending}
      isReady={isReady}
      onClose={props.onClose}
      onConfirm={() => void send()}
      title={request.kind === 'add' ? t('tables.add') : nameRow(t, key)}
    >
      {request.kind === 'add' ? (
        <KeyField error={problems['key'] ?? null} hint={form.key} onChange={setKey} value={key} />
      ) : null}
      {request.kind === 'remove'
        ? null
        : Object.entries(form.columns).map(([name, column]) => (
            <Cell
              column={column}
              draft={draft[name] ?? ''}
              error={problems[name] ?? null}
              key={name}
              name={name}
              onChange={(value) => setDraft({ ...draft, [name]: value })}
            />
          ))}
      {request.kind === 'set' && form.canRemove ? (
        <Button onClick={() => props.onRemove(request.row)} size="small" variant="danger">
          {t('tables.remove')}
        </Button>
      ) : null}
      {form.needsTwo ? (
        <TextArea
          error={problems['reason'] ?? null}
          label={t('reason')}
          maxLength={500}
          onChange={setReason}
          rows={3}
          value={reason}
        />
      ) : null}
    </FormDialog>
  );
}

/** How a new row is named. */
function KeyField(props: {
  value: string;
  hint: string;
  error: string | null;
  onChange: (key: string) => void;
}) {
  const t = useTexts('admin');
  return (
    <TextField
      {...props}
      input={{ autoComplete: 'off', maxLength: 60, name: 'key', spellCheck: false }}
      label={t('tables.key')}
    />
  );
}

function Cell(props: {
  name: string;
  column: ReferenceColumn;
  draft: string;
  error: string | null;
  onChange: (text: string) => void;
}) {
  const t = useTexts('admin');
  const { name, column, draft, error, onChange } = props;
  const label = nameColumn(t, name);
  if (column.kind === 'switch') {
    return (
      <Switch
        hint={error ?? undefined}
        isOn={draft === 'true'}
        label={label}
        name={name}
        onChange={(isOn) => onChange(String(isOn))}
      />
    );
  }
  if (column.kind === 'choice') {
    return (
      <Select
        error={error}
        label={label}
        onChange={onChange}
        options={column.choices.map((value) => ({
          value,
          label: showCell(t, { name, column }, value),
        }))}
        value={draft === '' ? null : draft}
      />
    );
  }
  if (column.kind === 'text') {
    return (
      <TextField
        error={error}
        input={{ autoComplete: 'off', name, spellCheck: false }}
        label={label}
        onChange={onChange}
        value={draft}
      />
    );
  }
  const isNone = column.kind === 'amount' && column.mayBeNone === true && draft === '';
  return (
    <NumberField
      decimals={column.kind === 'whole' ? 0 : decimalsMax}
      error={error}
      hint={isNone ? t('tables.unlimited') : undefined}
      input={{ name }}
      label={label}
      onChange={onChange}
      step="1"
      value={draft}
    />
  );
}
