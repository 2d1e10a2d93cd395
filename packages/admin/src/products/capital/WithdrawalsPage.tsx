// Withdrawals: those in review, those that wait for approval, those on their way, all. The chosen
// one stands beside the list (WithdrawalView.tsx). Listed in index.ts.
import { type ReviewLine, ReviewQueue, useRead } from '@isobath/kit';
import { EmptyState } from '@isobath/ui';
import { type DeskWithdrawal, type deskWithdrawalSets, withdrawDeskRoutes } from '@isobath/wire';
import { useState } from 'react';
import { linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { PageHead } from '../../base/PageBody.tsx';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { WithdrawalView } from './WithdrawalView.tsx';
import { sayAmount, sayWord, WithdrawalTag } from './words.tsx';
import './custody.css';

type List = Exclude<(typeof deskWithdrawalSets)[number], 'open'>;

const lookEveryMs = 10_000;

const showRow = (row: DeskWithdrawal, t: Translate<'custody'>): ReviewLine => ({
  key: String(row.withdrawalId),
  title: sayAmount(row.amount, row.coin),
  marks: <WithdrawalTag row={row} />,
  text: row.address,
  note: [row.network, ...row.reasons.map((word) => sayWord(t, 'reason', word))].join(' · '),
  atMs: row.askedAt,
  isOwn: false,
});

/** The page. */
export function WithdrawalsPage({ rest }: { rest: string }) {
  const t = useTexts('custody');
  const kit = useTexts('kit');
  const admin = useTexts('admin');
  const [list, setList] = useState<List>('review');
  const rows = useRead(
    ['custody-withdrawals', list],
    (signal) => client.call(withdrawDeskRoutes.withdrawals, { query: { set: list }, signal }),
    { everyMs: lookEveryMs },
  );
  return (
    <>
      <PageHead text={t('withdrawals.text')} title={t('page.withdrawals')} />
      <ReviewQueue<DeskWithdrawal, List>
        backLabel={admin('back')}
        choose={{ title: kit('review.choose') }}
        chosen={rest}
        empty={<EmptyState size="small" title={t('withdrawals.none')} />}
        label={t('page.withdrawals')}
        linkTo={(key) => linkTo(key === '' ? 'withdrawals' : `withdrawals/${key}`)}
        list={list}
        lists={[
          { value: 'review', label: t('list.review') },
          { value: 'approval', label: t('list.approval') },
          { value: 'flight', label: t('list.flight') },
          { value: 'all', label: kit('all') },
        ]}
        onList={setList}
        read={rows}
        showRow={(row) => showRow(row, t)}
      >
        <WithdrawalView key={rest} onChange={rows.reload} withdrawalId={rest} />
      </ReviewQueue>
    </>
  );
}
