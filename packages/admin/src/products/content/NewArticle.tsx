// Asks for what a new article needs: its name in addresses, its category, its heading.
import { Button, Dialog, Select, TextField } from '@isobath/ui';
import { editingRoutes } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAct } from '../../base/use-act.ts';

/** The dialog. */
export function NewArticle(props: {
  categories: readonly { readonly categoryId: number; readonly name: string }[];
  isOpen: boolean;
  onClose: () => void;
  onMade: (articleId: number) => void;
}) {
  const t = useTexts('admin');
  const { act, isPending } = useAct();
  const [code, setCode] = useState('');
  const [title, setTitle] = useState('');
  const [category, setCategory] = useState<string | null>(null);
  const isReady = /^[a-z][a-z0-9-]{2,59}$/.test(code) && title.trim() !== '' && category !== null;
  const make = () =>
    act(async () => {
      const words = { title, summary: '', body: '' };
      const body = { code, categoryId: Number(category), locale: 'en_US', ...words };
      const { articleId } = await client.call(editingRoutes.addArticle, { body });
      props.onMade(articleId);
    }, t('saved'));
  return (
    <Dialog
      foot={
        <>
          <Button onClick={props.onClose} variant="quiet">
            {t('cancel')}
          </Button>
          <Button
            disabled={!isReady}
            isPending={isPending}
            onClick={() => void make()}
            variant="primary"
          >
            {t('save')}
          </Button>
        </>
      }
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      size="small"
      title={t('content.new')}
    >
      <div className="office-form">
        <TextField
          hint={t('content.codeHint')}
          input={{ spellCheck: false, autoComplete: 'off', maxLength: 60 }}
          label={t('content.code')}
          onChange={setCode}
          value={code}
        />
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
      </div>
    </Dialog>
  );
}
