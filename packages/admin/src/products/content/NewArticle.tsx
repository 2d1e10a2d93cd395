// Asks for what a new article needs: its name in addresses, its category, its heading.
import { Select, TextField } from '@isobath/ui';
import { editingRoutes } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { FormDialog } from '../../base/FormDialog.tsx';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { CodeField, isCode } from './CodeField.tsx';

/** The dialog. */
export function NewArticle(props: {
  categories: readonly { readonly categoryId: number; readonly name: string }[];
  isOpen: boolean;
  onClose: () => void;
  onMade: (articleId: number) => void;
}) {
  const t = useTexts('admin');
  const { act, isPending } = useAction();
  const [code, setCode] = useState('');
  const [title, setTitle] = useState('');
  const [category, setCategory] = useState<string | null>(null);
  const isReady = isCode(code) && title.trim() !== '' && category !== null;
  const make = () =>
    act(async () => {
      const words = { title, summary: '', body: '' };
      const body = { code, categoryId: Number(category), locale: 'en_US', ...words };
      const { articleId } = await client.call(editingRoutes.addArticle, { body });
      props.onMade(articleId);
    }, t('saved'));
  return (
    <FormDialog
      confirmLabel={t('save')}
      isOpen={props.isOpen}
      isPending={isPending}
      isReady={isReady}
      onClose={props.onClose}
      onConfirm={() => void make()}
      title={t('content.new')}
    >
      <CodeField onChange={setCode} value={code} />
      <TextField
        input={{ maxLength: 200 }}
        label={t('content.title')}
        onChange={setTitle}
        value={title}
      />
      <Select
        label={t('content.category')}
        onChange={setCategory}
        options={props.categories.map(({ categoryId, name }) => ({
          value: String(categoryId),
          label: name,
        }))}
        value={category}
      />
    </FormDialog>
  );
}
