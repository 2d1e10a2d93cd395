// Every article with where it stands; one of them opens in the editor. Not the editor itself
// (EditorPage.tsx). Listed by index.ts.
import { Button, type Column, DataTable, EmptyState, Moment, Tag } from '@isobath/ui';
import { editingRoutes, type EditorRow } from '@isobath/wire';
import { useState } from 'react';
import { goTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { usePermission } from '../../base/session.ts';
import { type Say, useTexts } from '../../base/texts.tsx';
import { useLoad } from '../../base/use-load.ts';
import { EditorPage } from './EditorPage.tsx';
import { NewArticle } from './NewArticle.tsx';
import './content.css';

/** The page of articles. */
export function ContentPage({ rest }: { rest: string }) {
  const loaded = useLoad('', () => client.call(editingRoutes.editorList));
  const t = useTexts('admin');
  const canWrite = usePermission('content.write');
  const [isAsking, setAsking] = useState(false);
  return (
    <LoadedBody loaded={loaded}>
      {({ articles, categories }) => {
        const open = articles.find(({ articleId }) => String(articleId) === rest);
        if (open !== undefined) {
          return <EditorPage article={open} categories={categories} onChanged={loaded.reload} />;
        }
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
            <DataTable
              columns={listColumns(
                t,
                (id) => categories.find((one) => one.categoryId === id)?.name,
              )}
              empty={<EmptyState title={t('page.content')} />}
              label={t('page.content')}
              onRowOpen={(row) => goTo(`content/${row.articleId}`)}
              rowKey={(row) => String(row.articleId)}
              rows={articles}
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

function listColumns(
  t: Say<'admin'>,
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
      width: 'minmax(120px, 1fr)',
      priority: 2,
      cell: (row) => row.languages.map(({ locale }) => locale).join(', '),
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
