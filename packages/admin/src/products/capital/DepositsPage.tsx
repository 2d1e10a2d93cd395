// Deposits: those that want people, and all. The chosen one stands beside the list
// (DepositView.tsx). Listed in index.ts.
import { type ReviewLine, ReviewQueue, useRead } from '@isobath/kit';
import { EmptyState } from '@isobath/ui';
import { chainDeskRoutes, type DeskDeposit, type deskDepositSets } from '@isobath/wire';
import { useState } from 'react';
import { linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { PageHead } from '../../base/PageBody.tsx';
import { useTexts } from '../../base/texts.tsx';
import { DepositView } from './DepositView.tsx';
import { DepositTag, sayAmount } from './words.tsx';
import './custody.css';

type List = (typeof deskDepositSets)[number];

const lookEveryMs = 10_000;

const showRow = (row: DeskDeposit): ReviewLine => ({
  key: String(row.depositId),
  title: sayAmount(row.amount, row.coin),
  marks: <DepositTag row={row} />,
  text: row.address,
  note: row.network,
  atMs: row.seenAt,
  isOwn: false,
});

/** The page. */
export function DepositsPage({ rest }: { rest: string }) {
  const t = useTexts('custody');
  const kit = useTexts('kit');
  const admin = useTexts('admin');
  const [list, setList] = useState<List>('held');
  const rows = useRead(
    ['custody-deposits', list],
    (signal) => client.call(chainDeskRoutes.deposits, { query: { set: list }, signal }),
    { everyMs: lookEveryMs },
  );
  return (
    <>
      <PageHead text={t('deposits.text')} title={t('page.deposits')} />
      <ReviewQueue<DeskDeposit, List>
        backLabel={admin('back')}
        choose={{ title: kit('review.choose') }}
        chosen={rest}
        empty={<EmptyState size="small" title={t('deposits.none')} />}
        label={t('page.deposits')}
        linkTo={(key) => linkTo(key === '' ? 'deposits' : `deposits/${key}`)}
        list={list}
        lists={[
          { value: 'held', label: t('list.held') },
          { value: 'below', label: t('list.below') },
          { value: 'vanished', label: t('list.vanished') },
          { value: 'all', label: kit('all') },
        ]}
        onList={setList}
        read={rows}
        showRow={showRow}
      >
        <DepositView depositId={rest} key={rest} onChange={rows.reload} />
      </ReviewQueue>
    </>
  );
}
