// Money without a chain: what was credited and debited by hand, with its document, newest first.
// Asking for one is PostingForm.tsx, one of them seen whole is PostingPage.tsx. Listed in
// ../index.ts.
import { useRead } from '@isobath/kit';
import { Button, type Column, DataTable, EmptyState, Moment, Tag } from '@isobath/ui';
import { moneyRoutes, type PostingRow } from '@isobath/wire';
import { goTo } from '../../../base/address.ts';
import { client } from '../../../base/client.ts';
import { LoadedBody, PageHead } from '../../../base/PageBody.tsx';
import { PageSteps, useSteps } from '../../../base/PageSteps.tsx';
import { usePermission } from '../../../base/session.ts';
import { type Translate, useTexts } from '../../../base/texts.tsx';
import { stateTones } from '../facts.tsx';
import { PostingForm } from './PostingForm.tsx';
import { PostingPage } from './PostingPage.tsx';
import { Sums } from './Sums.tsx';

const pageRows = 50;

/** The page: the list, a new request, or one that was made. */
export function MoneyPage({ rest }: { rest: string }) {
  if (rest === '') return <List />;
  const [first, account = ''] = rest.split('/');
  return first === 'new' ? (
    <PostingForm account={account} />
  ) : (
    <PostingPage approvalId={first ?? ''} key={first} />
  );
}

function List() {
  const t = useTexts('admin');
  const steps = useSteps('');
  const canPost = usePermission('money.post');
  const loaded = useRead(['postings', steps.cursor], (signal) =>
    client.call(moneyRoutes.listPostings, { query: { before: String(steps.cursor) }, signal }),
  );
  const ask = canPost ? (
    <Button onClick={() => goTo('money/new')} variant="primary">
      {t('money.new')}
    </Button>
  ) : null;
  return (
    <>
      <PageHead text={t('money.text')} title={t('page.money')} tools={ask} />
      <LoadedBody read={loaded}>
        {(rows) => (
          <>
            <DataTable
              columns={listColumns(t)}
              empty={<EmptyState text={t('money.none.text')} title={t('money.none')} />}
              label={t('page.money')}
              onRowOpen={(row) => goTo(`money/${row.approvalId}`)}
              rowKey={(row) => String(row.approvalId)}
              rows={rows}
            />
            <PageSteps
              numberOf={(row) => row.approvalId}
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

function listColumns(t: Translate<'admin'>): readonly Column<PostingRow>[] {
  return [
    {
      key: 'what',
      head: t('approval.what'),
      width: 'minmax(170px, 1.4fr)',
      card: 'lead',
      cell: (row) => (
        <span className="office-two-lines">
          <span>
            {t(`money.${row.direction}`)} · {t(`money.ground.${row.ground}`)}
          </span>
          <small>
            {t('approval.what')} {row.approvalId}
          </small>
        </span>
      ),
    },
    {
      key: 'totals',
      head: t('money.totals'),
      width: 'minmax(150px, 1.2fr)',
      card: 'main',
      cell: (row) => (
        <span className="office-detail">
          <Sums totals={row.totals} />
        </span>
      ),
    },
    {
      key: 'lines',
      head: t('money.lines'),
      width: '110px',
      align: 'end',
      priority: 2,
      cell: (row) => `${row.doneCount} / ${row.linesCount}`,
    },
    {
      key: 'maker',
      head: t('approval.maker'),
      width: 'minmax(160px, 1fr)',
      card: 'foot',
      cell: (row) => (
        <span className="office-two-lines">
          <span>{row.maker}</span>
          <small>
            <Moment atMs={row.at} />
          </small>
        </span>
      ),
    },
    {
      key: 'state',
      head: t('approval.state'),
      width: '170px',
      card: 'side',
      cell: (row) => <Tag tone={stateTones[row.state]}>{t(`state.${row.state}`)}</Tag>,
    },
  ];
}
