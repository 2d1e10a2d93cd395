// People: found by number, address or nickname, a page at a time. One of them seen whole is another
// page (PersonPage.tsx). Listed in ../index.ts.
import { useRead } from '@isobath/kit';
import { type Column, DataTable, EmptyState, Moment, SearchBox, Tag } from '@isobath/ui';
import { officeRoutes, type UserRow } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { goTo } from '../../../base/address.ts';
import { client } from '../../../base/client.ts';
import { LoadedBody, PageHead } from '../../../base/PageBody.tsx';
import { PageSteps, useSteps } from '../../../base/PageSteps.tsx';
import { type Translate, useTexts } from '../../../base/texts.tsx';
import { PersonPage } from './PersonPage.tsx';

const waitMs = 300;
const pageRows = 50;

/** The page of people. */
export function PeoplePage({ rest }: { rest: string }) {
  return rest === '' ? <Search /> : <PersonPage ownerId={rest} />;
}

function Search() {
  const t = useTexts('admin');
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), waitMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const steps = useSteps(text);
  const before = String(steps.cursor);
  const loaded = useRead(['people', text, before], (signal) =>
    client.call(officeRoutes.searchUsers, { query: { text, before }, signal }),
  );
  return (
    <>
      <PageHead text={t('people.text')} title={t('page.people')} />
      <div className="office-filters">
        <SearchBox hasFocus label={t('people.search')} onChange={setTyped} value={typed} />
      </div>
      <LoadedBody read={loaded}>
        {(rows) => (
          <>
            <DataTable
              columns={listColumns(t)}
              empty={<EmptyState text={t('people.none.text')} title={t('people.none')} />}
              label={t('page.people')}
              onRowOpen={(row) => goTo(`people/${row.ownerId}`)}
              rowKey={(row) => String(row.ownerId)}
              rows={rows}
            />
            <PageSteps
              numberOf={(row) => row.ownerId}
              pageRows={pageRows}
              rows={rows}
              steps={steps}
            />
          </>
        )}
      </LoadedBody>
    </>
  );
}

function listColumns(t: Translate<'admin'>): readonly Column<UserRow>[] {
  return [
    {
      key: 'ownerId',
      head: t('people.number'),
      width: '110px',
      card: 'side',
      cell: (row) => row.ownerId,
    },
    {
      key: 'email',
      head: t('email'),
      width: 'minmax(180px, 2fr)',
      card: 'lead',
      cell: (row) => row.email,
    },
    {
      key: 'nickname',
      head: t('people.nickname'),
      width: 'minmax(120px, 1fr)',
      card: 'sub',
      cell: (row) => row.nickname,
    },
    {
      key: 'vip',
      head: 'VIP',
      width: '64px',
      align: 'end',
      priority: 2,
      cell: (row) => row.vipLevel,
    },
    {
      key: 'totp',
      head: t('people.factor'),
      width: '120px',
      priority: 2,
      cell: (row) => (row.hasTotp ? <Tag>{t('yes')}</Tag> : '--'),
    },
    {
      key: 'created',
      head: t('people.since'),
      width: '168px',
      priority: 2,
      cell: (row) => <Moment atMs={row.createdAt} />,
    },
  ];
}
