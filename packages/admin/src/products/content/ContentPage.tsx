// Every article with where it stands; one of them opens in the editor. Not the editor itself
// (EditorPage.tsx). Listed by index.ts.
import { useRead } from '@isobath/kit';
import { locales } from '@isobath/texts';
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  Moment,
  SearchBox,
  Select,
  Tag,
  useUi,
} from '@isobath/ui';
import { editingRoutes, type EditorRow } from '@isobath/wire';
import { useState } from 'react';
import { goTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { LoadedBody, NothingHere, PageHead } from '../../base/PageBody.tsx';
import { usePermission } from '../../base/session.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { EditorPage } from './EditorPage.tsx';
import { NewArticle } from './NewArticle.tsx';
import './content.css';

type State = EditorRow['state'];

const states: readonly State[] = ['draft', 'scheduled', 'published', 'ended'];

/** Whether heading or name has every word that was typed. */
function hasWords({ title, code }: EditorRow, typed: string): boolean {
  const text = `${title} ${code}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The page of articles. */
export function ContentPage({ rest }: { rest: string }) {
  const loaded = useRead(['articles'], (signal) =>
    client.call(editingRoutes.editorList, { signal }),
  );
  const t = useTexts('admin');
  const canWrite = usePermission('content.write');
  const [isAsking, setAsking] = useState(false);
  return (
    <LoadedBody read={loaded}>
      {({ articles, categories }) => {
        const open = articles.find(({ articleId }) => String(articleId) === rest);
        if (open !== undefined) {
          return <EditorPage article={open} categories={categories} onChanged={loaded.reload} />;
        }
        if (rest !== '')
          return <NothingHere back={{ path: 'content', label: t('page.content') }} />;
        return (
          <>
            <PageHead
              text={t('content.text')}
              title={t('page.content')}
              tools={
                canWrite ? (
                  <Button onClick={() => setAsking(true)} variant="primary">
                    {t('content.new')}
                  </Button>
                ) : null
              }
            />
            <ArticleTable
              articles={articles}
              nameOf={(id) => categories.find((one) => one.categoryId === id)?.name}
            />
            <NewArticle
              categories={categories}
              isOpen={isAsking}
              onClose={() => setAsking(false)}
              onMade={(articleId) => {
                setAsking(false);
                loaded.reload();
                goTo(`content/${articleId}`);
              }}
            />
          </>
        );
      }}
    </LoadedBody>
  );
}

/** The articles that have the words and the state. */
function ArticleTable(props: {
  articles: readonly EditorRow[];
  nameOf: (categoryId: number) => string | undefined;
}) {
  const t = useTexts('admin');
  const { words } = useUi();
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<State | 'all'>('all');
  const showAll = () => {
    setTyped('');
    setState('all');
  };
  return (
    <>
      <div className="office-filters">
        <SearchBox label={t('content.search')} onChange={setTyped} value={typed} />
        <Select<State | 'all'>
          label={t('approval.state')}
          labelPlace="hidden"
          onChange={setState}
          options={[
            { value: 'all', label: t('content.allStates') },
            ...states.map((value) => ({ value, label: t(`cstate.${value}`) })),
          ]}
          value={state}
        />
      </div>
      <DataTable
        columns={listColumns(t, props.nameOf)}
        empty={
          <EmptyState
            actions={
              <Button onClick={showAll} variant="quiet">
                {words.clearAll}
              </Button>
            }
            drawing="hook"
            title={words.noRowsMatch}
          />
        }
        label={t('page.content')}
        onRowOpen={(row) => goTo(`content/${row.articleId}`)}
        rowKey={(row) => String(row.articleId)}
        rows={props.articles.filter(
          (row) => (state === 'all' || row.state === state) && hasWords(row, typed),
        )}
      />
    </>
  );
}

function listColumns(
  t: Translate<'admin'>,
  nameOf: (categoryId: number) => string | undefined,
): readonly Column<EditorRow>[] {
  return [
    {
      key: 'title',
      head: t('content.title'),
      width: 'minmax(220px, 2fr)',
      card: 'lead',
      cell: (row) => row.title,
    },
    {
      key: 'category',
      head: t('content.category'),
      width: 'minmax(120px, 1fr)',
      card: 'main',
      cell: (row) => nameOf(row.categoryId) ?? '',
    },
    {
      key: 'state',
      head: t('approval.state'),
      width: '130px',
      card: 'side',
      cell: (row) => (
        <Tag tone={row.state === 'published' ? 'info' : undefined}>{t(`cstate.${row.state}`)}</Tag>
      ),
    },
    {
      key: 'languages',
      head: t('language'),
      width: '110px',
      priority: 2,
      cell: (row) => (
        <span title={row.languages.map(({ locale }) => locale).join(', ')}>
          {row.languages.length} / {locales.length}
        </span>
      ),
    },
    {
      key: 'helpful',
      head: t('content.helpful'),
      width: '120px',
      align: 'end',
      priority: 2,
      cell: (row) =>
        row.kind === 'notice'
          ? '--'
          : t('content.helpfulOf', {
              helpful: row.helpfulCount,
              votes: row.helpfulCount + row.unhelpfulCount,
            }),
    },
    {
      key: 'publishAt',
      head: t('content.publishAt'),
      width: '168px',
      card: 'sub',
      cell: (row) => (row.publishAt === 0 ? '--' : <Moment atMs={row.publishAt} />),
    },
  ];
}
