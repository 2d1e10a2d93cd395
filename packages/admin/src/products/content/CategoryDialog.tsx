// Names of a category in each language, and its name in addresses when it is new. A language
// without a name shows the English one. Not the order nor what it holds (CategoriesPage.tsx).
import { localeNames, locales, type Locale } from '@isobath/texts';
import { Select, TextArea, TextField } from '@isobath/ui';
import { type ContentKind, editingRoutes, type EditorCategory } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { FormDialog } from '../../base/FormDialog.tsx';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { CodeField, isCode } from './CodeField.tsx';

/** A category that is there, or the house that a new one is for. */
export type CategoryRequest = EditorCategory | { readonly kind: ContentKind };

interface Words {
  readonly name: string;
  readonly lead: string;
}
type Draft = Readonly<Partial<Record<Locale, Words>>>;

const none: Words = { name: '', lead: '' };

function beginDraft(request: CategoryRequest): Draft {
  if (!('names' in request)) return {};
  return Object.fromEntries(
    request.names.map(({ locale, name, lead }) => [locale, { name, lead }]),
  );
}

/** Languages with a name, as the server takes them. */
function listNames(draft: Draft) {
  return locales
    .map((locale) => ({ locale, ...(draft[locale] ?? none) }))
    .filter(({ name }) => name.trim() !== '');
}

/** The dialog; made anew for each wish. */
export function CategoryDialog(props: {
  request: CategoryRequest;
  onClose: () => void;
  onSaved: () => void;
}) {
  const t = useTexts('admin');
  const { request } = props;
  const isNew = !('categoryId' in request);
  const { act, isPending } = useAction();
  const [code, setCode] = useState('');
  const [draft, setDraft] = useState(() => beginDraft(request));
  const names = listNames(draft);
  const isReady = names[0]?.locale === 'en_US' && (!isNew || isCode(code));
  const save = async () => {
    const work = () =>
      isNew
        ? client.call(editingRoutes.addCategory, { body: { kind: request.kind, code, names } })
        : client.call(editingRoutes.setCategoryNames, {
            body: { categoryId: request.categoryId, names },
          });
    if (await act(work, t('saved'))) props.onSaved();
  };
  return (
    <FormDialog
      confirmLabel={t('save')}
      isOpen
      isPending={isPending}
      isReady={isReady}
      onClose={props.onClose}
      onConfirm={() => void save()}
      title={isNew ? t('category.new') : request.name}
    >
      {isNew ? <CodeField onChange={setCode} value={code} /> : null}
      <Names draft={draft} onChange={setDraft} />
    </FormDialog>
  );
}

/** Name and words of one language at a time. */
function Names(props: { draft: Draft; onChange: (draft: Draft) => void }) {
  const t = useTexts('admin');
  const { draft } = props;
  const [locale, setLocale] = useState<Locale>('en_US');
  const words = draft[locale] ?? none;
  const edit = (change: Partial<Words>) =>
    props.onChange({ ...draft, [locale]: { ...words, ...change } });
  return (
    <>
      <Select
        label={t('language')}
        onChange={setLocale}
        options={locales.map((value) => ({
          value,
          label: localeNames[value],
          note: (draft[value]?.name ?? '').trim() === '' ? '' : '●',
        }))}
        value={locale}
      />
      <TextField
        input={{ maxLength: 80 }}
        label={t('category.name')}
        onChange={(name) => edit({ name })}
        value={words.name}
      />
      <TextArea
        label={t('category.lead')}
        maxLength={300}
        onChange={(lead) => edit({ lead })}
        rows={3}
        value={words.lead}
      />
    </>
  );
}
